/** UserPromptSubmit by a person: typing is steering, and a paused loop resumes. */
import { mayClaim } from "../../loop/ownership.ts";
import { describeAsking } from "../../loop/permission_mode.ts";
import { describeCause } from "../../loop/time/pause_cause.ts";
import { isAtRest, markTurn, resume } from "../../loop/time/pausing.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent, journalPause, spanUntil } from "../../lifecycle/journal.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { MODE_UNNAMED, withBrief } from "./claim.ts";
import { pauseCutOff, pauseInterrupted, wasInterrupted } from "./cut_off.ts";
import { callerOf, claim } from "./start.ts";
import { readBeginsTurn } from "./user_wait.ts";
import { forgetOutputs } from "../../lifecycle/forget_outputs.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import { noticeUnhonoured } from "../../lifecycle/unhonoured.ts";

/** Answers a prompt that a person typed: it may claim, resume or end the loop. */
export async function answerPrompt(call: LoopEvent): Promise<HookResult> {
  const { event, loop: { record } } = call;
  if (mayClaim(record, callerOf(call))) return await claim(call);
  if (record.ownerSession !== event.sessionId) return plain(NO_OPINION);
  const isCutOff = wasInterrupted(call);
  // A turn that runs is ended by the guard and by Stop.
  if (isCutOff || record.turn.state === "resting") {
    const ended = (await import("../end.ts")).endIfAsked(call);
    if (ended !== null) return ended;
  }
  if (!isCutOff || !isCommand(event)) return await goOn(call, isCutOff);
  const paused = pauseInterrupted(call);
  return plain(paused === null ? NO_OPINION : tellUser(`${paused}.`));
}

/**
 * Answers a prompt of the client itself, such as for a finished background task: a turn runs. After
 * Esc the loop stays out of that turn, and its Stop says so.
 */
export function answerNotification(call: LoopEvent): HookResult {
  const { event, loop } = call;
  const isOwner = loop.record.ownerSession === event.sessionId;
  if (isOwner && wasInterrupted(call)) {
    pauseInterrupted(call);
    return plain(NO_OPINION);
  }
  const missed = isOwner ? noticeUnhonoured(call) : null;
  changeLoop(call, loop, (record) => {
    const isOurs = record.ownerSession === event.sessionId && record.state === "running";
    if (!isOurs) return null;
    const counted = isAtRest(record) ? countLastTurn(call, record) : record;
    return markTurn(counted, "running", call.nowMs());
  });
  return missed === null ? plain(NO_OPINION) : plain(tellUser(describeMissed(missed)));
}

function describeMissed(sentence: string): string {
  return `${sentence}. The loop continues with this turn.`;
}

/** Checks whether a prompt is a slash command: it does not belong to the task, so it ends no pause. */
function isCommand({ prompt }: HookEvent): boolean {
  return prompt.trimStart().startsWith("/");
}

/** Assumes that a person's prompt answers the item that waited: the agent asks again if it does not. */
function forgetWaiting({ waitingItems = [], ...record }: LoopRecord): LoopRecord {
  const [first] = waitingItems;
  if (first === undefined || record.items === undefined) return record;
  return { ...record, items: { ...record.items, next: first.text } };
}

async function goOn(call: LoopEvent, isCutOff: boolean): Promise<HookResult> {
  const missed = noticeUnhonoured(call);
  const isSlash = isCommand(call.event);
  if (!isSlash) forgetOutputs(call);
  let previous: LoopRecord | null = null;
  let before = call.loop.record;
  const record = changeLoop(call, call.loop, (present) => {
    previous = present;
    const isRunning = present.state === "running";
    const paused = isCutOff && isRunning ? pauseCutOff(call, present) : present;
    before = paused;
    // A slash command may only look at the loop.
    if (paused.pause !== null && isSlash) return null;
    const counted = isAtRest(paused) ? countLastTurn(call, paused) : paused;
    const going = beginTurn(resume(isSlash ? counted : forgetWaiting(counted), call.nowMs()), call);
    const said = present.said.filter((line) => line !== MODE_UNNAMED);
    return { ...going, wakes: 0, userWait: null, said };
  });
  if (record === null || previous === null) return plain(NO_OPINION);
  const sentence = describeGoingOn(previous, isCutOff);
  if (sentence !== null) {
    if (isCutOff && before.pause !== null) {
      const was = `The loop was paused (${describeCause(before.pause)})`;
      journalPause(call, before, before.pause, was);
    }
    const span = spanUntil(before, call.nowMs());
    journalEvent(call, record, { kind: "resume", sentence, span });
  }
  const isModeUnnamed = (previous as LoopRecord).said.includes(MODE_UNNAMED);
  const asking = isModeUnnamed ? describeAsking(call.event.permissionMode ?? null) : [];
  const lines = [
    ...missed === null ? [] : [describeMissed(missed)],
    ...sentence === null ? [] : [`${sentence}.`],
    ...asking,
  ];
  const answer = lines.length === 0 ? NO_OPINION : tellUser(...lines);
  const beginsTurn = isCutOff || (previous as LoopRecord).turn.state === "resting";
  if (!beginsTurn || record.state !== "running" || isSlash) return plain(answer);
  return await withBrief(call, record, answer);
}

/** Ends a turn whose end no hook reported, such as by Esc before the first word. */
function beginTurn(record: LoopRecord, call: LoopEvent): LoopRecord {
  const isNew = record.turn.state === "resting" || readBeginsTurn(call) === true;
  return isNew ? { ...record, turn: { state: "running", since: call.nowMs() } } : record;
}

function describeGoingOn({ state }: LoopRecord, isCutOff: boolean): string | null {
  if (isCutOff) return "After your Esc the loop continues with this prompt";
  return state === "paused" ? "The loop continues with this prompt" : null;
}
