/**
 * How a loop pauses and goes on (design §1, §4).
 *
 * @module
 */
import type { LoopRecord, Pause } from "../store/loop_record.ts";
import { moveTo } from "./transition.ts";

/** Turns Unix seconds into the instant form of the records, to the second. */
export function toInstant(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().replace(".000Z", "Z");
}

/**
 * Pauses a running loop. A loop that is draining or stopped stays what it is.
 *
 * @param record The loop's record.
 * @param pause Why, and until when where that is known (Unix seconds).
 * @param now Unix seconds.
 */
export function pause(
  record: LoopRecord,
  { why, detail, untilSeconds, wakesByItself }: {
    why: Pause["why"];
    detail: string;
    untilSeconds: number | null;
    wakesByItself: boolean;
  },
  now: number,
): LoopRecord {
  // A loop that is paused already gets the newer reason.
  const paused = record.state === "paused" ? record : moveTo(record, "paused");
  if (paused === null) return record;
  return {
    ...paused,
    turn: { state: "resting", since: toInstant(now) },
    pause: {
      why,
      since: toInstant(now),
      until: untilSeconds === null ? null : toInstant(untilSeconds),
      detail,
      wakes_by_itself: wakesByItself,
    },
  };
}

/**
 * Lets a paused loop go on. The clock starts anew from now: a pause is never active time.
 *
 * @param record The loop's record; any other state than paused is returned as it is.
 * @param now Unix seconds.
 */
export function resume(record: LoopRecord, now: number): LoopRecord {
  const running = moveTo(record, "running");
  return running === null ? record : { ...running, pause: null, last_hook_timestamp: now };
}

/** Notes that a turn runs, or that the session rests at its prompt. */
export function markTurn(
  record: LoopRecord,
  state: "running" | "resting",
  now: number,
): LoopRecord {
  return record.turn.state === state
    ? record
    : { ...record, turn: { state, since: toInstant(now) } };
}

/** Hands a loop with its counters to a session (`start --resume`, a claim). */
export function handOver(record: LoopRecord, sessionId: string, now: number): LoopRecord {
  const owned: LoopRecord = {
    ...record,
    owner_session: sessionId,
    transcript: record.owner_session === sessionId
      ? record.transcript
      : { offset: 0, subagents: {} },
    session_process: null,
    last_hook_timestamp: now,
  };
  return resume(owned, now);
}

/** A sentence that says that a loop is paused and what ends the pause. */
export function describePause(
  { why, until, wakes_by_itself, detail }: Pause,
  localTime: string | null,
): string {
  const because = detail === "" ? why : `${why}: ${detail}`;
  if (until === null) return `paused (${because}), type anything to go on`;
  const end = wakes_by_itself ? "wakes by itself" : "type anything to go on";
  return `paused until ${localTime ?? until}, ${end} (${because})`;
}
