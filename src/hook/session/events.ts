/**
 * The rare events of a session: it begins or ends, a person types or is asked, a turn ends or fails.
 * Loaded together, at the first of them.
 */
import { attempt } from "../../error.ts";
import { isHumanPrompt } from "../../evidence/transcript/transcript.ts";
import { noteActive } from "../../store/repair/calls.ts";
import { readLoopRecord } from "../../store/records/project_marks.ts";
import { startWatch } from "../../lifecycle/watch.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import type { LoopEvent } from "../../lifecycle/event.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { noteBeat } from "../beat.ts";
import { noteCallsEnd } from "../../repair/agent_calls.ts";
import { answerSessionEnd } from "./end.ts";
import { answerNotification, answerPrompt } from "./prompt.ts";
import { answerSessionStart } from "./start.ts";
import { answerStopFailure } from "./stop_failure.ts";
import { clearUserWait, noteUserWait, readBeginsTurn } from "./user_wait.ts";
import { wakeAfterWait } from "./wait_waker.ts";

/** Answers any event of a session except the end of a tool call. */
export async function answerSeldomEvent(call: LoopEvent): Promise<HookResult> {
  const { event, loop } = call;
  switch (event.hookEventName) {
    case "SessionStart":
      return await answerSessionStart(call);
    case "UserPromptSubmit": {
      const isHuman = isTyped(event);
      // Only the owner's events are evidence of the loop's activity.
      if (loop.record.ownerSession === event.sessionId) {
        const beginsTurn = readBeginsTurn(call);
        const known = beginsTurn === null ? {} : { beginsTurn };
        noteBeat(call, loop, { event: "prompt", human: isHuman, ...known });
      }
      noteCallsEnd(event, loop, call);
      const result = isHuman ? await answerPrompt(call) : answerNotification(call);
      noteTurn(call);
      return result;
    }
    case "PermissionRequest":
    case "Notification":
      return noteUserWait(call);
    case "SessionEnd":
      noteCallsEnd(event, loop, call);
      return answerSessionEnd(call);
    case "Stop":
      return await wakeAfterWait(call);
    case "StopFailure":
      return await answerStopFailure(call);
    default:
      return plain(NO_OPINION);
  }
}

/** Sources of prompts that no person typed, as the client names them. */
const NOBODY = new Set(["system", "loop_wakeup", "schedule_wakeup", "poll_event"]);

/** Checks whether a person typed a prompt: the client says so, or else the text is not the client's own. */
function isTyped({ prompt, source }: LoopEvent["event"]): boolean {
  if (NOBODY.has(source)) return false;
  return source === "user" ? prompt.trim() !== "" : isHumanPrompt(prompt);
}

/** Notes that a turn begins and watches it, so that its Stop finds the loop even without its marks. */
function noteTurn(call: LoopEvent): void {
  const { event: { sessionId }, loop, places } = call;
  const record = attempt(() => readLoopRecord(loop.project));
  if (record?.id !== loop.facts.id || record.ownerSession !== sessionId) return;
  noteActive(places, { id: record.id, project: loop.project }, sessionId);
  startWatch(call, record);
}

/** Clears the record's wait for a person if the tool call that has ended was part of it. */
export function endUserWait(call: LoopEvent): void {
  changeLoop(call, call.loop, (record) => clearUserWait(record, call.event, call.nowMs()));
}
