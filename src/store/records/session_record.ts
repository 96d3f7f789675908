/** One session's record in one loop: what must not leak into another session. */
import type { WriteOutcome } from "../files/presence.ts";
import { type Places, sessionFile } from "../places.ts";
import { readRecord, type RecordRead, type RecordShape, writeRecord } from "./json_record.ts";
import { ProgressMarkSchema } from "./progress_mark.ts";
import { choice, inFile, list, nullable, object, seconds, type ShapeOf, text } from "./shape.ts";

/** Version of the record's shape. */
export const SESSION_RECORD_VERSION = 2;

/** The record in `sessions/{session}@{path hash}.json`. */
const SessionRecordSchema = object({
  version: choice(SESSION_RECORD_VERSION),
  sessionId: text,
  loopId: text,
  project: text,
  transcriptPath: nullable(text),
  /** The client's version, from the transcript's lines; null until one was read. */
  clientVersion: nullable(text),
  /** The last outputs, newest last, each cut to 1,000 characters (predecessor's measure). */
  recentOutputs: list(object({ text, mark: ProgressMarkSchema })),
  /** When the continuations since the last tool call were sent, epoch milliseconds. */
  toollessAtMs: inFile("toolless_continuations", list(seconds)),
  /** The event answered last, to recognise a duplicate of it. */
  answered: nullable(
    object({ promptId: text, messageHash: text, atMs: inFile("at_seconds", seconds) }),
  ),
}, {
  /** The last continuation after which the client did not go on. */
  unhonoured: object({
    atMs: inFile("at_seconds", seconds),
    by: choice("cap", "another-hook", "client"),
    sentence: text,
  }),
});

/** One session's record in one loop. */
export type SessionRecord = ShapeOf<typeof SessionRecordSchema>;

/** How the record of a session is read. */
export const SESSION_RECORD: RecordShape<SessionRecord> = {
  version: SESSION_RECORD_VERSION,
  schema: SessionRecordSchema,
  // Version 1 kept outputs without marks, which cannot be compared.
  migrate: (record) => ({ ...record, recent_outputs: [], version: 2 }),
};

/**
 * Reads the record of one session in one loop.
 *
 * @param project The project's root, links resolved.
 * @param loopId The loop; the record of another loop counts as absent.
 */
export function readSessionRecord(
  places: Places,
  session: string,
  project: string,
  loopId: string,
): RecordRead<SessionRecord> {
  const read = readNewest(places, session, project);
  return read.kind === "ok" && read.value.loopId !== loopId ? { kind: "absent" } : read;
}

/**
 * Reads which loop of a project a session drove last.
 *
 * @param project The project's root, links resolved.
 * @returns The loop's id, whether it has ended or not; null where the session drove none.
 */
export function lastLoopOf(places: Places, session: string, project: string): string | null {
  const read = readNewest(places, session, project);
  return read.kind === "ok" ? read.value.loopId : null;
}

function readNewest(places: Places, session: string, project: string): RecordRead<SessionRecord> {
  const read = readRecord(sessionFile(places, session, project), SESSION_RECORD);
  if (read.kind !== "ok") return read;
  const isSame = read.value.sessionId === session && read.value.project === project;
  return isSame ? read : { kind: "absent" };
}

/** Writes the record of one session. */
export function writeSessionRecord(places: Places, record: SessionRecord): WriteOutcome {
  const file = sessionFile(places, record.sessionId, record.project);
  // A power cut costs the memory of a few answers; waiting for the disk costs 0.7 ms of each Stop.
  return writeRecord(file, record, SESSION_RECORD, { isFlushed: false });
}
