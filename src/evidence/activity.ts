/**
 * Evidence that a session was active, for the runtime clock.
 *
 * A beat or an entry is a moment; a tool call is a span as long as its result reports. Waiting for a
 * permission counts nothing: a call's start opens no span, only its result closes one.
 *
 * @module
 */
import type { Activity, Span } from "../loop/facts.ts";
import type { Beat } from "../store/records/beats.ts";
import type { ToolCall, TranscriptReading } from "./transcript/transcript.ts";

/** What activity is built from. */
export interface ActivitySources {
  readonly beats: readonly Beat[];
  readonly reading: Pick<TranscriptReading, "points" | "toolCalls" | "permissionMode">;
  /** Unix seconds of the event being handled, which is evidence itself; null for a mere question. */
  readonly eventAt: number | null;
  /** Unix seconds at which the session ended or its client was last known alive; else null. */
  readonly closedAt?: number | null;
}

/**
 * Builds the evidence.
 *
 * @returns Points and spans in no order; the clock clips them.
 */
export function buildActivity(sources: ActivitySources): Activity {
  const { beats, reading, eventAt, closedAt = null } = sources;
  const spans: Span[] = [];
  const measured = new Set<string>();
  for (const beat of beats) {
    // Only a tool's result reports a duration.
    if (beat.duration_ms === undefined) continue;
    const seconds = beat.duration_ms / 1000;
    spans.push({ start: beat.at - seconds, end: beat.at });
    if (beat.tool_use_id) measured.add(beat.tool_use_id);
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
 * The span of a call of which no beat reports the duration: what its result reports, else at most
 * its own timeout back from the result.
 */
function spanOf(call: ToolCall, closedAt: number | null, neverAsks: boolean): Span | null {
  const { startedAt, endedAt, timeoutSeconds, reportedSeconds } = call;
  if (endedAt === null) {
    // It may never have run but waited for a permission, unless nobody is ever asked.
    if (closedAt === null || closedAt <= startedAt || !neverAsks) return null;
    return { start: startedAt, end: Math.min(closedAt, startedAt + timeoutSeconds) };
  }
  if (reportedSeconds !== null) return { start: endedAt - reportedSeconds, end: endedAt };
  if (call.waitedForPerson || endedAt <= startedAt) return null;
  return { start: Math.max(startedAt, endedAt - timeoutSeconds), end: endedAt };
}
