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
export type Owned = Pick<LoopRecord, "state" | "owner_session" | "driver">;

/** Whether the loop is this session's. An empty id never matches. */
export function isOwner(record: Owned, caller: Caller): boolean {
  return caller.sessionId !== "" && record.driver === "session" &&
    record.owner_session === caller.sessionId;
}

/**
 * Whether a session that begins, or gets a human prompt, takes over an unclaimed loop. A session
 * without a person (`-p`) never does: it must have been named by `start --session`.
 */
export function mayClaim(record: Owned, caller: Caller): boolean {
  return caller.sessionId !== "" && caller.isAttended && record.driver === "session" &&
    record.owner_session === null && record.state === "running";
}
