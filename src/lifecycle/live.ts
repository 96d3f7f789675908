/**
 * What a loop's session shows right now: its activity, and whether the client went on. Reads only.
 *
 * @module
 */
import { transcriptOf } from "../evidence/transcript/path.ts";
import { readTranscript, type TranscriptReading } from "../evidence/transcript/transcript.ts";
import { countActivity } from "../loop/time/clock.ts";
import type { Places } from "../store/places.ts";
import type { Beat } from "../store/records/beats.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { readSessionRecord } from "../store/records/session_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import { toSeconds } from "../text/instant.ts";
import { readTick } from "./tick.ts";
import { findUnhonoured, type Unhonoured } from "./unhonoured.ts";

/** What a session shows. */
export interface LiveReading {
  /** The record with the activity up to now; the loop's clock is not wound. */
  readonly counted: LoopRecord;
  /** The last continuation after which the client did not go on; null where there was none. */
  readonly unhonoured: Unhonoured | null;
  /** Whether that was in the turn that still runs. */
  readonly isStillUnhonoured: boolean;
  readonly reading: TranscriptReading;
  readonly beats: readonly Beat[];
}

/**
 * Reads a loop's session.
 *
 * @param places The home's places.
 * @param record The loop's record.
 * @param settings Its settings.
 * @param nowSeconds Unix seconds.
 */
export function readLive(
  places: Places,
  record: LoopRecord,
  settings: Settings,
  nowSeconds: number,
): LiveReading {
  const { ownerSession: owner, project, turn } = record;
  if (owner === null) {
    const reading = readTranscript(null, record.transcript);
    return { counted: record, unhonoured: null, isStillUnhonoured: false, reading, beats: [] };
  }
  const read = readSessionRecord(places, owner, project, record.id);
  const session = read.kind === "ok" ? read.value : null;
  // Before the first Stop nothing names the transcript.
  const path = session?.transcriptPath ?? transcriptOf(places, { sessionId: owner, cwd: project });
  const tick = readTick(places, record, path, null);
  const isPaused = record.state === "paused";
  const unhonoured =
    (session === null || isPaused ? null : findUnhonoured(record, session, tick, false)) ??
      session?.unhonoured ?? null;
  return {
    counted: isPaused ? record : countActivity(tick.record, tick.activity, settings, nowSeconds),
    unhonoured,
    isStillUnhonoured: unhonoured !== null && turn.state === "running" &&
      toSeconds(turn.since) <= unhonoured.atSeconds,
    reading: tick.reading,
    beats: tick.beats,
  };
}
