/** The present activity of a loop's session, and whether the client went on. Changes nothing. */
import { attempt } from "../../error.ts";
import { transcriptOf, type TranscriptReading } from "../../evidence/transcript/transcript.ts";
import { countActivity } from "../../loop/time/clock.ts";
import { isThere } from "../../store/files/presence.ts";
import type { Places } from "../../store/places.ts";
import type { Beat } from "../../store/records/beats.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { readSessionRecord } from "../../store/records/session_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { readTick } from "../tick.ts";
import { findUnhonoured, type Unhonoured } from "../unhonoured.ts";

interface LiveReading {
  /** The record with the activity up to now counted; the record on disk stays as it is. */
  readonly counted: LoopRecord;
  /** The last continuation that the client did not honour; null where it honoured all. */
  readonly unhonoured: Unhonoured | null;
  /** Whether that was in the present turn. */
  readonly isStillUnhonoured: boolean;
  /** Whether the session has a transcript. */
  readonly hasTranscript: boolean;
  readonly reading: TranscriptReading;
  readonly beats: readonly Beat[];
}

/** Reads the transcript and the beats of a loop's session. */
export function readLive(
  places: Places,
  record: LoopRecord,
  settings: Settings,
  nowMs: number,
): LiveReading {
  const { ownerSession: owner, project, turn } = record;
  const session = owner === null
    ? null
    : attempt(() => readSessionRecord(places, owner, project, record.id));
  // Until the first Stop no record names the transcript.
  const path = session?.transcriptPath ?? transcriptOf(places, { sessionId: owner, cwd: project });
  const tick = readTick(places, record, path, null);
  const isResting = record.state === "paused" || owner === null;
  const unhonoured =
    (session === null || isResting ? null : findUnhonoured(record, session, tick, false)) ??
      session?.unhonoured ?? null;
  return {
    counted: isResting ? record : countActivity(tick.record, tick.activity, settings, nowMs),
    unhonoured,
    isStillUnhonoured: unhonoured !== null && turn.state === "running" &&
      turn.since <= unhonoured.atMs,
    hasTranscript: path !== null && isThere(path),
    reading: tick.reading,
    beats: tick.beats,
  };
}
