/**
 * The header of every continuation and of `status`, in the seeds' exact form (seed 002, design §5).
 *
 * @module
 */
import type { LoopRecord } from "../store/loop_record.ts";
import type { Settings } from "../store/settings.ts";
import { remainingOf } from "./limits.ts";

/** One decimal as in the seeds; two where the limit is so short that one would say nothing. */
function hours(value: number, limitHours: number): string {
  return `${value.toFixed(limitHours < 1 ? 2 : 1)}h`;
}

/**
 * Renders the header: phase, iteration, both clocks, what is left to the minimums, and near a limit
 * a second line that warns.
 *
 * @param record The loop's record, with the iteration that the header announces.
 * @param settings The effective limits.
 * @param nowSeconds Unix time in seconds, for the wall clock.
 * @example
 * `**IMPLEMENTATION** | Iteration 95/99 | Runtime: 8.5h/9.0h | Wall: 12.0h | 0.0h / 0 iters to min`
 */
export function renderHeader(record: LoopRecord, settings: Settings, nowSeconds: number): string {
  const left = remainingOf(record, settings);
  const wallHours = Math.max(0, nowSeconds - Date.parse(record.started_at) / 1000) / 3600;
  const max = settings.max_hours;
  const line = [
    `**${record.phase.toUpperCase()}**`,
    `Iteration ${record.iteration}/${settings.max_iterations}`,
    `Runtime: ${hours(left.runtimeHours, max)}/${hours(max, max)}`,
    `Wall: ${hours(wallHours, max)}`,
    `${hours(left.toMinHours, max)} / ${left.toMinIterations} iters to min`,
  ].join(" | ");
  if (!left.isNearLimit) return line;
  return `${line}\n**WARNING**: Approaching limits (${
    hours(left.toMaxHours, max)
  } / ${left.toMaxIterations} iters to max)`;
}
