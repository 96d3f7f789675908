/** A turn that the user cut off: no event reports it, so the transcript is read at the next event. */
import type { LoopEvent } from "../../lifecycle/event.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalPause } from "../../lifecycle/journal.ts";
import { countLastTurn, readTick } from "../../lifecycle/turn_time.ts";
import { CUT_OFF, type CutOff, findCutOff } from "../../loop/time/pause_cause.ts";
import { describePause, pause } from "../../loop/time/pausing.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";

/** Checks whether Esc, or a No at a permission prompt, cut the last turn off. */
export function wasInterrupted(call: LoopEvent, record: LoopRecord = call.loop.record): boolean {
  return readCutOff(call, record) !== null;
}

/** Pauses a loop whose turn was cut off, from that moment on, and counts that turn's time. */
export function pauseCutOff(call: LoopEvent, record: LoopRecord): LoopRecord {
  const { atMs = call.nowMs(), detail = CUT_OFF.unknown } = readCutOff(call, record) ?? {};
  const counted = countLastTurn({ ...call, nowMs: () => atMs }, record);
  const cause = { why: "interrupted", detail, untilMs: null, wakesByItself: false } as const;
  return pause(counted, cause, atMs);
}

/**
 * Pauses the loop of a cut-off turn at an event that no person typed: only what a person types
 * resumes it.
 *
 * @returns That the loop is paused; null if it was not running.
 */
export function pauseInterrupted(call: LoopEvent): string | null {
  const record = changeLoop(
    call,
    call.loop,
    (present) => present.state === "running" ? pauseCutOff(call, present) : null,
  );
  if (record === null || record.pause === null) return null;
  const sentence = `The loop is ${describePause(record.pause, record.ownerSession, null)}`;
  journalPause(call, record, record.pause, sentence);
  return sentence;
}

/** Reads what cut the running turn off; null if nothing did. */
function readCutOff(call: LoopEvent, record: LoopRecord): CutOff | null {
  if (record.turn.state !== "running" || record.state === "paused") return null;
  const path = call.event.transcriptPath ?? null;
  return findCutOff(record.turn, readTick(call.places, record, path, call.nowMs()).reading);
}
