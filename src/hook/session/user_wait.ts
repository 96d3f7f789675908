/** The client waits for a person: at a permission prompt, a question or a dialog. */
import { WAIT_BEAT } from "../../evidence/activity.ts";
import { type ClientState, readClientState } from "../../evidence/open_sessions.ts";
import { findOpenCall, labelCall } from "../../evidence/transcript/tool_calls.ts";
import { readTick } from "../../lifecycle/turn_time.ts";
import { describeUserWait } from "../../loop/user_wait.ts";
import { hash32 } from "../../store/files/file_name.ts";
import type { LoopRecord, UserWait } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { noteBeat } from "../beat.ts";
import { announce } from "../../lifecycle/announce.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";

/** A call that waited began before the prompt; the record has whole seconds. */
const SLACK_MS = 1_000;

/**
 * Notifications that need no answer (2.1.328). Every other one is a wait, since a newer client may ask
 * something that a person has to answer.
 */
const HARMLESS = new Set([
  "agent_completed",
  "auth_success",
  "computer_use_enter",
  "computer_use_exit",
  "elicitation_complete",
  "elicitation_response",
  // At its prompt the session waits for nothing new.
  "idle_prompt",
  "model_refusal_fallback",
  "plugin_notification",
  "push_notification",
  "quota_auto_resume_fired",
]);

/** Records the wait of a PermissionRequest or a Notification; answers without an opinion. */
export function noteUserWait(call: LoopEvent): HookResult {
  const { env, event, loop } = call;
  // In `-p` the client decides by itself.
  if (!env.isAttended || !isDriven(call)) return plain(NO_OPINION);
  if (HARMLESS.has(event.notificationType)) return plain(NO_OPINION);
  const client = readClient(call);
  const wait = describeWait(call, client?.state === "waiting" ? client.sinceMs : call.nowMs());
  const changed = changeLoop(call, loop, (record) => {
    if (record.ownerSession !== event.sessionId) return null;
    if (isKnown(record.userWait ?? null, wait, event, client)) return null;
    return { ...record, userWait: wait };
  });
  if (changed !== null) {
    noteBeat(call, loop, { event: WAIT_BEAT }, wait.since);
    const said = { code: wait.kind, sentence: `Claude Code ${describeUserWait(wait)}` };
    journalEvent(call, changed, { kind: "user-wait", ...said });
    announce(call, changed, { event: "waiting", ...said });
  }
  return plain(NO_OPINION);
}

/**
 * Clears the wait after the end of the call that waited, or of a later one. A call that began before the
 * wait proves nothing.
 *
 * @returns Null if nothing changes.
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

/** Checks whether a notification, which comes seconds later, is of a prompt whose request said more. */
function isKnown(
  before: UserWait | null,
  wait: UserWait,
  { hookEventName: name }: Pick<HookEvent, "hookEventName">,
  client: ClientState | null,
): boolean {
  if (name !== "Notification" || before === null) return false;
  if (before.call === "") return before.kind === wait.kind && before.what === wait.what;
  return client?.state !== "waiting" || before.since >= client.sinceMs - SLACK_MS;
}

/** How long before the hook of the prompt that begins a turn the client may call itself busy. */
const JUST_BEGUN_MS = 5_000;

/**
 * Reads whether a prompt that was typed now begins a turn: the client was idle until then. Null if
 * the client does not say.
 */
export function readBeginsTurn(call: LoopEvent): boolean | null {
  const client = readClient(call);
  if (client === null) return null;
  return client.state !== "busy" || client.sinceMs >= call.nowMs() - JUST_BEGUN_MS;
}

/** Reads the client's own state; null if its process is not known. */
function readClient({ event, loop: { record }, places }: LoopEvent): ClientState | null {
  const { sessionProcess: process } = record;
  return process === null ? null : readClientState(places, process, event.sessionId);
}

function isDriven({ event, loop: { record } }: LoopEvent): boolean {
  return record.driver === "session" && record.ownerSession === event.sessionId &&
    (record.state === "running" || record.state === "draining");
}

function describeWait(hook: LoopEvent, since: number): UserWait {
  const { event } = hook;
  if (event.hookEventName === "Notification") {
    const message = event.message.slice(0, 200) || event.notificationType;
    if (!event.notificationType.includes("permission")) {
      return { kind: "dialog", what: message, since, call: "" };
    }
    // In auto mode no request came before it, and its sentence does not name the call.
    const { transcriptPath: path } = event;
    const { reading } = readTick(hook.places, hook.loop.record, path ?? null, hook.nowMs());
    return { kind: "permission", what: findOpenCall(reading) ?? message, since, call: "" };
  }
  const call = callOf(event);
  const label = labelCall(event.toolName, event.toolInput);
  if (event.toolName === "AskUserQuestion") {
    return { kind: "question", what: label.slice("AskUserQuestion ".length), since, call };
  }
  const kind = event.toolName === "ExitPlanMode" ? "plan" : "permission";
  return { kind, what: label, since, call };
}

/** Identifies a call; a question only by its tool, since the answers are added to its input. */
function callOf(
  { toolName: name, toolInput: input }: Pick<HookEvent, "toolName" | "toolInput">,
) {
  const isQuestion = name === "AskUserQuestion" || name === "ExitPlanMode";
  return `${name} ${isQuestion ? "" : hash32(JSON.stringify(input))}`.trim();
}
