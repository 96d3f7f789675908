/**
 * `ralph hook session`: all events of a session but the guard's, and the asynchronous side of
 * Stop.
 *
 * What only few events need is loaded only for them: the client waits for this after every command.
 *
 * @module
 */
import type { HookContext } from "../../lifecycle/context.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { findSessionLoop, type FoundLoop, openLoop } from "../../lifecycle/loop.ts";
import { loopPlaces } from "../../store/places.ts";
import { appendBeat, type Beat } from "../../store/records/beats.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { isAfterCall, lookAfterFiles, noteCallsEnd, withRepair } from "../guard/repair.ts";

/** Events at which the client waits for a person. */
const WAITS = new Set(["PermissionRequest", "Notification"]);

/**
 * Answers an event of a session.
 *
 * @param event The event.
 * @param context The hook's context.
 */
export async function answerSession(event: HookEvent, context: HookContext): Promise<HookResult> {
  if (!isAfterCall(event)) return await answerEvent(event, context, findSessionLoop(context));
  const scan = await lookAfterFiles(event, context);
  if (scan === null) return plain(NO_OPINION);
  noteCallsEnd(event, scan.found, context);
  return await withRepair(await answerEvent(event, context, scan.found), scan.told, event);
}

async function answerEvent(
  event: HookEvent,
  context: HookContext,
  found: FoundLoop | null,
): Promise<HookResult> {
  // Of a subagent only the length of its calls counts, and a prompt that holds its session up.
  const isForeign = event.agent_id && !isAfterCall(event) && !WAITS.has(event.hook_event_name);
  const loop = found === null ? null : openLoop(found);
  if (isForeign || context.env.isInsideRun || loop === null || event.session_id === "") {
    return plain(NO_OPINION);
  }
  const call: LoopEvent = { ...context, event, loop };
  switch (event.hook_event_name) {
    case "SessionStart":
      return await (await import("./start.ts")).answerSessionStart(call);
    case "UserPromptSubmit": {
      const { isHumanPrompt } = await import("../../evidence/transcript/transcript.ts");
      const { answerNotification, answerPrompt } = await import("./prompt.ts");
      const isHuman = isHumanPrompt(event.prompt);
      beat(call, { event: "prompt", human: isHuman });
      noteCallsEnd(event, loop, context);
      return isHuman ? await answerPrompt(call) : answerNotification(call);
    }
    case "PostToolUse":
    case "PostToolUseFailure":
      beat(call, {
        event: event.agent_id ? "subagent-tool-end" : "tool-end",
        tool_use_id: event.tool_use_id,
        ...(event.duration_ms == null ? {} : { duration_ms: event.duration_ms }),
      });
      if (loop.record.user_wait != null) (await import("./user_wait.ts")).endUserWait(call);
      return plain(NO_OPINION);
    case "PermissionRequest":
    case "Notification":
      return (await import("./user_wait.ts")).noteUserWait(call);
    case "SessionEnd":
      noteCallsEnd(event, loop, context);
      return (await import("./end.ts")).answerSessionEnd(call);
    case "Stop":
      return await (await import("./wait_waker.ts")).wakeAfterWait(call);
    case "StopFailure":
      return await (await import("./stop_failure.ts")).answerStopFailure(call);
    default:
      return (await import("../trouble.ts")).answerWrongEvent("session", event, context);
  }
}

/** Only the owner's events are evidence of the loop's activity. */
function beat({ event, loop, now, places }: LoopEvent, what: Omit<Beat, "at">): void {
  if (loop.record.owner_session !== event.session_id) return;
  appendBeat(loopPlaces(places, loop.facts.id).beats, { at: now(), ...what });
}
