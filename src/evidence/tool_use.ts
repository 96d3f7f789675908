/**
 * Continuations without a tool call, as the client counts them.
 *
 * @module
 */
import type { Beat } from "../store/records/beats.ts";
import type { TranscriptReading } from "./transcript/transcript.ts";

/**
 * When the session last called a tool, by the transcript and by the beats of the guard, which know
 * it before the transcript does.
 *
 * @returns Unix seconds, or null where neither knows of a call.
 */
export function lastToolCallAt(
  reading: Pick<TranscriptReading, "lastToolCallAt">,
  beats: readonly Beat[],
): number | null {
  // A result beats late and reports how long the call took: what counts is when it was made.
  // A subagent's calls are none of the main conversation's, and the client counts only those.
  const times = beats.filter(({ event, tool_use_id }) =>
    tool_use_id !== undefined && !event.startsWith("subagent-")
  )
    .map((beat) => beat.at - (beat.duration_ms ?? 0) / 1000);
  if (reading.lastToolCallAt !== null) times.push(reading.lastToolCallAt);
  return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
}

/** What the count hangs on. */
export interface ToollessEvidence {
  /** Unix seconds of the last tool call, or null. */
  readonly lastToolCallAt: number | null;
  /** The event's own flag: false on the first Stop of a prompt, when the client counts anew. */
  readonly stopHookActive: boolean;
}

/**
 * The continuations that still count: those after the last tool call; none where the client began
 * to count anew.
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
