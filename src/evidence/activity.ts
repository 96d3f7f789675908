/**
 * Determines when a session was active, from the hooks' beats and the transcript: for the runtime clock,
 * the status, and the client's own count of continuations without a tool call.
 */
import type { Activity, Span } from "../loop/facts.ts";
import type { Beat } from "../store/records/beats.ts";
import type { ToolCall, TranscriptReading } from "./transcript/transcript.ts";

/** Maximum time between a hook's beat and the transcript's line of the same event. */
export const NEAR_MS = 2_000;

/** The beat for a client that starts to wait for a person. */
export const WAIT_BEAT = "wait";

/** The parts of a reading that show when a session was active. */
export type Signs = Pick<TranscriptReading, "toolCalls" | "lastAnswerAtMs" | "humanPromptsMs">;

interface ActivitySources {
  readonly beats: readonly Beat[];
  readonly reading:
    & Signs
    & Pick<TranscriptReading, "pointsMs" | "permissionMode" | "interruptedAtMs">;
  /** The time of the event being handled, which counts as activity; null outside of events. */
  readonly eventAtMs: number | null;
  /** The time when the session ended, or its client was last known alive; else null. */
  readonly closedAtMs?: number | null;
  /** The start of the running turn if the clock has counted just up to it; null if it is within the turn. */
  readonly begunAtMs?: number | null;
}

/**
 * Collects the times at which a session was active.
 *
 * @returns Points and spans, unsorted; the clock clips them.
 */
export function buildActivity(sources: ActivitySources): Activity {
  const { beats, reading, eventAtMs, begunAtMs = null, closedAtMs = null } = sources;
  const spans: Span[] = [];
  const measured = new Set<string>();
  for (const beat of beats) {
    // Only a tool's result reports a duration.
    if (beat.durationMs === undefined) continue;
    spans.push({ startMs: beat.atMs - beat.durationMs, endMs: beat.atMs });
    if (beat.toolUseId) measured.add(beat.toolUseId);
  }
  const neverAsks = reading.permissionMode === "bypassPermissions";
  for (const call of reading.toolCalls) {
    if (measured.has(call.id)) continue;
    const span = spanOf(call, closedAtMs, neverAsks);
    if (span !== null) spans.push(span);
  }
  const pointsMs = [...beats.map(({ atMs }) => atMs), ...reading.pointsMs];
  if (eventAtMs !== null) pointsMs.push(eventAtMs);
  return { pointsMs, spans, waits: findWaits(beats, reading, begunAtMs) };
}

/**
 * Finds when the session waited for a person: from a prompt, a dialog or an interruption until the next
 * sign of an answer.
 */
function findWaits(
  beats: readonly Beat[],
  reading: ActivitySources["reading"],
  begunAtMs: number | null,
): Span[] {
  const begun = beats.filter(({ event }) => event === WAIT_BEAT).map(({ atMs }) => atMs);
  if (reading.interruptedAtMs !== null) begun.push(reading.interruptedAtMs);
  const prompts = beats.filter(({ human }) => human === true);
  if (begun.length === 0 && prompts.length === 0) return [];
  const ofAgent = [
    ...beats.filter(({ event, human }) => event !== WAIT_BEAT && human !== true)
      .map(({ atMs, durationMs = 0 }) => atMs - durationMs),
    ...reading.toolCalls.flatMap(({ startedAtMs, endedAtMs }) => [startedAtMs, endedAtMs ?? 0]),
    reading.lastAnswerAtMs ?? 0,
  ];
  const signs = [...ofAgent, ...prompts.map(({ atMs }) => atMs), ...reading.humanPromptsMs];
  const waits = begun.map((startMs) => ({
    startMs,
    endMs: signs.filter((at) => at > startMs + NEAR_MS).reduce((a, b) => Math.min(a, b), Infinity),
  }));
  // No event or line shows an Esc before the agent's first word, but the next prompt does.
  const prompted = [...ofAgent, ...prompts.map(({ atMs }) => atMs), begunAtMs ?? 0];
  const rests = prompts.filter((prompt) => followsRest(prompt, begunAtMs, ofAgent)).map((
    { atMs: endMs },
  ) => ({
    startMs: prompted.filter((at) => at < endMs).reduce((a, b) => Math.max(a, b), 0),
    endMs,
  }));
  return [...waits, ...rests];
}

/**
 * Checks whether the session was at rest when a prompt was typed. If the client does not say so, it was at
 * rest only if the agent has shown no activity in the turn that another prompt began: a prompt that is
 * typed during a turn does not end any work.
 */
function followsRest(
  { atMs, beginsTurn }: Beat,
  begunAtMs: number | null,
  ofAgent: readonly number[],
): boolean {
  if (beginsTurn !== undefined) return beginsTurn;
  return begunAtMs !== null && begunAtMs < atMs &&
    !ofAgent.some((at) => at > begunAtMs && at < atMs);
}

/**
 * Returns the span of a call without a beat: the duration that its result reports, else the time between
 * call and result, but at most the call's own timeout.
 */
function spanOf(call: ToolCall, closedAtMs: number | null, neverAsks: boolean): Span | null {
  const { startedAtMs, endedAtMs, timeoutMs, reportedMs } = call;
  if (endedAtMs === null) {
    // It may have waited for a permission, unless the session never asks.
    if (closedAtMs === null || closedAtMs <= startedAtMs || !neverAsks) return null;
    return { startMs: startedAtMs, endMs: Math.min(closedAtMs, startedAtMs + timeoutMs) };
  }
  if (reportedMs !== null) return { startMs: endedAtMs - reportedMs, endMs: endedAtMs };
  if (call.waitedForPerson || endedAtMs <= startedAtMs) return null;
  return { startMs: Math.max(startedAtMs, endedAtMs - timeoutMs), endMs: endedAtMs };
}

/**
 * Finds the time of the last tool call, from the transcript and from the guard's beats, which are written
 * earlier.
 *
 * @returns Epoch milliseconds; null if neither has a call.
 */
export function lastToolCallAtMs(
  reading: Pick<TranscriptReading, "lastToolCallAtMs">,
  beats: readonly Beat[],
): number | null {
  // A beat is written with the result, so subtract the duration to get the time of the call.
  // The client counts only calls of the main conversation, not those of subagents.
  const times = beats.filter(({ event, toolUseId }) =>
    toolUseId !== undefined && !event.startsWith("subagent-")
  )
    .map((beat) => beat.atMs - (beat.durationMs ?? 0));
  if (reading.lastToolCallAtMs !== null) times.push(reading.lastToolCallAtMs);
  return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
}

interface ToollessEvidence {
  /** The time of the last tool call; null without one. */
  readonly lastToolCallAtMs: number | null;
  /** The event's own flag: false on the first Stop of a prompt, when the client restarts its count. */
  readonly stopHookActive: boolean;
}

/**
 * Drops the continuations before the last tool call, or all of them if the client restarted its count.
 *
 * @param continuationsMs When the continuations were sent: `toollessAtMs` of the session's record.
 */
export function dropCounted(
  continuationsMs: readonly number[],
  evidence: ToollessEvidence,
): number[] {
  if (!evidence.stopHookActive) return [];
  const since = evidence.lastToolCallAtMs;
  return since === null ? [...continuationsMs] : continuationsMs.filter((at) => at > since);
}
