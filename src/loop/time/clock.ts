/**
 * The runtime clock: active time only, from evidence of activity.
 *
 * It counts each gap between two neighbouring pieces of evidence that is shorter than the threshold,
 * and the full time of each tool call.
 *
 * @module
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Activity, Span } from "../facts.ts";

/** How much older than the last event an event may be that had to wait for the lock, in seconds. */
const OUT_OF_ORDER_SECONDS = 10;

/**
 * The clock in the loop's record: active seconds so far, and the Unix seconds up to which activity
 * was counted, 0 before the first event.
 */
export type Clock = Pick<LoopRecord, "accumulatedRuntimeSeconds" | "lastHookTimestamp">;

/** The result of one step of the clock. */
interface ClockStep {
  readonly clock: Clock;
  /** Seconds that this step added, 0 or more, never more than the time since the last step. */
  readonly countedSeconds: number;
  /** Silences as long as the threshold or longer, in order; they were not counted. */
  readonly pauses: readonly Span[];
}

/**
 * Advances the clock to the newest evidence that is not later than `now`.
 *
 * The event being handled must be among the points: `now` alone is not evidence, so that `status` can
 * ask without counting. A clock at 0 starts at `now`. After the system clock was set back, the clock
 * goes on from the new time; a late event changes nothing, so that no second counts twice.
 *
 * @param clock The clock so far.
 * @param activity Evidence, in any order; what is outside (last, now] is clipped or ignored.
 * @param now Unix seconds.
 * @param gapThresholdSeconds A gap counts where it is strictly shorter.
 * @example A gap below the threshold is active time
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const clock = { accumulatedRuntimeSeconds: 60, lastHookTimestamp: 1000 };
 * const step = advanceClock(clock, { points: [1200], spans: [] }, 1200, 300);
 * assertEquals([step.clock.accumulatedRuntimeSeconds, step.countedSeconds], [260, 200]);
 * ```
 */
export function advanceClock(
  clock: Clock,
  activity: Activity,
  now: number,
  gapThresholdSeconds: number,
): ClockStep {
  const accumulated = Math.max(0, orZero(clock.accumulatedRuntimeSeconds));
  const last = Math.max(0, orZero(clock.lastHookTimestamp));
  if (!Number.isFinite(now) || now < 0) return still(accumulated, last);
  if (last === 0) return still(accumulated, now);
  if (now <= last) return still(accumulated, last - now <= OUT_OF_ORDER_SECONDS ? last : now);

  const spans = clipSpans(activity.spans, last, now);
  const points = collectPoints(activity.points, spans, last, now);
  const pauses: Span[] = [];
  let countedSeconds = 0;
  let coveredUntil = last;
  let nextSpan = 0;
  let from = last;
  for (const to of points) {
    for (let span = spans[nextSpan]; span && span.start <= from; span = spans[++nextSpan]) {
      coveredUntil = Math.max(coveredUntil, span.end);
    }
    if (to - from < gapThresholdSeconds || coveredUntil >= to) countedSeconds += to - from;
    else pauses.push({ start: from, end: to });
    from = to;
  }
  // Sums of fractions may overshoot by a rounding error.
  countedSeconds = Math.min(countedSeconds, now - last);
  return { ...still(accumulated + countedSeconds, from), countedSeconds, pauses };
}

/**
 * Counts activity into a record's runtime.
 *
 * @param record The loop's record.
 * @param activity Evidence since the record's last event.
 * @param settings The gap from which silence counts as a pause, in seconds.
 * @param now Unix seconds.
 * @returns The record with its clock advanced.
 */
export function countActivity(
  record: LoopRecord,
  activity: Activity,
  settings: Pick<Settings, "cli_gap_threshold_seconds">,
  now: number,
): LoopRecord {
  const { clock } = advanceClock(record, activity, now, settings.cli_gap_threshold_seconds);
  return { ...record, ...clock };
}

function still(accumulated: number, last: number): ClockStep {
  const clock = { accumulatedRuntimeSeconds: accumulated, lastHookTimestamp: last };
  return { clock, countedSeconds: 0, pauses: [] };
}

/** The spans' parts inside [last, now], by their start. */
function clipSpans(spans: readonly Span[], last: number, now: number): Span[] {
  return spans
    .filter(({ start, end }) => start < end && end > last && start < now)
    .map(({ start, end }) => ({ start: Math.max(start, last), end: Math.min(end, now) }))
    .sort((a, b) => a.start - b.start);
}

/** All moments of evidence inside (last, now], each once, in order; a span's ends are evidence too. */
function collectPoints(
  points: readonly number[],
  spans: readonly Span[],
  last: number,
  now: number,
): number[] {
  const inside = new Set<number>();
  for (const point of points) if (point > last && point <= now) inside.add(point);
  for (const { start, end } of spans) {
    if (start > last) inside.add(start);
    inside.add(end);
  }
  return [...inside].sort((a, b) => a - b);
}

function orZero(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
