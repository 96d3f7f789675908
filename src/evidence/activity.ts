/**
 * When a session was active, by the hooks' beats and the transcript: for the runtime clock, for the
 * status, and for the client's own count of continuations without a tool call.
 *
 * @module
 */
import type { Activity, Span } from "../loop/facts.ts";
import type { Beat } from "../store/records/beats.ts";
import type { ToolCall, TranscriptReading } from "./transcript/transcript.ts";

/** A hook's beat and the transcript's line of the same thing are not further apart. */
const NEAR_SECONDS = 2;

/** What activity is built from. */
interface ActivitySources {
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

/** A sign of life. */
export interface LastSign {
  /** Unix seconds. */
  readonly at: number;
  /** What it was, such as `Bash npm test`; null where only the moment is known. */
  readonly what: string | null;
}

/** What is known without the transcript's text. */
type Signs = Pick<TranscriptReading, "toolCalls" | "lastAgentAt" | "humanPrompts">;

/**
 * Finds the last sign.
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
  // Of signs at one moment the later one in the list says more.
  const last = all.reduce((best, sign) => sign.at >= best.at ? sign : best);
  if (last.what !== null) return last;
  // A beat stands for the call that the transcript names a moment earlier or later.
  const near = all.findLast(({ at, what }) => what !== null && last.at - at <= NEAR_SECONDS);
  return { at: last.at, what: near?.what ?? null };
}

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
  // A subagent's calls do not belong to the main conversation, and the client counts only those.
  const times = beats.filter(({ event, toolUseId }) =>
    toolUseId !== undefined && !event.startsWith("subagent-")
  )
    .map((beat) => beat.at - (beat.durationMs ?? 0) / 1000);
  if (reading.lastToolCallAt !== null) times.push(reading.lastToolCallAt);
  return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
}

/** What the count hangs on. */
interface ToollessEvidence {
  /** Unix seconds of the last tool call, or null. */
  readonly lastToolCallAt: number | null;
  /** The event's own flag: false on the first Stop of a prompt, when the client begins to count again. */
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
