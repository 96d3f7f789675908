/** The present activity of a loop, and whether the client went on. Changes nothing. */
import { attempt } from "../../error.ts";
import { transcriptOf } from "../../evidence/open_sessions.ts";
import type { Activity } from "../../loop/facts.ts";
import { advanceClock, gapThresholdMs } from "../../loop/time/clock.ts";
import { isAtRest } from "../../loop/time/pausing.ts";
import type { TurnState } from "../../evidence/turn_state.ts";
import { exists } from "../../store/files/presence.ts";
import type { Places } from "../../store/places.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { readSessionRecord } from "../../store/records/session_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { type CountedLoop, readTick, type Tick } from "../turn_time.ts";
import { findUnhonoured } from "../unhonoured.ts";

/** Reads the transcript and the beats of a loop's session, and what the client did not honour in it. */
export function readLive(places: Places, record: LoopRecord) {
  const { ownerSession: owner, project, turn } = record;
  const session = owner === null
    ? null
    : attempt(() => readSessionRecord(places, owner, project, record.id));
  // Until the first Stop no record names the transcript.
  const path = session?.transcriptPath ?? transcriptOf(places, { sessionId: owner, cwd: project });
  const tick = readTick(places, record, path, null);
  const isResting = record.state === "paused" || owner === null;
  const unhonoured =
    (session === null || isResting ? null : findUnhonoured(record, session, tick, false)) ??
      session?.unhonoured ?? null;
  return {
    tick,
    unhonoured,
    isStillUnhonoured: unhonoured !== null && turn.state === "running" &&
      turn.since <= unhonoured.atMs,
    hasTranscript: path !== null && exists(path),
  };
}

/** The state of the running turn. */
interface PresentTurn {
  readonly nowMs: number;
  readonly kind: TurnState["kind"];
  /** When a person answered the last question; null if none did, or nothing shows it. */
  readonly answeredAtMs: number | null;
}

/**
 * Counts the activity of a session up to now: the turn that works now counts now, not only at its next
 * sign.
 */
export function countSession(
  record: LoopRecord,
  { activity, reading, record: ticked }: Tick,
  settings: Settings,
  { answeredAtMs, kind, nowMs }: PresentTurn,
): CountedLoop {
  if (isAtRest(record)) return { record, pauses: [] };
  const isWorking = kind === "working";
  const count = (present: Activity): CountedLoop => {
    const step = advanceClock(ticked, present, nowMs, gapThresholdMs(settings));
    return { record: { ...ticked, ...step.clock }, pauses: step.pauses };
  };
  if (!isWorking && kind !== "silent") return count(activity);
  const waits = (activity.waits ?? []).map(({ startMs, endMs }) => ({
    startMs,
    endMs: answeredAtMs === null ? endMs : Math.min(endMs, Math.max(startMs, answeredAtMs)),
  }));
  // A call may have waited for an answer before it ran.
  const answeredMs = waits.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
  // A call of an earlier turn, such as one that was refused, may have no result either.
  const running = reading.toolCalls
    .filter(({ endedAtMs, startedAtMs }) => endedAtMs === null && startedAtMs >= record.turn.since)
    .map(({ startedAtMs, timeoutMs }) => ({
      startMs: Math.max(startedAtMs, answeredMs),
      // An unseen call may wait at a prompt.
      endMs: isWorking ? nowMs : Math.min(nowMs, startedAtMs + timeoutMs),
    }));
  const present = isWorking ? [nowMs] : [];
  return count({
    pointsMs: [...activity.pointsMs, ...present],
    spans: [...activity.spans, ...running],
    waits,
  });
}

/**
 * Counts the agents of a run up to now, which the run itself does at each heartbeat.
 *
 * @param isRunning Whether its process runs.
 */
export function countRun(
  record: LoopRecord,
  isRunning: boolean,
  settings: Settings,
  nowMs: number,
): CountedLoop {
  const { accumulatedRuntimeMs, lastHookAtMs, turn } = record;
  if (!isRunning || turn.state === "resting") return { record, pauses: [] };
  // After a longer silence the machine may have slept.
  const sinceMs = Math.min(Math.max(0, nowMs - lastHookAtMs), gapThresholdMs(settings));
  const clock = {
    accumulatedRuntimeMs: accumulatedRuntimeMs + sinceMs,
    lastHookAtMs: lastHookAtMs + sinceMs,
  };
  return { record: { ...record, ...clock }, pauses: [] };
}
