/** UserPromptSubmit by a person: typing is steering, and a paused loop resumes. */
import { mayClaim } from "../../loop/ownership.ts";
import { describePause, markTurn, pause, resume } from "../../loop/time/pausing.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent, spanOfPause, spanUntil } from "../../lifecycle/journal.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import { withBrief } from "./claim.ts";
import { callerOf, claim } from "./start.ts";
import { readTick } from "../../lifecycle/tick.ts";
import { noticeUnhonoured } from "../../lifecycle/unhonoured.ts";

/** Answers a prompt that a person typed: it may claim, resume or end the loop. */
export async function answerPrompt(call: LoopEvent): Promise<HookResult> {
  const { event, loop: { record } } = call;
  if (mayClaim(record, callerOf(call))) return await claim(call);
  if (record.ownerSession !== event.sessionId) return plain(NO_OPINION);
  const isCutOff = wasInterrupted(call);
  // A turn that runs is ended by the guard and by Stop.
  if (isCutOff || record.turn.state === "resting") {
    const ended = (await import("../end.ts")).endAsAsked(call);
    if (ended !== null) return ended;
  }
  return isCutOff && isCommand(event) ? pauseInterrupted(call) : await goOn(call, isCutOff);
}

/** Answers a prompt of the client itself, such as for a finished background task: a turn runs. */
export function answerNotification(call: LoopEvent): HookResult {
  const { event, loop } = call;
  const missed = loop.record.ownerSession === event.sessionId ? noticeUnhonoured(call) : null;
  changeLoop(call, loop, (record) => {
    const isOurs = record.ownerSession === event.sessionId && record.state === "running";
    return isOurs ? markTurn(record, "running", call.nowMs()) : null;
  });
  return missed === null ? plain(NO_OPINION) : plain(tellUser(describeMissed(missed)));
}

function describeMissed(sentence: string): string {
  return `[RALPH] ${sentence}. The loop continues with this turn.`;
}

/** A slash command asks for something beside the task: it ends no pause. */
function isCommand({ prompt }: HookEvent): boolean {
  return prompt.trimStart().startsWith("/");
}

/** Whether Esc cut the last turn off: Esc fires no event, so only the transcript shows it. */
export function wasInterrupted(call: LoopEvent, record: LoopRecord = call.loop.record): boolean {
  if (record.turn.state !== "running" || record.state === "paused") return false;
  const path = call.event.transcriptPath ?? null;
  const { interruptedAtMs } = readTick(call.places, record, path, call.nowMs()).reading;
  return interruptedAtMs !== null && interruptedAtMs >= record.turn.since;
}

/** Pauses a loop whose turn was cut off by Esc, and counts that turn's time. */
export function pauseCutOff(call: LoopEvent, record: LoopRecord): LoopRecord {
  return pause(countLastTurn(call, record), {
    why: "interrupted",
    detail: "Esc was pressed",
    untilMs: null,
    wakesByItself: false,
  }, call.nowMs());
}

function pauseInterrupted(call: LoopEvent): HookResult {
  const changed = changeLoop(
    call,
    call.loop,
    (record) => record.state === "running" ? pauseCutOff(call, record) : null,
  );
  if (changed.kind !== "changed" || changed.record.pause === null) return plain(NO_OPINION);
  const { record } = changed;
  const sentence = `The loop is ${describePause(changed.record.pause, record.ownerSession, null)}`;
  const span = spanOfPause(record.pause);
  journalEvent(call, record, { kind: "pause", code: "interrupted", sentence, span });
  return plain(tellUser(`[RALPH] ${sentence}.`));
}

async function goOn(call: LoopEvent, isCutOff: boolean): Promise<HookResult> {
  const missed = noticeUnhonoured(call);
  const isSlash = isCommand(call.event);
  let previous: LoopRecord | null = null;
  const changed = changeLoop(call, call.loop, (present) => {
    previous = present;
    const isRunning = present.state === "running";
    const record = isCutOff && isRunning ? pauseCutOff(call, present) : present;
    // A slash command may only look at the loop.
    if (record.pause !== null && isSlash) return null;
    const going = markTurn(resume(record, call.nowMs()), "running", call.nowMs());
    return { ...going, wakes: 0, userWait: null };
  });
  if (changed.kind !== "changed" || previous === null) return plain(NO_OPINION);
  const { record } = changed;
  const sentence = describeGoingOn(previous, isCutOff);
  if (sentence !== null) {
    const span = spanUntil(previous, call.nowMs());
    journalEvent(call, record, { kind: "resume", sentence, span });
  }
  const lines = [
    ...missed === null ? [] : [describeMissed(missed)],
    ...sentence === null ? [] : [`[RALPH] ${sentence}.`],
  ];
  const answer = lines.length === 0 ? NO_OPINION : tellUser(lines.join("\n"));
  const beginsTurn = isCutOff || (previous as LoopRecord).turn.state === "resting";
  if (!beginsTurn || record.state !== "running" || isSlash) return plain(answer);
  return await withBrief(call, record, answer);
}

function describeGoingOn({ state }: LoopRecord, isCutOff: boolean): string | null {
  if (isCutOff) return "After your Esc the ralph loop continues with this prompt";
  return state === "paused" ? "The ralph loop continues with this prompt" : null;
}
