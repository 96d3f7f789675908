/**
 * The runtime clock. It counts only active time, from evidence of activity.
 *
 * It counts each gap between two neighbouring pieces of evidence that is shorter than the threshold, unless
 * the session waited for a person in it, and the full time of each tool call.
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { SECOND_MS } from "../../text/time.ts";
import type { Activity, Span } from "../facts.ts";

/** How much older than the last event an event may be because it waited for the lock. */
const OUT_OF_ORDER_MS = 10_000;

/**
 * The clock in the loop's record: the active time so far, and the instant up to which activity was counted
 * (0 before the first event).
 */
export type Clock = Pick<LoopRecord, "accumulatedRuntimeMs" | "lastHookAtMs">;

/** A time span that does not count. */
export interface Silence extends Span {
  /** True if the session waited for a person. */
  readonly isWait?: true;
}

interface ClockStep {
  readonly clock: Clock;
  /** Milliseconds that this step added; at least 0, at most the time since the last step. */
  readonly countedMs: number;
  /** Silences of at least the threshold, and waits for a person, in order. They were not counted. */
  readonly pauses: readonly Silence[];
}

/**
 * Advances the clock to the newest evidence that is not later than `nowMs`.
 *
 * The event being handled must be among the points: `nowMs` alone is not evidence, so that `status` can ask
 * without counting. A clock at 0 starts at `nowMs`. After the system clock was set back, the clock
 * continues from the new time. A late event changes nothing, so that no time counts twice.
 *
 * @param activity Evidence in any order; it is clipped to (last, nowMs].
 * @param gapThresholdMs A gap counts if it is strictly shorter.
 *
 * @example A gap below the threshold is active time
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const clock = { accumulatedRuntimeMs: 60_000, lastHookAtMs: 1_000_000 };
 * const step = advanceClock(clock, { pointsMs: [1_200_000], spans: [] }, 1_200_000, 300_000);
 * assertEquals([step.clock.accumulatedRuntimeMs, step.countedMs], [260_000, 200_000]);
 * ```
 */
export function advanceClock(
  clock: Clock,
  activity: Activity,
  nowMs: number,
  gapThresholdMs: number,
): ClockStep {
  const { accumulatedRuntimeMs: accumulated, lastHookAtMs: last } = clock;
  if (last === 0) return still(accumulated, nowMs);
  if (nowMs <= last) return still(accumulated, last - nowMs <= OUT_OF_ORDER_MS ? last : nowMs);

  const spans = clipSpans(activity.spans, last, nowMs);
  const waits = clipSpans(activity.waits ?? [], last, nowMs);
  const points = collectPoints(activity.pointsMs, spans, last, nowMs);
  const pauses: Silence[] = [];
  let countedMs = 0;
  let coveredUntil = last;
  let nextSpan = 0;
  let from = last;
  for (const to of points) {
    for (let span = spans[nextSpan]; span && span.startMs <= from; span = spans[++nextSpan]) {
      coveredUntil = Math.max(coveredUntil, span.endMs);
    }
    const isWait = waits.some(({ startMs, endMs }) => startMs <= from && to <= endMs);
    const isActive = coveredUntil >= to || !isWait && to - from < gapThresholdMs;
    if (isActive) countedMs += to - from;
    else pauses.push({ startMs: from, endMs: to, ...isWait ? { isWait } : {} });
    from = to;
  }
  // Rounding errors may make the sum slightly too large.
  countedMs = Math.min(countedMs, nowMs - last);
  return { ...still(accumulated + countedMs, from), countedMs, pauses: joinWaits(pauses) };
}

/** Adds activity to a record's runtime. */
export function countActivity(
  record: LoopRecord,
  activity: Activity,
  settings: Pick<Settings, "cli_gap_threshold_seconds">,
  nowMs: number,
): LoopRecord {
  const { clock } = advanceClock(record, activity, nowMs, gapThresholdMs(settings));
  return { ...record, ...clock };
}

/** Returns the length from which silence counts as a pause, in milliseconds. */
export function gapThresholdMs(
  settings: Pick<Settings, "cli_gap_threshold_seconds">,
): number {
  return settings.cli_gap_threshold_seconds * SECOND_MS;
}

/** Joins a wait into one silence even if it contains evidence, such as the client's own lines. */
function joinWaits(pauses: readonly Silence[]): Silence[] {
  const joined: Silence[] = [];
  for (const each of pauses) {
    const last = joined.at(-1);
    const isSame = last?.isWait && each.isWait && last.endMs === each.startMs;
    if (isSame) joined.splice(-1, 1, { ...last, endMs: each.endMs });
    else joined.push(each);
  }
  return joined;
}

function still(accumulated: number, last: number): ClockStep {
  const clock = { accumulatedRuntimeMs: accumulated, lastHookAtMs: last };
  return { clock, countedMs: 0, pauses: [] };
}

/** Clips the spans to [last, nowMs], sorted by start. */
function clipSpans(spans: readonly Span[], last: number, nowMs: number): Span[] {
  return spans
    .filter(({ startMs, endMs }) => startMs < endMs && endMs > last && startMs < nowMs)
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, last),
      endMs: Math.min(endMs, nowMs),
    }))
    .sort((a, b) => a.startMs - b.startMs);
}

/**
 * Collects all moments of evidence in (last, nowMs], each once, in order. The ends of spans are evidence
 * too.
 */
function collectPoints(
  points: readonly number[],
  spans: readonly Span[],
  last: number,
  nowMs: number,
): number[] {
  const inside = new Set<number>();
  for (const point of points) if (point > last && point <= nowMs) inside.add(point);
  for (const { startMs, endMs } of spans) {
    if (startMs > last) inside.add(startMs);
    inside.add(endMs);
  }
  return [...inside].sort((a, b) => a - b);
}
