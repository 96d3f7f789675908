/** Computes the amounts left until a loop's limits, and the limit that it has reached. */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { showCount } from "../../text/human_units.ts";
import { HOUR_MS, MINUTE_MS, showDuration } from "../../text/time.ts";
import type { Reason } from "../decision.ts";
import {
  maxCostReached,
  maxIterationsReached,
  maxRuntimeReached,
  maxTokensReached,
} from "../reason.ts";

/** The header warns from this many hours left. */
const WARN_HOURS_LEFT = 1;
/** The header warns from fewer than this many iterations left. */
const WARN_ITERATIONS_LEFT = 5;
/** Limits under this many hours warn at a tenth of the limit instead. */
const SHORT_LIMIT_HOURS = 2;

type Spent = Pick<LoopRecord, "accumulatedRuntimeMs" | "iteration" | "usage">;

type LimitSettings = Pick<
  Settings,
  "max_hours" | "min_hours" | "max_iterations" | "min_iterations" | "max_tokens" | "max_cost_usd"
>;

/** The amounts left until the limits, never negative. */
type LimitsLeft = ReturnType<typeof remainingOf>;

/** Computes the amounts that are left. */
export function remainingOf(spent: Spent, settings: LimitSettings) {
  const runtimeHours = spent.accumulatedRuntimeMs / HOUR_MS;
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

/**
 * Describes the time or turns left until a limit that is near.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(nearLimit({ toMaxHours: 8, toMaxIterations: 1 }), "1 turn left");
 * ```
 */
export function nearLimit(
  { toMaxHours, toMaxIterations }: Pick<LimitsLeft, "toMaxHours" | "toMaxIterations">,
): string {
  const areTurnsNear = toMaxIterations < WARN_ITERATIONS_LEFT;
  const isTimeNear = toMaxHours < WARN_HOURS_LEFT || !areTurnsNear;
  return [
    ...isTimeNear ? [`${showDuration(toMaxHours * HOUR_MS)} active`] : [],
    ...areTurnsNear ? [showCount(toMaxIterations, "turn")] : [],
  ].join(" or ") + " left";
}

/** The agent finishes its work from this many minutes or turns left. */
const FINISH_MINUTES = 15;
const FINISH_TURNS = 3;
/** For a short limit, from a tenth of it. */
const FINISH_PART = 10;

/**
 * Checks whether the current turn is among the last, so that the loop ends with finished work.
 *
 * @param spent The record, with the continuation that begins now.
 * @returns Null if no limit is near; the active minutes left if the time is short.
 */
export function nearFinish(spent: Spent, settings: LimitSettings) {
  const { iteration: turn } = spent;
  const { max_iterations: turns } = settings;
  const minutesLeft = settings.max_hours * 60 - spent.accumulatedRuntimeMs / MINUTE_MS;
  const nearMinutes = Math.min(FINISH_MINUTES, settings.max_hours * 60 / FINISH_PART);
  const nearTurns = Math.min(FINISH_TURNS, Math.ceil(turns / FINISH_PART));
  const minutes = minutesLeft <= nearMinutes ? Math.max(1, Math.round(minutesLeft)) : null;
  const isNear = turns - turn < nearTurns;
  return isNear || minutes !== null ? { isLast: turn >= turns, turn, turns, minutes } : null;
}

/** Checks whether both minimums are met, so that the loop may end on success. */
export function areMinimumsMet(spent: Spent, settings: LimitSettings): boolean {
  const { toMinHours, toMinIterations } = remainingOf(spent, settings);
  return toMinHours <= 0 && toMinIterations <= 0;
}

/**
 * Finds the first limit that is reached, in the order hours, iterations, tokens, cost.
 *
 * Exactly `max_iterations` continuations happen. If the client does not report tokens or cost, they are
 * unknown, not 0, and reach no limit.
 *
 * @returns Null if no limit is reached.
 */
export function reachedLimit(
  spent: Spent,
  settings: Pick<LimitSettings, "max_hours" | "max_iterations" | "max_tokens" | "max_cost_usd">,
): Reason | null {
  const { usage } = spent;
  if (spent.accumulatedRuntimeMs / HOUR_MS >= settings.max_hours) {
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

/**
 * Computes the earliest time within a turn at which a limit can be reached. Active time never exceeds the
 * time on the clock, but any answer of the agent may use the last tokens.
 */
export function earliestLimit(
  { accumulatedRuntimeMs }: Pick<Spent, "accumulatedRuntimeMs">,
  settings: Pick<LimitSettings, "max_hours" | "max_tokens">,
  nowMs: number,
): number {
  if (settings.max_tokens !== null) return nowMs;
  return nowMs + Math.max(0, settings.max_hours * HOUR_MS - accumulatedRuntimeMs);
}

/** The number of continuations in a row without a tool call that the client allows by default. */
export const DEFAULT_BLOCK_CAP = 8;

/**
 * Counts the continuations left without a tool call. Never uses the last one that the client would
 * honour, since the client ends the turn after it without a message.
 *
 * @param toolless Continuations in a row without a tool call.
 * @param cap The client's cap; 0 for no cap.
 * @returns 0 if the loop has to end; infinite without a cap.
 *
 * @example The client's default cap
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals([0, 5, 7].map((toolless) => toollessLeft(toolless, 8)), [7, 2, 0]);
 * ```
 */
export function toollessLeft(toolless: number, cap: number): number {
  return cap <= 0 ? Infinity : Math.max(0, Math.max(1, cap - 1) - toolless);
}
