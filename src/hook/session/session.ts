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
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import {
  checkLoopFiles,
  isAfterCall,
  noteBeat,
  noteCallsEnd,
  withRepair,
} from "../guard/repair.ts";

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
  const check = await checkLoopFiles(event, context);
  if (check === null) return plain(NO_OPINION);
  noteCallsEnd(event, check.found, context);
  return await withRepair(await answerEvent(event, context, check.found), check.notice, event);
}

async function answerEvent(
  event: HookEvent,
  context: HookContext,
  found: FoundLoop | null,
): Promise<HookResult> {
  // Of a subagent only the length of its calls counts, and a prompt that its session waits for.
  const isForeign = event.agent_id && !isAfterCall(event) && !WAITS.has(event.hook_event_name);
  const loop = found === null ? null : openLoop(found);
  if (isForeign || context.env.isInsideRun || loop === null || event.session_id === "") {
    return plain(NO_OPINION);
  }
  const call: LoopEvent = { ...context, event, loop };
  if (!isAfterCall(event)) return await (await import("./events.ts")).answerSeldomEvent(call);
  // Only the owner's events are evidence of the loop's activity.
  if (loop.record.owner_session === event.session_id) {
    noteBeat(call, loop, {
      event: event.agent_id ? "subagent-tool-end" : "tool-end",
      tool_use_id: event.tool_use_id,
      ...(event.duration_ms == null ? {} : { duration_ms: event.duration_ms }),
    });
  }
  if (loop.record.user_wait != null) (await import("./events.ts")).endUserWait(call);
  return plain(NO_OPINION);
}
