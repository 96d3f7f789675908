/** One session's record in one loop: data that must not leak into another session. */
import { type Places, sessionFile } from "../places.ts";
import { RecordFile, type Say } from "./json_record.ts";
import { HeadsSeenSchema } from "./heads_seen.ts";
import { ProgressMarkSchema } from "./progress_mark.ts";
import { choice, inFile, list, nullable, object, seconds, type ShapeOf, text } from "./shape.ts";

/** The record in `sessions/{session}@{path hash}.json`. */
const SessionRecordSchema = object({
  sessionId: text,
  loopId: text,
  project: text,
  transcriptPath: nullable(text),
  /** The client's version, from the transcript's lines; null until it was read. */
  clientVersion: nullable(text),
  /** The last outputs, newest last, each cut to 1,000 characters, as the predecessor did. */
  recentOutputs: list(object({ text, mark: ProgressMarkSchema })),
  /** When the continuations since the last tool call were sent, epoch milliseconds. */
  toollessAtMs: inFile("toolless_continuations", list(seconds)),
  /** The last event that was answered, to recognise a duplicate. */
  answered: nullable(
    object({ promptId: text, messageHash: text, atMs: inFile("at_seconds", seconds) }),
  ),
}, {
  /** The last continuation after which the client did not continue. */
  unhonoured: object({
    atMs: inFile("at_seconds", seconds),
    by: choice("cap", "another-hook", "client"),
    sentence: text,
  }),
  /** The last scan of the repository's heads; missing before the first. */
  heads: HeadsSeenSchema,
  /** Branches that tick items that are still open in the project. */
  unmerged: list(object({ name: text, commit: text, ticked: list(text) })),
});

/** One session's record in one loop. */
export type SessionRecord = ShapeOf<typeof SessionRecordSchema>;

/** Returns the file of a session's record. */
export function sessionRecordFile(path: string): RecordFile<SessionRecord> {
  return new RecordFile(path, { version: 2, schema: SessionRecordSchema });
}

function recordFile(places: Places, session: string, project: string): RecordFile<SessionRecord> {
  return sessionRecordFile(sessionFile(places, session, project));
}

/**
 * Reads the record of one session in one loop.
 *
 * @param loopId The loop; the record of another loop counts as missing.
 * @throws {RecordError} If it cannot be used.
 */
export function readSessionRecord(
  places: Places,
  session: string,
  project: string,
  loopId: string,
): SessionRecord | null {
  return ofLoop(recordFile(places, session, project).read(), session, project, loopId);
}

/**
 * Reads the record of one session in one loop. A record that cannot be read is set aside, which is
 * reported.
 */
export function openSessionRecord(
  places: Places,
  session: string,
  project: string,
  loopId: string,
  say: Say,
): SessionRecord | null {
  // This includes the record of a later version: without its own record a session could not continue.
  const record = recordFile(places, session, project).readOrSetAside(say, false);
  return ofLoop(record, session, project, loopId);
}

function ofLoop(
  record: SessionRecord | null,
  session: string,
  project: string,
  loopId: string,
): SessionRecord | null {
  const isSame = record?.sessionId === session && record.project === project;
  return isSame && record.loopId === loopId ? record : null;
}

/**
 * Reads which loop of a project a session drove last.
 *
 * @returns The loop's id, whether or not it has ended; null if the session drove none.
 */
export function lastLoopOf(places: Places, session: string, project: string): string | null {
  const record = recordFile(places, session, project).readOr(null);
  return record?.sessionId === session && record.project === project ? record.loopId : null;
}

/** Writes the record of one session. @throws {StateError} If it cannot be written. */
export function writeSessionRecord(places: Places, record: SessionRecord): void {
  // Not flushed: a power cut loses only the last few answers, and flushing costs 0.7 ms of each Stop.
  recordFile(places, record.sessionId, record.project).write(record, { isFlushed: false });
}
