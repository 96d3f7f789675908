/**
 * `ralph hook session`: all events of a session except the guard's, and the asynchronous side of
 * Stop.
 *
 * The client waits for this after every command: docs/start-up.md.
 */
import type { HookContext } from "../../lifecycle/context.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { findLostLoop, findSessionLoop, type FoundLoop, openLoop } from "../../lifecycle/loop.ts";
import { noteCompared } from "../../store/repair/calls.ts";
import { noteBeat } from "../beat.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { foldersOfHook } from "../../store/project.ts";
import { isAfterCall, noteCallsEnd } from "../../repair/agent_calls.ts";
import { checkLoopFiles } from "../../repair/check_loop_files.ts";
import { withRepair } from "../with_repair.ts";

/** Events at which the client waits for a person. */
const WAITS = new Set(["PermissionRequest", "Notification"]);

/** Answers an event of a session; after a tool call it checks the loop's files first. */
export async function answerSession(event: HookEvent, context: HookContext): Promise<HookResult> {
  // After Esc no Stop follows a call, so its effects are first seen at the next prompt.
  if (!isAfterCall(event) && event.hookEventName !== "UserPromptSubmit") {
    const found = findSessionLoop(context) ??
      findLostLoop(context, event.sessionId);
    return await answerEvent(event, context, found);
  }
  const beganMs = context.nowMs();
  const check = await checkLoopFiles(event, context);
  if (check === null) return plain(NO_OPINION);
  if (isAfterCall(event)) {
    noteCallsEnd(event, check.found, context);
    noteCompared(context.places, event.sessionId, beganMs);
  }
  return await withRepair(await answerEvent(event, context, check.found), check, event, context);
}

async function answerEvent(
  event: HookEvent,
  context: HookContext,
  found: FoundLoop | null,
): Promise<HookResult> {
  // A subagent's events count only if a call of it ends, or its session waits for a person.
  const isForeign = event.agentId && !isAfterCall(event) && !WAITS.has(event.hookEventName);
  if (found === null && event.hookEventName === "SessionStart" && event.source !== "compact") {
    return await answerStrange(context);
  }
  const loop = openLoop(found);
  if (isForeign || context.env.isInsideRun || loop === null || event.sessionId === "") {
    return plain(NO_OPINION);
  }
  const call: LoopEvent = { ...context, event, loop };
  if (!isAfterCall(event)) return await (await import("./events.ts")).answerSeldomEvent(call);
  // Only the owner's events are evidence of the loop's activity.
  if (loop.record.ownerSession === event.sessionId) {
    noteBeat(call, loop, {
      event: event.agentId ? "subagent-tool-end" : "tool-end",
      toolUseId: event.toolUseId,
      ...(event.durationMs == null ? {} : { durationMs: event.durationMs }),
    });
  }
  if (loop.record.userWait != null) (await import("./events.ts")).endUserWait(call);
  return plain(NO_OPINION);
}

/** Says once of marks whose loop this home folder does not have that nothing drives it here. */
async function answerStrange({ env, places }: HookContext): Promise<HookResult> {
  const { findStrangeMarks } = await import("../../lifecycle/view/strange_marks.ts");
  const marks = env.isInsideRun
    ? null
    : foldersOfHook(env).map((project) => findStrangeMarks(places, project))
      .find((found) => found?.isKnown) ?? null;
  if (marks === null) return plain(NO_OPINION);
  const { what, howToContinue } = marks;
  return plain(tellUser(`${what.charAt(0).toUpperCase()}${what.slice(1)}.`, `→ ${howToContinue}`));
}
