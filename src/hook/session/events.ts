/**
 * The rare events of a session: it begins or ends, a person types or is asked, a turn ends or fails.
 * Loaded together, at the first of them.
 */
import { isHumanPrompt } from "../../evidence/transcript/transcript.ts";
import { noteActive } from "../../store/records/calls.ts";
import { readLoopRecord } from "../../store/records/project_marks.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import type { LoopEvent } from "../../lifecycle/event.ts";
import type { HookResult } from "../answer.ts";
import { noteBeat, noteCallsEnd } from "../guard/repair.ts";
import { answerWrongEvent } from "../trouble.ts";
import { answerSessionEnd } from "./end.ts";
import { answerNotification, answerPrompt } from "./prompt.ts";
import { answerSessionStart } from "./start.ts";
import { answerStopFailure } from "./stop_failure.ts";
import { clearUserWait, noteUserWait } from "./user_wait.ts";
import { wakeAfterWait } from "./wait_waker.ts";

/** Answers any event of a session except the end of a tool call. */
export async function answerSeldomEvent(call: LoopEvent): Promise<HookResult> {
  const { event, loop } = call;
  switch (event.hookEventName) {
    case "SessionStart":
      return await answerSessionStart(call);
    case "UserPromptSubmit": {
      const isHuman = isHumanPrompt(event.prompt);
      // Only the owner's events are evidence of the loop's activity.
      if (loop.record.ownerSession === event.sessionId) {
        noteBeat(call, loop, { event: "prompt", human: isHuman });
      }
      noteCallsEnd(event, loop, call);
      const result = isHuman ? await answerPrompt(call) : answerNotification(call);
      noteOwner(call);
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
      return answerWrongEvent("session", event, call);
  }
}

/** A turn of the loop begins: whatever happens to its marks, the turn's end finds it. */
function noteOwner({ event, loop: { facts: { id }, project }, places }: LoopEvent): void {
  const record = readLoopRecord(project);
  const isOwner = record.kind === "ok" && record.value.id === id &&
    record.value.ownerSession === event.sessionId;
  if (isOwner) noteActive(places, { id, project }, event.sessionId);
}

/** Clears the record's wait for a person where the tool call that has ended was part of it. */
export function endUserWait(call: LoopEvent): void {
  changeLoop(call, call.loop, (record) => clearUserWait(record, call.event, call.nowMs()));
}
