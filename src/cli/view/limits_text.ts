/** How long a loop works, in one sentence. Pure. */
import { showAmount, showCount } from "../../text/human_units.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS, showDuration } from "../../text/time.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** The settings that bound how long a loop works; hours are active hours. */
export type ShownLimits = Pick<
  Settings,
  "min_hours" | "max_hours" | "min_iterations" | "max_iterations" | "max_tokens" | "eternal"
>;

/**
 * Describes how long a loop works at least and at most.
 *
 * @example The default limits
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const limits = { max_hours: 9, max_iterations: 99, max_tokens: null, eternal: false };
 * assertEquals(
 *   describeLimits({ ...limits, min_hours: 4, min_iterations: 50 }),
 *   "Even when done it looks for more until 4 h and 50 turns have passed; it ends at 9 h or " +
 *     "99 turns. --until-done ends it when done.",
 * );
 * ```
 */
export function describeLimits(settings: ShownLimits): string {
  const { min_hours, max_hours, min_iterations, max_iterations, max_tokens, eternal } = settings;
  const most = [
    showHours(max_hours),
    ...(max_tokens === null ? [] : [`${showAmount(max_tokens)} tokens`]),
    showCount(max_iterations, "turn"),
  ];
  const limit = `${most.slice(0, -1).join(", ")} or ${most.at(-1)}`;
  if (eternal) return `It never ends on success, only at ${limit}.`;
  if (min_hours === 0 && min_iterations === 0) {
    return `It ends when the task is done, or at ${limit}.`;
  }
  if (min_hours >= max_hours || min_iterations >= max_iterations) {
    return `Done or not, it works until ${limit} have passed. --until-done ends it when done.`;
  }
  const least = [
    ...(min_hours > 0 ? [showHours(min_hours)] : []),
    ...(min_iterations > 0 ? [showCount(min_iterations, "turn")] : []),
  ].join(" and ");
  return `Even when done it looks for more until ${least} have passed; it ends at ${limit}. ` +
    "--until-done ends it when done.";
}

/** Renders active hours to the minute: the 0.083 h of a preset are 5 min. */
function showHours(hours: number): string {
  const ms = hours * HOUR_MS;
  const unitMs = ms < 2 * MINUTE_MS ? SECOND_MS : MINUTE_MS;
  return showDuration(Math.round(ms / unitMs) * unitMs);
}
