/**
 * `ralph hook session`: all events of a session but the guard's, and the asynchronous side of
 * Stop.
 *
 * What only few events need is loaded only for them: the client waits for this after every command.
 *
 * @module
 */
import { appendBeat, type Beat } from "../../store/records/beats.ts";
import { loopPlaces } from "../../store/places.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { isAfterCall, lookAfterFiles, noteCallsEnd, withRepair } from "../guard/repair.ts";
import { findSessionLoop, type FoundLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** Events at which the client waits for a person. */
const WAITS = new Set(["PermissionRequest", "Notification"]);

/** Answers an event of a session. */
export async function answerSession(event: HookEvent, context: HookContext): Promise<HookResult> {
  if (!isAfterCall(event)) return await answerEvent(event, context);
  const looked = await lookAfterFiles(event, context);
  if (looked !== null) noteCallsEnd(event, looked.here, context);
  return await withRepair(await answerEvent(event, context), looked?.told ?? null, event);
}

async function answerEvent(event: HookEvent, context: HookContext): Promise<HookResult> {
  // Of a subagent only the length of its calls counts, and a prompt that holds its session up.
  const isForeign = event.agent_id && !isAfterCall(event) && !WAITS.has(event.hook_event_name);
  if (isForeign || context.env.isInsideRun) return plain(NO_OPINION);
  const here = findSessionLoop(context);
  if (here === null || here.record.kind !== "ok" || event.session_id === "") {
    return plain(NO_OPINION);
  }
  switch (event.hook_event_name) {
    case "SessionStart": {
      const { answerSessionStart } = await import("./start.ts");
      return await answerSessionStart(event, here, context);
    }
    case "UserPromptSubmit": {
      const { isHumanPrompt } = await import("../../evidence/transcript/transcript.ts");
      const { answerNotification, answerPrompt } = await import("./prompt.ts");
      const isHuman = isHumanPrompt(event.prompt);
      beat(event, here, context, { event: "prompt", human: isHuman });
      noteCallsEnd(event, here, context);
      return isHuman
        ? await answerPrompt(event, here, context)
        : answerNotification(event, here, context);
    }
    case "PostToolUse":
    case "PostToolUseFailure":
      beat(event, here, context, {
        event: event.agent_id ? "subagent-tool-end" : "tool-end",
        tool_use_id: event.tool_use_id,
        ...(event.duration_ms == null ? {} : { duration_ms: event.duration_ms }),
      });
      if (here.record.value.user_wait != null) {
        const { changeLoop } = await import("../../lifecycle/change.ts");
        const { clearUserWait } = await import("./user_wait.ts");
        changeLoop(context, here, (record) => clearUserWait(record, event, context.now()));
      }
      return plain(NO_OPINION);
    case "PermissionRequest":
    case "Notification": {
      const { noteUserWait } = await import("./user_wait.ts");
      return noteUserWait(event, here, context);
    }
    case "SessionEnd": {
      noteCallsEnd(event, here, context);
      const { answerSessionEnd } = await import("./end.ts");
      return answerSessionEnd(event, here, context);
    }
    case "Stop": {
      const { wakeAfterWait } = await import("./wait_waker.ts");
      return await wakeAfterWait(event, here, context);
    }
    case "StopFailure": {
      const { answerStopFailure } = await import("./stop_failure.ts");
      return await answerStopFailure(event, here, context);
    }
    default: {
      const { answerWrongEvent } = await import("../trouble.ts");
      return answerWrongEvent("session", event, context);
    }
  }
}

/** Only the owner's events are evidence of the loop's activity. */
function beat(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
  what: Omit<Beat, "at">,
): void {
  if (here.record.kind !== "ok" || here.record.value.owner_session !== event.session_id) return;
  appendBeat(loopPlaces(context.places, here.facts.id).beats, { at: context.now(), ...what });
}
