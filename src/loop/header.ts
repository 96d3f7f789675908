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
 * Renders the header: phase, iteration, both clocks, what is left to the minimums; near a limit a
 * line that warns; the score of a validation and the adapter's word, where there are any.
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

/** The score while the phase runs, and what it came to afterwards. */
function showScore({ phase, validation }: LoopRecord, settings: Settings): string[] {
  if (validation.score === null || (phase !== "validation" && validation.ended === null)) return [];
  const pass = phase === "validation" ? `pass ${validation.cycle}` : describeEnd(validation);
  const needed = settings.validation_score.toFixed(2);
  return [`**Validation score**: ${validation.score.toFixed(2)} (needs ${needed}, ${pass})`];
}

function describeEnd({ ended, findings }: LoopRecord["validation"]): string {
  return ended === "score" ? "passed" : `not passed: ${ended}, ${findings.length} open`;
}

/** Only an adapter that has an opinion is worth a line. */
function showAdapter({ adapter }: LoopRecord): string[] {
  if (adapter === null || adapter.confidence === 0) return [];
  const word = adapter.should_continue ? "CONTINUE" : "STOP";
  const weight = adapter.confidence >= 1 ? "override" : "suggest";
  return [
    `**Adapter [${adapter.name}]**: ${word} (${weight}) | Metrics: ${adapter.metrics} | ${adapter.reason}`,
  ];
}
