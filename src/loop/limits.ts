/**
 * What is left of a loop's limits, and which one it has reached.
 *
 * @module
 */
import type { LoopRecord } from "../store/loop_record.ts";
import type { Settings } from "../store/settings.ts";
import type { Reason } from "./decision.ts";
import {
  maxCostReached,
  maxIterationsReached,
  maxRuntimeReached,
  maxTokensReached,
} from "./reason.ts";

/** From this many hours left on, the header warns (seed 002). */
const WARN_HOURS_LEFT = 1;
/** From fewer iterations left on, the header warns (seed 002). */
const WARN_ITERATIONS_LEFT = 5;
/** Limits under this many hours warn at a tenth of themselves instead (design §5). */
const SHORT_LIMIT_HOURS = 2;

/** What is left until the limits, never negative. */
export interface Remaining {
  readonly runtimeHours: number;
  readonly toMaxHours: number;
  readonly toMaxIterations: number;
  readonly toMinHours: number;
  readonly toMinIterations: number;
  readonly isNearLimit: boolean;
}

/** The parts of a loop's record that limits look at. */
export type Spent = Pick<LoopRecord, "accumulated_runtime_seconds" | "iteration" | "usage">;

/**
 * Computes what is left.
 *
 * @param spent Active seconds and continuations so far.
 * @param settings The effective limits.
 */
export function remainingOf(spent: Spent, settings: Settings): Remaining {
  const runtimeHours = spent.accumulated_runtime_seconds / 3600;
  const toMaxHours = Math.max(0, settings.max_hours - runtimeHours);
  const toMaxIterations = Math.max(0, settings.max_iterations - spent.iteration);
  const warnHours = settings.max_hours < SHORT_LIMIT_HOURS
    ? settings.max_hours / 10
    : WARN_HOURS_LEFT;
  return {
    runtimeHours,
    toMaxHours,
    toMaxIterations,
    toMinHours: Math.max(0, settings.min_hours - runtimeHours),
    toMinIterations: Math.max(0, settings.min_iterations - spent.iteration),
    isNearLimit: toMaxHours < warnHours || toMaxIterations < WARN_ITERATIONS_LEFT,
  };
}

/** Whether both minimums are met: the loop may end on success (design §4.7). */
export function areMinimumsMet(spent: Spent, settings: Settings): boolean {
  const { toMinHours, toMinIterations } = remainingOf(spent, settings);
  return toMinHours <= 0 && toMinIterations <= 0;
}

/**
 * The limit that is reached, in the order hours, iterations, tokens, cost; null where none is.
 *
 * Exactly `max_iterations` continuations happen (design §5); tokens and cost that the client does
 * not report are unknown, never 0, and end nothing.
 */
export function reachedLimit(spent: Spent, settings: Settings): Reason | null {
  const { usage } = spent;
  if (spent.accumulated_runtime_seconds >= settings.max_hours * 3600) {
    return maxRuntimeReached(settings);
  }
  if (spent.iteration >= settings.max_iterations) return maxIterationsReached(settings);
  if (
    settings.max_tokens !== null && usage.tokens !== null && usage.tokens >= settings.max_tokens
  ) {
    return maxTokensReached(settings.max_tokens, usage.tokens);
  }
  if (
    settings.max_cost_usd !== null && usage.cost_usd !== null &&
    usage.cost_usd >= settings.max_cost_usd
  ) {
    return maxCostReached(settings.max_cost_usd, usage.cost_usd);
  }
  return null;
}
