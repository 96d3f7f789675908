/** The states of a loop and the moves between them: pause, resume, close and reopen. */
import type { LoopRecord, Pause, SessionClosing } from "../../store/records/loop_record.ts";
import type { Place } from "../../text/command_name.ts";
import { describeCause, howToContinue } from "./pause_cause.ts";

const MOVES: Readonly<Record<LoopRecord["state"], readonly LoopRecord["state"][]>> = {
  running: ["draining", "paused", "stopped"],
  draining: ["stopped"],
  paused: ["running", "stopped"],
  stopped: [],
};

/**
 * Moves a loop to another state.
 *
 * @returns The record in the new state; null if the move is not allowed.
 */
export function moveTo(record: LoopRecord, to: LoopRecord["state"]): LoopRecord | null {
  return MOVES[record.state].includes(to) ? { ...record, state: to } : null;
}

/** Pauses a running loop. A loop that is draining or stopped stays unchanged. */
export function pause(
  record: LoopRecord,
  { why, detail, untilMs, wakesByItself }: {
    why: Pause["why"];
    detail: string;
    untilMs: number | null;
    wakesByItself: boolean;
  },
  nowMs: number,
): LoopRecord {
  // A loop that is already paused takes the new reason.
  const paused = record.state === "paused" ? record : moveTo(record, "paused");
  if (paused === null) return record;
  return {
    ...paused,
    turn: { state: "resting", since: nowMs },
    userWait: null,
    pause: { why, since: nowMs, until: untilMs, detail, wakesByItself },
  };
}

/**
 * Resumes a paused loop. The clock restarts at `nowMs`: a pause is never active time.
 *
 * @param record The loop's record; unchanged if it is not paused.
 */
export function resume(record: LoopRecord, nowMs: number): LoopRecord {
  const running = moveTo(record, "running");
  return running === null
    ? record
    : { ...running, pause: null, userWait: null, lastHookAtMs: nowMs };
}

/** Records that a turn runs, or that the session is at its prompt, since `nowMs`. */
export function markTurn(
  record: LoopRecord,
  state: "running" | "resting",
  nowMs: number,
): LoopRecord {
  return record.turn.state === state ? record : { ...record, turn: { state, since: nowMs } };
}

/**
 * Checks whether no turn of the loop runs or waits for background work: the loop is paused or unclaimed, or
 * its session waits for a prompt.
 */
export function isAtRest({ lastDecision, ownerSession, state, turn }: LoopRecord): boolean {
  if (state === "paused" || ownerSession === null) return true;
  const waitsForTask = lastDecision?.kind === "wait" && turn.since <= lastDecision.at;
  return turn.state === "resting" && !waitsForTask;
}

/** Transfers a loop with its counters to a session (`start --resume`, a claim). */
export function handOver(record: LoopRecord, sessionId: string, nowMs: number): LoopRecord {
  const isSame = record.ownerSession === sessionId;
  const owned: LoopRecord = {
    ...record,
    ownerSession: sessionId,
    ...(isSame ? {} : { transcript: { offset: 0, subagents: {} }, countedSinceMs: nowMs }),
    sessionProcess: isSame ? record.sessionProcess : null,
    lastHookAtMs: nowMs,
  };
  return resume(owned, nowMs);
}

/**
 * Records that the owner's session closed. An earlier pause keeps its cause, but no longer ends by itself.
 *
 * @param detail The client's reason.
 */
export function closeSession(
  record: LoopRecord,
  closed: SessionClosing,
  detail: string,
  nowMs: number,
): LoopRecord {
  const paused = record.pause === null
    ? pause(record, { why: "session-closed", detail, untilMs: null, wakesByItself: false }, nowMs)
    : record;
  return {
    ...paused,
    pause: paused.pause === null ? null : { ...paused.pause, closed, wakesByItself: false },
    sessionProcess: null,
    userWait: null,
  };
}

/**
 * Records that the owner's session is open again. A pause that began only with the closing is over, and any
 * question of the closed window is gone.
 */
export function reopenSession(record: LoopRecord, nowMs: number): LoopRecord {
  const { pause: paused } = record;
  if (paused === null || paused.why === "session-closed") {
    const turn = { state: "resting", since: nowMs } as const;
    return { ...resume(record, nowMs), userWait: null, turn, lastHookAtMs: nowMs };
  }
  const { closed: _closed, ...open } = paused;
  return { ...record, pause: open };
}

/** Describes why a loop is paused and how the pause ends, to follow "the loop is". */
export function describePause(
  pause: Pause,
  session: string | null,
  localTime: string | null,
  place: Place = "terminal",
): string {
  return `paused (${describeCause(pause)}): ${howToContinue(pause, session, localTime, place)}`;
}

/**
 * Finds when the running turn began. The agent keeps running across continuations, and each of them begins
 * a turn.
 *
 * @returns Epoch milliseconds.
 */
export function findTurnStart(
  { lastDecision, turn }: Pick<LoopRecord, "lastDecision" | "turn">,
): number {
  return Math.max(turn.since, lastDecision?.at ?? 0);
}
