/**
 * A Stop event of a session that does not own the loop: it is never touched (design §4.1).
 *
 * @module
 */
import type { LoopRecord } from "../store/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import { changeRecord } from "./change_record.ts";
import type { Case } from "./stop_case.ts";

/** So many sessions are remembered; more would help nobody to choose. */
const MOST_SEEN = 20;

/** An unclaimed loop remembers who was here, so that status can name the ids. */
export function noteStranger({ world, event, here }: Case, record: LoopRecord): HookResult {
  if (isNews(record, event.session_id)) {
    changeRecord(world, here, (present) =>
      isNews(present, event.session_id)
        ? {
          ...present,
          sessions_seen: [...present.sessions_seen, event.session_id].slice(-MOST_SEEN),
        }
        : null);
  }
  return plain(NO_OPINION);
}

function isNews(record: LoopRecord, sessionId: string): boolean {
  return record.owner_session === null && record.driver === "session" && sessionId !== "" &&
    !record.sessions_seen.includes(sessionId);
}
