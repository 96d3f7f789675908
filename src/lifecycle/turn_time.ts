/** The active time of a turn; the journal has the silences and waits that it leaves out. */
import type { Activity } from "../loop/facts.ts";
import { isAtRest } from "../loop/time/pausing.ts";
import { advanceClock, countActivity, gapThresholdMs, type Silence } from "../loop/time/clock.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Places } from "../store/places.ts";
import type { Settings } from "../store/settings/settings.ts";
import { showDuration } from "../text/time.ts";
import type { LoopEvent } from "./event.ts";
import { journal } from "./journal.ts";
import { loadLoopSettings } from "./settings.ts";
import { readTick, type Tick } from "./tick.ts";

interface Counted {
  /** The record without the activity. */
  readonly record: LoopRecord;
  readonly activity: Activity;
  readonly settings: Settings;
  readonly nowMs: number;
}

/** Writes each gap in the activity into the loop's journal. */
export function noteGaps(
  places: Places,
  event: string,
  { record, activity, settings, nowMs }: Counted,
): string[] {
  const { pauses } = advanceClock(record, activity, nowMs, gapThresholdMs(settings));
  return journalPauses(places, record, { event, pauses, nowMs });
}

/** Writes time that is not active into the loop's journal. */
export function journalPauses(
  places: Places,
  record: LoopRecord,
  { event, nowMs, pauses }: { event: string; nowMs: number; pauses: readonly Silence[] },
): string[] {
  return pauses.map(({ startMs, endMs, isWait }) => {
    const duration = showDuration(endMs - startMs);
    const sentence = isWait
      ? `Waited ${duration} for you, not counted`
      : `No activity for ${duration}, not counted`;
    journal(places, record, {
      atMs: nowMs,
      event,
      kind: "note",
      code: isWait ? "waited" : "gap",
      sentence,
      span: { from: startMs, to: endMs },
    });
    return sentence;
  });
}

/** How the time since the loop's last event ended. */
interface LastTurn {
  /** Whether the session ends here, and calls in flight with it. */
  readonly isClosing?: boolean;
  /** Of a turn of which nobody saw the end: finds its last sign, epoch milliseconds. */
  readonly findLastSign?: (knownAtMs: number, tick: Tick) => number;
}

/**
 * Counts the activity since the loop's last event: the turn that an end or a closing cuts off is
 * active time too, and nothing where no turn ran. Never throws: where something cannot be read, the
 * record stays as it is.
 *
 * @param record The loop's record; a paused or stopped loop has no turn.
 */
export function countLastTurn(
  call: LoopEvent,
  record: LoopRecord = call.loop.record,
  { findLastSign, isClosing = false }: LastTurn = {},
): LoopRecord {
  if (record.state !== "running" && record.state !== "draining") return record;
  try {
    const nowMs = call.nowMs();
    const { settings } = loadLoopSettings(call, call.loop, record);
    const options = { closedAtMs: isClosing ? nowMs : null };
    const path = call.event.transcriptPath ?? null;
    const tick = readTick(call.places, record, path, nowMs, options);
    const { lastHookAtMs } = record;
    const endMs = isAtRest(record) ? lastHookAtMs : findLastSign?.(lastHookAtMs, tick) ?? nowMs;
    const waits = [...tick.activity.waits ?? [], { startMs: endMs, endMs: nowMs }];
    const activity = { ...tick.activity, waits };
    noteGaps(call.places, "clock", { record: tick.record, activity, settings, nowMs });
    return countActivity(tick.record, activity, settings, nowMs);
  } catch {
    return record;
  }
}
