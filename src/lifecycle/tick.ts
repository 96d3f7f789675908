/** What happened since the loop's last event, by the transcript and the beats. */
import { buildActivity, lastToolCallAtMs } from "../evidence/activity.ts";
import { readTranscript } from "../evidence/transcript/transcript.ts";
import { addAmounts } from "../loop/usage.ts";
import { loopPlaces, type Places } from "../store/places.ts";
import { readBeats } from "../store/records/beats.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";

/** Reads the transcript: at once, or once it contains the last message. */
export type ReadTranscript = typeof readTranscript;

/** What the transcript and the beats contain since the loop's last event. */
export type Tick = ReturnType<typeof readTick>;

/**
 * Reads what is new in the transcript and the beats; writes nothing.
 *
 * @param transcriptPath The owner's transcript; null where it is not known.
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
