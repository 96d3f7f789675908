/** The header of every prompt: turn, time, progress of the plan, and any limit that is near. */
import { showCount } from "../text/human_units.ts";
import { showText } from "../text/show_text.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import type { Completion } from "./facts.ts";
import { nearFinish, nearLimit, remainingOf } from "./rules/limits.ts";
import { isValidating } from "./validation/validation.ts";
import { HOUR_MS, isClockLonger, showDuration } from "../text/time.ts";

/**
 * Renders the header, followed by any limit that is near and the adapter's opinion. With the setting
 * `runtime_header`, the lines of the earlier ralph plugin follow the first line.
 *
 * @param record The loop's record, with the turn that the header announces.
 * @param nowMs Epoch milliseconds, to compute the time on the clock.
 *
 * @example
 * `Turn 5 of 99 · 12 min of 9 h · validation round 1 of 3 · 7 of 12 items done`
 */
export function renderHeader(
  record: LoopRecord,
  settings: Settings,
  { done, total }: Pick<Completion, "done" | "total">,
  nowMs: number,
): string {
  const where = namePhase(record, settings);
  const line = [
    record.iteration === 0
      ? "First prompt"
      : `Turn ${record.iteration} of ${settings.max_iterations}`,
    showTimes(record, settings, nowMs),
    ...(where === null ? [] : [where]),
    ...(total === 0 ? [] : [`${done} of ${showCount(total, "item")} done`]),
  ].join(" · ");
  const left = remainingOf(record, settings);
  // In the very last turns, the instruction itself names the time left.
  const warns = left.isNearLimit && nearFinish(record, settings) === null;
  return [
    line,
    ...(settings.runtime_header ? renderRuntime(record, settings, nowMs) : []),
    ...(warns ? [`**Ends soon**: ${nearLimit(left)}.`] : []),
    ...showAdapter(record),
  ].join("\n");
}

function showTimes(record: LoopRecord, settings: Settings, nowMs: number): string {
  const activeMs = record.accumulatedRuntimeMs;
  const clockMs = nowMs - record.startedAt;
  const time = `${showDuration(activeMs)} of ${showDuration(settings.max_hours * HOUR_MS)}`;
  return isClockLonger(clockMs, activeMs)
    ? `${time} active, ${showDuration(clockMs)} on the clock`
    : time;
}

function namePhase({ phase, validation }: LoopRecord, settings: Settings): string | null {
  if (phase !== "validation") return phase === "exploration" ? phase : null;
  const rounds = Math.max(settings.validation_rounds, validation.round);
  return isValidating(validation) ? `validation round ${validation.round} of ${rounds}` : null;
}

/**
 * Renders the lines of the earlier plugin, which scripts may read in a transcript.
 *
 * @example
 * `**IMPLEMENTATION** | Iteration 95/99 | Runtime: 8.5h/9.0h | Wall: 12.0h | 0.0h / 0 iters to min`
 */
function renderRuntime(record: LoopRecord, settings: Settings, nowMs: number): string[] {
  const left = remainingOf(record, settings);
  const wallHours = Math.max(0, nowMs - record.startedAt) / HOUR_MS;
  const max = settings.max_hours;
  const line = [
    `**${record.phase.toUpperCase()}**`,
    `Iteration ${record.iteration}/${settings.max_iterations}`,
    `Runtime: ${hours(left.runtimeHours, max)}/${hours(max, max)}`,
    `Wall: ${hours(wallHours, max)}`,
    `${hours(left.toMinHours, max)} / ${left.toMinIterations} iters to min`,
  ].join(" | ");
  const toMax = `${hours(left.toMaxHours, max)} / ${left.toMaxIterations} iters to max`;
  return left.isNearLimit ? [line, `**WARNING**: Approaching limits (${toMax})`] : [line];
}

/** Renders hours with one decimal, or with two for a limit under an hour. */
function hours(value: number, limitHours: number): string {
  return `${value.toFixed(limitHours < 1 ? 2 : 1)}h`;
}

/** Renders the adapter's opinion as one line; empty if it has none. */
function showAdapter({ adapter }: LoopRecord): string[] {
  if (adapter === null || adapter.confidence === 0) return [];
  const verb = adapter.confidence >= 1 ? "decides" : "advises";
  const verdict = adapter.shouldContinue ? "continue" : "stop";
  // Both may come from a file, so they must not start a new line.
  const [name, why] = [adapter.name, adapter.reason].map((text) => showText(text, 300));
  return [
    `**Adapter ${name}** ${verb} to ${verdict} (${showCount(adapter.metrics, "metric")}): ${why}`,
  ];
}
