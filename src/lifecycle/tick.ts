/**
 * What happened since the loop's last event, by the transcript and the beats.
 *
 * @module
 */
import { buildActivity, lastToolCallAt } from "../evidence/activity.ts";
import {
  readTranscript,
  sumTokens,
  type TranscriptReading,
} from "../evidence/transcript/transcript.ts";
import type { Activity } from "../loop/facts.ts";
import { addKnown } from "../loop/usage.ts";
import { loopPlaces, type Places } from "../store/places.ts";
import { type Beat, readBeats } from "../store/records/beats.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { toSeconds } from "../text/instant.ts";

/** What the transcript and the beats contain since the loop's last event. */
export interface Tick {
  readonly reading: TranscriptReading;
  readonly beats: readonly Beat[];
  readonly activity: Activity;
  /** Unix seconds of the last tool call, or null. */
  readonly lastToolCallAt: number | null;
  /** The record with the new offsets and usage; its clock is not yet advanced. */
  readonly record: LoopRecord;
}

/** Reads the transcript: at once, or once it contains the last message. */
export type ReadTranscript = typeof readTranscript;

/**
 * Reads what is new in the transcript and the beats; writes nothing.
 *
 * @param places The home's places.
 * @param record The loop's record with the offsets read so far.
 * @param transcriptPath The owner's transcript; null where it is not known.
 * @param eventAt Unix seconds of the event being handled; null where there is none, as in `status`.
 * @param options `closedAt`: the session ended there; `read`: another way to read the transcript.
 */
export function readTick(
  places: Places,
  record: LoopRecord,
  transcriptPath: string | null,
  eventAt: number | null,
  { closedAt = null, read = readTranscript }: {
    closedAt?: number | null;
    read?: ReadTranscript;
  } = {},
): Tick {
  const sinceSeconds = record.countedSince ?? toSeconds(record.startedAt);
  const reading = read(transcriptPath, record.transcript, { sinceSeconds });
  const { beats, nextOffset } = readBeats(loopPlaces(places, record.id).beats, record.beatsOffset);
  return {
    reading,
    beats,
    activity: buildActivity({ beats, reading, eventAt, closedAt }),
    lastToolCallAt: lastToolCallAt(reading, beats),
    record: {
      ...record,
      beatsOffset: nextOffset,
      transcript: { offset: reading.cursor.offset, subagents: { ...reading.cursor.subagents } },
      usage: {
        tokens: addKnown(
          record.usage.tokens,
          reading.tokens === null ? null : sumTokens(reading.tokens),
        ),
        costUsd: addKnown(record.usage.costUsd, reading.costUsd),
      },
    },
  };
}
