/**
 * UserPromptSubmit by a person: typing is steering, and the loop goes on (design §4).
 *
 * @module
 */
import { mayClaim } from "../loop/ownership.ts";
import { markTurn, pause, resume } from "../loop/pausing.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "./answer.ts";
import { changeRecord, noteInJournal } from "./change_record.ts";
import type { HookEvent } from "./event.ts";
import type { LoopHere } from "./loop_here.ts";
import { claim } from "./session_start.ts";
import { readTick } from "./tick.ts";
import { noticeUnhonoured } from "./unhonoured.ts";
import type { HookWorld } from "./world.ts";

/** Answers a person's prompt. */
export function answerPrompt(event: HookEvent, here: LoopHere, world: HookWorld): HookResult {
  if (here.record.kind !== "ok") return plain(NO_OPINION);
  const record = here.record.value;
  const caller = { sessionId: event.session_id, isAttended: world.env.isAttended };
  if (mayClaim(record, caller)) return claim(event, here, world);
  if (record.owner_session !== event.session_id) return plain(NO_OPINION);
  if (record.state === "running" && wasInterrupted(record, event, world)) {
    return pauseInterrupted(event, here, world);
  }
  const missed = noticeUnhonoured(event, here, world);
  const result = goOn(event, here, world);
  return missed === null ? result : tellMissed(missed);
}

/** A finished background task wakes the session by itself: a turn runs, though no person typed. */
export function answerNotification(event: HookEvent, here: LoopHere, world: HookWorld): HookResult {
  const isOwners = here.record.kind === "ok" &&
    here.record.value.owner_session === event.session_id;
  const missed = isOwners ? noticeUnhonoured(event, here, world) : null;
  changeRecord(world, here, (record) => {
    const isOurs = record.owner_session === event.session_id && record.state === "running";
    return isOurs ? markTurn(record, "running", world.now()) : null;
  });
  return missed === null ? plain(NO_OPINION) : tellMissed(missed);
}

function tellMissed(sentence: string): HookResult {
  return plain(tellUser(`[RALPH] ${sentence}. The loop goes on with this turn.`));
}

/** Esc fires no event; the transcript tells of it afterwards (contract §2). */
function wasInterrupted(record: LoopRecord, event: HookEvent, world: HookWorld): boolean {
  if (record.turn.state !== "running") return false;
  const { reading } = readTick(world.places, record, event.transcript_path ?? null, world.now());
  return reading.interruptedAt !== null &&
    reading.interruptedAt >= Date.parse(record.turn.since) / 1000;
}

function pauseInterrupted(event: HookEvent, here: LoopHere, world: HookWorld): HookResult {
  const changed = changeRecord(world, here, (record) =>
    pause(record, {
      why: "interrupted",
      detail: "Esc was pressed",
      untilSeconds: null,
      wakesByItself: false,
    }, world.now()));
  if (changed.kind !== "changed") return plain(NO_OPINION);
  const sentence =
    "You interrupted the ralph loop: it is paused; `/ralph:start --resume` lets it go on";
  noteInJournal(world, event, changed.record, { kind: "pause", code: "interrupted", sentence });
  return plain(tellUser(`[RALPH] ${sentence}.`));
}

/** A pause by a limit or a closed session ends with a person who types; an interruption does not. */
function goOn(event: HookEvent, here: LoopHere, world: HookWorld): HookResult {
  let hasResumed = false;
  const changed = changeRecord(world, here, (record) => {
    if (record.pause?.why === "interrupted") return null;
    hasResumed = record.state === "paused";
    const going = markTurn(resume(record, world.now()), "running", world.now());
    return { ...going, wakes: 0 };
  });
  if (changed.kind !== "changed" || !hasResumed) return plain(NO_OPINION);
  const sentence = "The ralph loop goes on";
  noteInJournal(world, event, changed.record, { kind: "resume", sentence });
  return plain(tellUser(`[RALPH] ${sentence}.`));
}
