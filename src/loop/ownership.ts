/**
 * Whose event this is: a loop belongs to one session, and no other is ever touched.
 *
 * @module
 */
import type { LoopRecord } from "../store/records/loop_record.ts";

/** A session, as an event names it. */
export interface Caller {
  readonly sessionId: string;
  /** False in `-p` (`CLAUDE_CODE_SESSION_ATTENDED=0`). */
  readonly isAttended: boolean;
}

/** The parts of the record that ownership hangs on. */
export type Owned = Pick<LoopRecord, "state" | "ownerSession" | "driver">;

/**
 * Whether the loop is this session's. An empty id never matches.
 *
 * @param record The loop's owner and driver.
 * @param caller The session of an event.
 *
 * @example Two sessions
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const record = { state: "running", owner_session: "a", driver: "session" } as const;
 * assertEquals(isOwner(record, { sessionId: "a", isAttended: true }), true);
 * assertEquals(isOwner(record, { sessionId: "b", isAttended: true }), false);
 * ```
 */
export function isOwner(record: Owned, caller: Caller): boolean {
  return caller.sessionId !== "" && record.driver === "session" &&
    record.ownerSession === caller.sessionId;
}

/**
 * Whether a session that begins, or gets a human prompt, takes over an unclaimed loop. A session
 * without a person (`-p`) never does: it must have been named by `start --session`.
 */
export function mayClaim(record: Owned, caller: Caller): boolean {
  return caller.sessionId !== "" && caller.isAttended && record.driver === "session" &&
    record.ownerSession === null && record.state === "running";
}

/** So many sessions are remembered; more would help nobody to choose. */
const MOST_SEEN = 20;

/**
 * Remembers who was here while the loop was unclaimed, so that status can name the ids.
 *
 * @param record The loop's record.
 * @param sessionId The session; an empty id is nobody's.
 * @returns The record with one more session seen; null where that is no news.
 */
export function withSeen(record: LoopRecord, sessionId: string): LoopRecord | null {
  const isNews = record.ownerSession === null && record.driver === "session" &&
    sessionId !== "" && !record.sessionsSeen.includes(sessionId);
  if (!isNews) return null;
  return { ...record, sessionsSeen: [...record.sessionsSeen, sessionId].slice(-MOST_SEEN) };
}
