/**
 * UserPromptSubmit by a person: typing is steering, and a paused loop resumes.
 *
 * @module
 */
import { mayClaim } from "../../loop/ownership.ts";
import { describePause, markTurn, pause, resume } from "../../loop/time/pausing.ts";
import { effectOn } from "../../loop/time/pause_table.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import { claim } from "./start.ts";
import { readTick } from "../../lifecycle/tick.ts";
import { noticeUnhonoured } from "../../lifecycle/unhonoured.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** Answers a person's prompt. */
export async function answerPrompt(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): Promise<HookResult> {
  if (here.record.kind !== "ok") return plain(NO_OPINION);
  const record = here.record.value;
  const caller = { sessionId: event.session_id, isAttended: context.env.isAttended };
  if (mayClaim(record, caller)) return await claim(event, here, context);
  if (record.owner_session !== event.session_id) return plain(NO_OPINION);
  const isCutOff = wasInterrupted(record, event, context);
  // A turn that runs is ended by the guard and by Stop.
  if (isCutOff || record.turn.state === "resting") {
    const { endAsAsked } = await import("../end_asked.ts");
    const ended = endAsAsked(event, here, context);
    if (ended !== null) return ended;
  }
  if (isCutOff && isCommand(event)) return pauseInterrupted(event, here, context);
  return await goOn(event, here, context, isCutOff);
}

/** A finished background task wakes the session by itself: a turn runs, though no person typed. */
export function answerNotification(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): HookResult {
  const isOwners = here.record.kind === "ok" &&
    here.record.value.owner_session === event.session_id;
  const missed = isOwners ? noticeUnhonoured(event, here, context) : null;
  changeLoop(context, here, (record) => {
    const isOurs = record.owner_session === event.session_id && record.state === "running";
    return isOurs ? markTurn(record, "running", context.now()) : null;
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

/** Esc fires no event; only the transcript tells of it, afterwards. */
export function wasInterrupted(
  record: LoopRecord,
  event: Pick<HookEvent, "transcript_path">,
  context: HookContext,
): boolean {
  if (record.turn.state !== "running" || record.state === "paused") return false;
  const { reading } = readTick(
    context.places,
    record,
    event.transcript_path ?? null,
    context.now(),
  );
  return reading.interruptedAt !== null &&
    reading.interruptedAt >= Date.parse(record.turn.since) / 1000;
}

/** Pauses a loop whose turn was cut off by Esc, with the time of that turn counted. */
export function pauseCutOff(
  record: LoopRecord,
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): LoopRecord {
  const counted = countLastTurn(context, here, record, event.transcript_path);
  return pause(counted, {
    why: "interrupted",
    detail: "Esc was pressed",
    untilSeconds: null,
    wakesByItself: false,
  }, context.now());
}

function pauseInterrupted(event: HookEvent, here: FoundLoop, context: HookContext): HookResult {
  const changed = changeLoop(
    context,
    here,
    (record) => record.state === "running" ? pauseCutOff(record, event, here, context) : null,
  );
  if (changed.kind !== "changed" || changed.record.pause === null) return plain(NO_OPINION);
  const { record } = changed;
  const sentence = `The loop is ${describePause(changed.record.pause, record.owner_session, null)}`;
  journalEvent(context, event, record, { kind: "pause", code: "interrupted", sentence });
  return plain(tellUser(`[RALPH] ${sentence}.`));
}

async function goOn(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
  isCutOff: boolean,
): Promise<HookResult> {
  const missed = noticeUnhonoured(event, here, context);
  let before: LoopRecord | null = null;
  const changed = changeLoop(context, here, (present) => {
    before = present;
    const record = isCutOff && present.state === "running"
      ? pauseCutOff(present, event, here, context)
      : present;
    const kind = isCommand(event) ? "command" : "prompt";
    if (record.pause !== null && effectOn(record.pause, kind) !== "resumes") return null;
    const going = markTurn(resume(record, context.now()), "running", context.now());
    return { ...going, wakes: 0, user_wait: null };
  });
  if (changed.kind !== "changed" || before === null) return plain(NO_OPINION);
  const { record } = changed;
  const sentence = describeGoingOn(before, isCutOff);
  if (sentence !== null) journalEvent(context, event, record, { kind: "resume", sentence });
  const lines = [
    ...missed === null ? [] : [describeMissed(missed)],
    ...sentence === null ? [] : [`[RALPH] ${sentence}.`],
  ];
  const answer = lines.length === 0 ? NO_OPINION : tellUser(lines.join("\n"));
  const beginsTurn = isCutOff || (before as LoopRecord).turn.state === "resting";
  if (!beginsTurn || record.state !== "running" || isCommand(event)) return plain(answer);
  const { withBrief } = await import("./brief_turn.ts");
  return await withBrief(here, context, record, answer);
}

function describeGoingOn(before: LoopRecord, isCutOff: boolean): string | null {
  if (isCutOff) return "After your Esc the ralph loop continues with this prompt";
  return before.state === "paused" ? "The ralph loop continues with this prompt" : null;
}
