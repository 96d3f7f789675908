/**
 * Reads the activity since the loop's last event from the transcript and the beats, and counts its active
 * time. Silences and waits do not count, and are written into the journal.
 */
import type { Activity } from "../loop/facts.ts";
import { isAtRest } from "../loop/time/pausing.ts";
import { advanceClock, countActivity, gapThresholdMs, type Silence } from "../loop/time/clock.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { loopPlaces, type Places } from "../store/places.ts";
import type { Settings } from "../store/settings/settings.ts";
import { showDuration } from "../text/time.ts";
import type { LoopEvent } from "./event.ts";
import { journal } from "./journal.ts";
import { loadLoopSettings } from "./settings.ts";
import { buildActivity, lastToolCallAtMs } from "../evidence/activity.ts";
import { readTranscript } from "../evidence/transcript/transcript.ts";
import { addAmounts } from "../loop/usage.ts";
import { readBeats } from "../store/records/beats.ts";

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
  /** Finds the last sign of a turn whose end no hook reported, epoch milliseconds. */
  readonly findLastSign?: (knownAtMs: number, tick: Tick) => number;
}

/**
 * Counts the activity since the loop's last event: the turn that an end or a closing cuts off is
 * active time too, and nothing if no turn ran. Never throws: if something cannot be read, the
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

/** A loop with its time up to now; what is on disk stays as it is. */
export interface CountedLoop {
  /** Its clock stands at the last activity: now, if it works now. */
  readonly record: LoopRecord;
  /** Silences and waits since the loop's last event. */
  readonly pauses: ReturnType<typeof advanceClock>["pauses"];
}

/**
 * Takes what a view counted as the loop's time, and writes what is not active into its journal.
 *
 * @param counted What was counted; null if it is not known.
 * @param record The loop's record now; it stays unchanged if another process wrote meanwhile.
 */
export function countCutTurn(
  places: Places,
  counted: CountedLoop | null,
  record: LoopRecord,
  nowMs: number,
): LoopRecord {
  const isSame = counted?.record.id === record.id && counted.record.revision === record.revision;
  if (!isSame || record.turn.state === "resting") return record;
  const rest = { startMs: counted.record.lastHookAtMs, endMs: nowMs };
  const pauses = rest.startMs < nowMs ? [...counted.pauses, rest] : counted.pauses;
  journalPauses(places, counted.record, { event: "clock", pauses, nowMs });
  return { ...counted.record, lastHookAtMs: nowMs };
}

/** Reads the transcript: at once, or once it contains the last message. */
export type ReadTranscript = typeof readTranscript;

/** The contents of the transcript and the beats since the loop's last event. */
export type Tick = ReturnType<typeof readTick>;

/**
 * Reads what is new in the transcript and the beats; writes nothing.
 *
 * @param transcriptPath The owner's transcript; null if it is not known.
 * @param record The loop's record with the offsets read so far.
 * @param eventAtMs When the event being handled happened; null without an event, as in `status`.
 * @param options `closedAtMs`: the session ended there; `read`: another way to read the transcript.
 */
export function readTick(
  places: Places,
  record: LoopRecord,
  transcriptPath: string | null,
  eventAtMs: number | null,
  { closedAtMs = null, read = readTranscript }: {
    closedAtMs?: number | null;
    read?: ReadTranscript;
  } = {},
) {
  const sinceMs = record.countedSinceMs ?? record.startedAt;
  const reading = read(transcriptPath, record.transcript, { sinceMs });
  const { beats: file } = loopPlaces(places, record.id);
  const { turn } = record;
  const isAtBegin = turn.state === "running" && turn.since >= record.lastHookAtMs;
  const begunAtMs = isAtBegin ? turn.since : null;
  const { entries: beats, nextOffset } = readBeats(file, record.beatsOffset);
  return {
    reading,
    beats,
    activity: buildActivity({ beats, reading, eventAtMs, closedAtMs, begunAtMs }),
    /** When the last tool call was made, or null. */
    lastToolCallAtMs: lastToolCallAtMs(reading, beats),
    /** The record with the new offsets and usage; its clock is not yet advanced. */
    record: {
      ...record,
      beatsOffset: nextOffset,
      transcript: { offset: reading.cursor.offset, subagents: { ...reading.cursor.subagents } },
      usage: addAmounts(record.usage, reading),
    },
  };
}
