/** The header of a continuation and of `status`, in the form that other tools read too. */
import { showText } from "../text/show_text.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import { remainingOf } from "./rules/limits.ts";
import { HOUR_MS } from "../text/time.ts";

/** Hours with one decimal; with two for a limit under an hour. */
function hours(value: number, limitHours: number): string {
  return `${value.toFixed(limitHours < 1 ? 2 : 1)}h`;
}

/**
 * Renders the header: phase, iteration, both clocks, what is left to the minimums; near a limit a
 * warning; the score of a validation that has ended; and the adapter's opinion.
 *
 * @param nowMs Epoch milliseconds, for the wall clock.
 * @param record The loop's record, with the iteration that the header announces.
 *
 * @example
 * `**IMPLEMENTATION** | Iteration 95/99 | Runtime: 8.5h/9.0h | Wall: 12.0h | 0.0h / 0 iters to min`
 */
export function renderHeader(record: LoopRecord, settings: Settings, nowMs: number): string {
  const left = remainingOf(record, settings);
  const wallHours = Math.max(0, nowMs - record.startedAt) / HOUR_MS;
  const max = settings.max_hours;
  const line = [
    `**${namePhase(record, settings)}**`,
    `Iteration ${record.iteration}/${settings.max_iterations}`,
    `Runtime: ${hours(left.runtimeHours, max)}/${hours(max, max)}`,
    `Wall: ${hours(wallHours, max)}`,
    `${hours(left.toMinHours, max)} / ${left.toMinIterations} iters to min`,
  ].join(" | ");
  const warning = `**WARNING**: Approaching limits (${
    hours(left.toMaxHours, max)
  } / ${left.toMaxIterations} iters to max)`;
  return [
    line,
    ...(left.isNearLimit ? [warning] : []),
    ...showScore(record, settings),
    ...showAdapter(record),
  ].join("\n");
}

function namePhase({ phase, validation }: LoopRecord, settings: Settings): string {
  if (phase !== "validation") return phase.toUpperCase();
  const rounds = Math.max(settings.validation_rounds, validation.round);
  return `VALIDATION (Round ${validation.round}/${rounds})`;
}

/** The result of the validation; a score in the middle of a cycle would read as a failure. */
function showScore({ validation }: LoopRecord, settings: Settings): string[] {
  const { ended, findings, score } = validation;
  if (score === null || ended === null) return [];
  const end = ended === "score"
    ? "passed"
    : `not passed, needs ${settings.validation_score.toFixed(2)}, ${findings.length} open`;
  return [`**Validation score**: ${score.toFixed(2)} (${end})`];
}

/** Renders the adapter's opinion as one line; no line where it has no opinion. */
export function showAdapter({ adapter }: LoopRecord): string[] {
  if (adapter === null || adapter.confidence === 0) return [];
  const verdict = adapter.shouldContinue ? "CONTINUE" : "STOP";
  const weight = adapter.confidence >= 1 ? "override" : "suggest";
  // They may come from a file, and must not begin a line of their own.
  const [name, why] = [adapter.name, adapter.reason].map((text) => showText(text, 300));
  return [`**Adapter [${name}]**: ${verdict} (${weight}) | Metrics: ${adapter.metrics} | ${why}`];
}
