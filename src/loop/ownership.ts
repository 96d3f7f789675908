/** Ownership: a loop belongs to one session, and no event of another session affects it. */
import type { LoopRecord } from "../store/records/loop_record.ts";

/** A session, as an event names it. */
export interface Caller {
  readonly sessionId: string;
  /** False in `-p` (`CLAUDE_CODE_SESSION_ATTENDED=0`). */
  readonly isAttended: boolean;
}

type Owned = Pick<LoopRecord, "state" | "ownerSession" | "driver">;

/**
 * Checks whether a session owns a loop. An empty id never matches.
 *
 * @example Two sessions
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const record = { ownerSession: "a", driver: "session" } as const;
 * assertEquals(["a", "b"].map((session) => isOwner(record, session)), [true, false]);
 * ```
 */
export function isOwner(record: Omit<Owned, "state">, sessionId: string): boolean {
  return sessionId !== "" && record.driver === "session" && record.ownerSession === sessionId;
}

/**
 * Checks whether a session that begins, or receives a prompt from a person, may claim a loop. A session
 * without a person (`-p`) may not: `start --session` has to name it.
 */
export function mayClaim(record: Owned, caller: Caller): boolean {
  return caller.sessionId !== "" && caller.isAttended && record.driver === "session" &&
    record.ownerSession === null && record.state === "running";
}

/** Maximum number of sessions that a record remembers. */
const MOST_SEEN = 20;

/**
 * Records a session that was seen while the loop was unclaimed, so that `status` can list it.
 *
 * @param sessionId The session. An empty id is ignored.
 * @returns The changed record; null if nothing changes.
 */
export function withSeen(record: LoopRecord, sessionId: string): LoopRecord | null {
  const isNew = record.ownerSession === null && record.driver === "session" &&
    sessionId !== "" && !record.sessionsSeen.includes(sessionId);
  if (!isNew) return null;
  return { ...record, sessionsSeen: [...record.sessionsSeen, sessionId].slice(-MOST_SEEN) };
}
