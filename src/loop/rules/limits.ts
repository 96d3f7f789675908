/**
 * What is left of a loop's limits, and which one it has reached.
 *
 * @module
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Reason } from "../decision.ts";
import {
  maxCostReached,
  maxIterationsReached,
  maxRuntimeReached,
  maxTokensReached,
} from "../reason.ts";

/** From this many hours left on, the header warns. */
const WARN_HOURS_LEFT = 1;
/** From fewer iterations left on, the header warns. */
const WARN_ITERATIONS_LEFT = 5;
/** Limits under this many hours warn at a tenth of themselves instead. */
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
export type Spent = Pick<LoopRecord, "accumulatedRuntimeSeconds" | "iteration" | "usage">;

/**
 * Computes what is left.
 *
 * @param spent Active seconds and continuations so far.
 * @param settings The effective limits.
 */
export function remainingOf(spent: Spent, settings: Settings): Remaining {
  const runtimeHours = spent.accumulatedRuntimeSeconds / 3600;
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

/** From so few minutes left on, and so few turns, the agent hands its work over. */
const FINISH_MINUTES = 15;
const FINISH_TURNS = 3;
/** Of a short limit, this part of it. */
const FINISH_PART = 10;

/** A limit that is so near that the agent has to finish. */
export interface Finish {
  /** Whether the present turn is the last one. */
  readonly isLast: boolean;
  readonly turn: number;
  readonly turns: number;
  /** Active minutes that are left, where time is what runs out; else null. */
  readonly minutes: number | null;
}

/**
 * Whether the present turn is among the last ones, so that the loop ends with a clean hand-over.
 *
 * @param spent With the continuation that begins now.
 * @returns null where no limit is near.
 */
export function nearFinish(spent: Spent, settings: Settings): Finish | null {
  const { iteration: turn } = spent;
  const { max_iterations: turns } = settings;
  const minutesLeft = settings.max_hours * 60 - spent.accumulatedRuntimeSeconds / 60;
  const nearMinutes = Math.min(FINISH_MINUTES, settings.max_hours * 60 / FINISH_PART);
  const nearTurns = Math.min(FINISH_TURNS, Math.ceil(turns / FINISH_PART));
  const minutes = minutesLeft <= nearMinutes ? Math.max(1, Math.round(minutesLeft)) : null;
  const isNear = turns - turn < nearTurns;
  return isNear || minutes !== null ? { isLast: turn >= turns, turn, turns, minutes } : null;
}

/** Whether both minimums are met: the loop may end on success. */
export function areMinimumsMet(spent: Spent, settings: Settings): boolean {
  const { toMinHours, toMinIterations } = remainingOf(spent, settings);
  return toMinHours <= 0 && toMinIterations <= 0;
}

/**
 * The limit that is reached, in the order hours, iterations, tokens, cost; null where none is.
 *
 * Exactly `max_iterations` continuations happen; tokens and cost that the client does
 * not report are unknown, never 0, and end nothing.
 */
export function reachedLimit(spent: Spent, settings: Settings): Reason | null {
  const { usage } = spent;
  if (spent.accumulatedRuntimeSeconds >= settings.max_hours * 3600) {
    return maxRuntimeReached(settings);
  }
  if (spent.iteration >= settings.max_iterations) return maxIterationsReached(settings);
  if (
    settings.max_tokens !== null && usage.tokens !== null && usage.tokens >= settings.max_tokens
  ) {
    return maxTokensReached(settings.max_tokens, usage.tokens);
  }
  if (
    settings.max_cost_usd !== null && usage.costUsd !== null &&
    usage.costUsd >= settings.max_cost_usd
  ) {
    return maxCostReached(settings.max_cost_usd, usage.costUsd);
  }
  return null;
}
