/**
 * What a look at a loop's session shows: its activity, and whether the client went on.
 *
 * @module
 */
import { readTranscript, type TranscriptReading } from "../../evidence/transcript/transcript.ts";
import { readTick } from "../../lifecycle/tick.ts";
import { findUnhonoured, type Unhonoured } from "../../lifecycle/unhonoured.ts";
import { countActivity } from "../../loop/time/clock.ts";
import type { Beat } from "../../store/records/beats.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Places } from "../../store/places.ts";
import { readSessionRecord } from "../../store/records/session_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { transcriptOf } from "../core/locate.ts";
import { toSeconds } from "../../text/instant.ts";

/** What the client did not honour is over with the next turn. */
export function isStillUnhonoured({ turn }: LoopRecord, { at_seconds: at }: Unhonoured): boolean {
  return turn.state === "running" && toSeconds(turn.since) <= at;
}

/** What a look at the session shows. */
export interface LiveLook {
  readonly counted: LoopRecord;
  readonly unhonoured: Unhonoured | null;
  readonly reading: TranscriptReading;
  readonly beats: readonly Beat[];
}

/** The runtime up to now, without winding the loop's clock, and what became of the last answer. */
export function lookLive(
  places: Places,
  record: LoopRecord,
  settings: Settings,
  nowSeconds: number,
): LiveLook {
  const { owner_session: owner, project } = record;
  if (owner === null) {
    const reading = readTranscript(null, record.transcript);
    return { counted: record, unhonoured: null, reading, beats: [] };
  }
  const read = readSessionRecord(places, owner, project, record.id);
  const session = read.kind === "ok" ? read.value : null;
  const known = session?.unhonoured ?? null;
  // Before the first Stop nothing names the transcript.
  const path = session?.transcript_path ?? transcriptOf(places, { sessionId: owner, cwd: project });
  const tick = readTick(places, record, path, null);
  const { reading, beats } = tick;
  if (record.state === "paused") return { counted: record, unhonoured: known, reading, beats };
  return {
    counted: countActivity(tick.record, tick.activity, settings, nowSeconds),
    unhonoured: session === null ? null : findUnhonoured(record, session, tick, false) ?? known,
    reading,
    beats,
  };
}
