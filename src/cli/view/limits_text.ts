/** Describes when a loop ends by itself, in the same words at its start and while it works. Pure. */
import { showAmount, showCount } from "../../text/human_units.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS, showDuration } from "../../text/time.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** The settings that bound how long a loop works; hours are active hours. */
export type ShownLimits = Pick<
  Settings,
  "min_hours" | "max_hours" | "min_iterations" | "max_iterations" | "max_tokens" | "eternal"
>;

type Maximums =
  & Pick<Settings, "max_hours" | "max_iterations" | "max_tokens">
  & Partial<Pick<Settings, "max_cost_usd">>;

/** Leaves out the cost limit, which cannot be measured in a session. */
export function limitsOfSession<T extends Maximums>(settings: T): T {
  return { ...settings, max_cost_usd: null };
}

/**
 * Describes when a loop ends, to follow "it ends".
 *
 * @example The default limits
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const limits = { max_hours: 9, max_iterations: 99, max_tokens: null, eternal: false };
 * assertEquals(
 *   describeLimits({ ...limits, min_hours: 4, min_iterations: 50 }),
 *   "when done and past 4 h and 50 turns, or at 9 h or 99 turns",
 * );
 * ```
 */
export function describeLimits(
  settings: ShownLimits & Maximums,
): string {
  const { min_hours, max_hours, min_iterations, max_iterations, eternal } = settings;
  const most = listMaximums(settings);
  const limit = `at ${most.slice(0, -1).join(", ")} or ${most.at(-1)}`;
  if (eternal) return `only ${limit}, never on success`;
  if (min_hours === 0 && min_iterations === 0) return `when done, or ${limit}`;
  if (min_hours >= max_hours || min_iterations >= max_iterations) return `${limit}, done or not`;
  const least = [
    ...min_hours > 0 ? [showHours(min_hours)] : [],
    ...min_iterations > 0 ? [showCount(min_iterations, "turn")] : [],
  ].join(" and ");
  return `when done and past ${least}, or ${limit}`;
}

/** Lists the limits that end a loop at the latest. */
export function listMaximums(
  { max_hours, max_iterations, max_tokens, max_cost_usd: maxCost = null }: Maximums,
): string[] {
  return [
    showHours(max_hours),
    ...max_tokens === null ? [] : [`${showAmount(max_tokens)} tokens`],
    ...maxCost === null ? [] : [`$${maxCost.toFixed(2)}`],
    showCount(max_iterations, "turn"),
  ];
}

/** Renders active hours to the minute: the 0.083 h of a preset are 5 min. */
function showHours(hours: number): string {
  const ms = hours * HOUR_MS;
  const unitMs = ms < 2 * MINUTE_MS ? SECOND_MS : MINUTE_MS;
  return showDuration(Math.round(ms / unitMs) * unitMs);
}
