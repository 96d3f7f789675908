/**
 * A Stop event of a session that does not own the loop: it is never touched.
 *
 * @module
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import type { Case } from "./case.ts";

/** So many sessions are remembered; more would help nobody to choose. */
const MOST_SEEN = 20;

/** An unclaimed loop remembers who was here, so that status can name the ids. */
export function noteStranger({ context, event, here }: Case, record: LoopRecord): HookResult {
  if (withSeen(record, event.session_id) !== null) {
    changeLoop(context, here, (present) => withSeen(present, event.session_id));
  }
  return plain(NO_OPINION);
}

/** The record of an unclaimed loop with one more session seen; null where that is no news. */
export function withSeen(record: LoopRecord, sessionId: string): LoopRecord | null {
  const isNews = record.owner_session === null && record.driver === "session" &&
    sessionId !== "" && !record.sessions_seen.includes(sessionId);
  if (!isNews) return null;
  return { ...record, sessions_seen: [...record.sessions_seen, sessionId].slice(-MOST_SEEN) };
}
