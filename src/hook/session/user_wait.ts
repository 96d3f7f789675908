/** The client waits for a person: at a permission prompt, a question or a dialog. */
import { labelCall } from "../../evidence/transcript/tool_calls.ts";
import { describeUserWait } from "../../loop/user_wait.ts";
import { hash32 } from "../../store/files/file_name.ts";
import type { LoopRecord, UserWait } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { announce } from "../../lifecycle/announce.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";

/** A call that waited began before the prompt; the record has whole seconds. */
const SLACK_MS = 1_000;

/** Records the wait of a PermissionRequest or a Notification; answers without an opinion. */
export function noteUserWait(call: LoopEvent): HookResult {
  const { env, event, loop } = call;
  // In `-p` the client decides by itself.
  if (!env.isAttended || !isDriven(call)) return plain(NO_OPINION);
  const wait = describeWait(event, call.nowMs());
  const changed = changeLoop(call, loop, (record) => {
    if (record.ownerSession !== event.sessionId) return null;
    // The notification comes seconds after the request, which says more.
    if (event.hookEventName === "Notification" && record.userWait != null) return null;
    return { ...record, userWait: wait };
  });
  if (changed.kind === "changed") {
    journalEvent(call, changed.record, {
      kind: "user-wait",
      code: wait.kind,
      sentence: `Claude Code ${describeUserWait(wait)}`,
    });
    announce({ context: call, loop }, changed.record, {
      event: "waiting",
      code: wait.kind,
      sentence: `Claude Code ${describeUserWait(wait)}`,
    });
  }
  return plain(NO_OPINION);
}

/**
 * Clears the wait after a call has ended that was the one waiting, or that began later. A call that
 * began before the wait proves nothing.
 *
 * @returns Null where nothing changes.
 */
export function clearUserWait(
  record: LoopRecord,
  event: Pick<HookEvent, "toolName" | "toolInput" | "durationMs">,
  nowMs: number,
): LoopRecord | null {
  const wait = record.userWait ?? null;
  if (wait === null) return null;
  const beganMs = nowMs - (event.durationMs ?? 0);
  const isLater = beganMs > wait.since + SLACK_MS;
  return isLater || wait.call === callOf(event) ? { ...record, userWait: null } : null;
}

function isDriven({ event, loop: { record } }: LoopEvent): boolean {
  return record.driver === "session" && record.ownerSession === event.sessionId &&
    (record.state === "running" || record.state === "draining");
}

function describeWait(event: HookEvent, since: number): UserWait {
  if (event.hookEventName === "Notification") {
    const kind = event.notificationType.includes("permission") ? "permission" : "dialog";
    return { kind, what: event.message.slice(0, 200), since, call: "" };
  }
  const call = callOf(event);
  const label = labelCall(event.toolName, event.toolInput);
  switch (event.toolName) {
    case "AskUserQuestion":
      return { kind: "question", what: label.slice("AskUserQuestion ".length), since, call };
    case "ExitPlanMode":
      return { kind: "plan", what: label, since, call };
    default:
      return { kind: "permission", what: label, since, call };
  }
}

/** Identifies a call; a question only by its tool, since the answers are added to its input. */
function callOf(
  { toolName: name, toolInput: input }: Pick<HookEvent, "toolName" | "toolInput">,
) {
  const isQuestion = name === "AskUserQuestion" || name === "ExitPlanMode";
  return `${name} ${isQuestion ? "" : hash32(JSON.stringify(input))}`.trim();
}
