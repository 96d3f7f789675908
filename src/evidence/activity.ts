/**
 * When a session was active, by the hooks' beats and the transcript: for the runtime clock, the
 * status, and the client's own count of continuations without a tool call.
 *
 * @module
 */
import type { Activity, Span } from "../loop/facts.ts";
import type { Beat } from "../store/records/beats.ts";
import type { ToolCall, TranscriptReading } from "./transcript/transcript.ts";

/** Maximum seconds between a hook's beat and the transcript's line of the same event. */
const NEAR_SECONDS = 2;

/** The evidence of activity. */
interface ActivitySources {
  readonly beats: readonly Beat[];
  readonly reading: Pick<TranscriptReading, "points" | "toolCalls" | "permissionMode">;
  /** Unix seconds of the event being handled, which counts as activity; null outside of events. */
  readonly eventAt: number | null;
  /** Unix seconds at which the session ended or its client was last known alive; else null. */
  readonly closedAt?: number | null;
}

/**
 * Collects the times at which a session was active.
 *
 * @returns Points and spans, unsorted; the clock clips them.
 */
export function buildActivity(sources: ActivitySources): Activity {
  const { beats, reading, eventAt, closedAt = null } = sources;
  const spans: Span[] = [];
  const measured = new Set<string>();
  for (const beat of beats) {
    // Only a tool's result reports a duration.
    if (beat.durationMs === undefined) continue;
    const seconds = beat.durationMs / 1000;
    spans.push({ start: beat.at - seconds, end: beat.at });
    if (beat.toolUseId) measured.add(beat.toolUseId);
  }
  const neverAsks = reading.permissionMode === "bypassPermissions";
  for (const call of reading.toolCalls) {
    if (measured.has(call.id)) continue;
    const span = spanOf(call, closedAt, neverAsks);
    if (span !== null) spans.push(span);
  }
  const points = [...beats.map(({ at }) => at), ...reading.points];
  if (eventAt !== null) points.push(eventAt);
  return { points, spans };
}

/**
 * The span of a call without a beat: the duration that its result reports, else the time between
 * call and result, at most the call's own timeout.
 */
function spanOf(call: ToolCall, closedAt: number | null, neverAsks: boolean): Span | null {
  const { startedAt, endedAt, timeoutSeconds, reportedSeconds } = call;
  if (endedAt === null) {
    // It may have waited for a permission, unless the session never asks.
    if (closedAt === null || closedAt <= startedAt || !neverAsks) return null;
    return { start: startedAt, end: Math.min(closedAt, startedAt + timeoutSeconds) };
  }
  if (reportedSeconds !== null) return { start: endedAt - reportedSeconds, end: endedAt };
  if (call.waitedForPerson || endedAt <= startedAt) return null;
  return { start: Math.max(startedAt, endedAt - timeoutSeconds), end: endedAt };
}

/** The last sign of life of a session. */
export interface LastSign {
  /** Unix seconds. */
  readonly at: number;
  /** What it was, such as `Bash npm test`; null where only the time is known. */
  readonly what: string | null;
}

/** Signs of life in a reading of the transcript. */
type Signs = Pick<TranscriptReading, "toolCalls" | "lastAgentAt" | "humanPrompts">;

/**
 * Finds the last sign of life.
 *
 * @param knownAt The loop's last event, Unix seconds.
 */
export function findLastSign(knownAt: number, signs: Signs, beats: readonly Beat[]): LastSign {
  const all: LastSign[] = [
    { at: knownAt, what: null },
    ...beats.map(({ at, event }) => ({ at, what: event === "prompt" ? "a prompt" : null })),
    ...signs.humanPrompts.map((at) => ({ at, what: "a prompt" })),
    ...signs.lastAgentAt === null ? [] : [{ at: signs.lastAgentAt, what: "the agent's message" }],
    ...signs.toolCalls.flatMap(({ startedAt, endedAt, label }) => [
      { at: startedAt, what: label },
      ...endedAt === null ? [] : [{ at: endedAt, what: `${label} ended` }],
    ]),
  ];
  // Of simultaneous signs, the later in the list has more detail.
  const last = all.reduce((best, sign) => sign.at >= best.at ? sign : best);
  if (last.what !== null) return last;
  // A beat may belong to a call that the transcript dates a little earlier or later.
  const near = all.findLast(({ at, what }) => what !== null && last.at - at <= NEAR_SECONDS);
  return { at: last.at, what: near?.what ?? null };
}

/**
 * Finds the time of the last tool call, by the transcript and the beats of the guard, which are
 * earlier than the transcript.
 *
 * @returns Unix seconds; null where neither has a call.
 */
export function lastToolCallAt(
  reading: Pick<TranscriptReading, "lastToolCallAt">,
  beats: readonly Beat[],
): number | null {
  // A beat comes with the result; subtract the duration to get the time of the call.
  // The client counts only calls of the main conversation, not those of subagents.
  const times = beats.filter(({ event, toolUseId }) =>
    toolUseId !== undefined && !event.startsWith("subagent-")
  )
    .map((beat) => beat.at - (beat.durationMs ?? 0) / 1000);
  if (reading.lastToolCallAt !== null) times.push(reading.lastToolCallAt);
  return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
}

/** What the count depends on. */
interface ToollessEvidence {
  /** Unix seconds of the last tool call, or null. */
  readonly lastToolCallAt: number | null;
  /** The event's own flag: false on the first Stop of a prompt, when the client restarts its count. */
  readonly stopHookActive: boolean;
}

/**
 * Drops the continuations before the last tool call; all of them where the client restarted its
 * count.
 *
 * @param continuations Unix seconds of the continuations, `toolless_continuations` of the record.
 */
export function dropCounted(
  continuations: readonly number[],
  evidence: ToollessEvidence,
): number[] {
  if (!evidence.stopHookActive) return [];
  const since = evidence.lastToolCallAt;
  return since === null ? [...continuations] : continuations.filter((at) => at > since);
}
