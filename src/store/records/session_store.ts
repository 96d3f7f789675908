/**
 * Reading and writing the records of sessions.
 *
 * @module
 */
import type { WriteOutcome } from "../files/atomic_file.ts";
import { readRecord, type RecordRead, type RecordShape, writeRecord } from "./json_record.ts";
import { type Places, sessionFile } from "../places.ts";
import {
  SESSION_RECORD_VERSION,
  type SessionRecord,
  SessionRecordSchema,
} from "./session_record.ts";
import { schemaOf } from "./shape.ts";

const SESSION_RECORD: RecordShape<SessionRecord> = {
  version: SESSION_RECORD_VERSION,
  schema: schemaOf(SessionRecordSchema),
  // Version 1 kept outputs that nothing was ever compared with.
  migrate: (record) => ({ ...record, recent_outputs: [], version: 2 }),
};

/**
 * The record of one session in one loop.
 *
 * @param places the home's places
 * @param session the session's id
 * @param project the resolved path of the project's root
 * @param loopId the loop; the record of an earlier loop is as good as none, so nothing leaks over
 * @returns the record, or what stands in the way
 */
export function readSessionRecord(
  places: Places,
  session: string,
  project: string,
  loopId: string,
): RecordRead<SessionRecord> {
  const read = readRecord(sessionFile(places, session, project), SESSION_RECORD);
  if (read.kind !== "ok") return read;
  const isSame = read.value.session_id === session && read.value.project === project &&
    read.value.loop_id === loopId;
  return isSame ? read : { kind: "absent" };
}

/**
 * Writes the record of one session.
 *
 * @param places the home's places
 * @param record the record
 * @returns that it is written, or why not
 */
export function writeSessionRecord(places: Places, record: SessionRecord): WriteOutcome {
  return writeRecord(sessionFile(places, record.session_id, record.project), record);
}
