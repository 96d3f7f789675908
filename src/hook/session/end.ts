/** SessionEnd: the session closes, the loop is paused and waits for it. */
import { closeSession, describePause } from "../../loop/time/pausing.ts";
import { judgeRequestedEnd } from "../../loop/rules/requested_end.ts";
import type { LoopRecord, SessionClosing } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalPause } from "../../lifecycle/journal.ts";
import { endAtEvent } from "../../lifecycle/end.ts";
import type { LoopEvent } from "../../lifecycle/event.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import { pauseCutOff, wasInterrupted } from "./cut_off.ts";
import { noticeUnhonoured } from "../../lifecycle/unhonoured.ts";

/** Answers SessionEnd: pauses the owner's loop, or ends it if the user asked for that. */
export function answerSessionEnd(call: LoopEvent): HookResult {
  const { env, event, loop } = call;
  if (loop.record.ownerSession !== event.sessionId) return forget(call);
  const counted = (record: LoopRecord) => countLastTurn(call, record, { isClosing: true });
  // A stop that the user asked for during the turn takes effect at its end, which is now.
  const asked = judgeRequestedEnd(loop.record, loop);
  if (asked !== null) {
    endAtEvent(call, asked, counted(loop.record));
    return plain(NO_OPINION);
  }
  noticeUnhonoured(call);
  const changed = changeLoop(call, loop, (record) => {
    if (record.ownerSession !== event.sessionId) return null;
    const present = wasInterrupted(call, record) ? pauseCutOff(call, record) : counted(record);
    const how = CLOSINGS.get(event.reason) ?? (env.isAttended ? "window" : "print");
    return closeSession(present, how, event.reason, call.nowMs());
  });
  if (changed !== null && changed.pause !== null) {
    const { pause, ownerSession: owner } = changed;
    const sentence = `The session closed; the loop is ${describePause(pause, owner, null)}`;
    journalPause(call, changed, pause, sentence);
  }
  return plain(NO_OPINION);
}

/** How a session closed, by what the client names; `other` is a closed window, or the end of `-p`. */
const CLOSINGS: ReadonlyMap<string, SessionClosing> = new Map([
  ["clear", "clear"],
  ["resume", "switched"],
  ["prompt_input_exit", "exit"],
  ["logout", "exit"],
]);

/** Removes a closed session from the candidates for an unclaimed loop. */
function forget(call: LoopEvent): HookResult {
  const { event: { sessionId: id }, loop } = call;
  const isSeen = ({ ownerSession: owner, sessionsSeen: seen }: LoopRecord) =>
    owner === null && seen.includes(id);
  if (isSeen(loop.record)) {
    changeLoop(call, loop, (record) => {
      const seen = record.sessionsSeen.filter((session) => session !== id);
      return isSeen(record) ? { ...record, sessionsSeen: seen } : null;
    });
  }
  return plain(NO_OPINION);
}
