/**
 * One session's record in one loop: what must not leak into another session (design §3).
 *
 * @module
 */
import * as v from "valibot";

/** Version of the record's shape. */
export const SESSION_RECORD_VERSION = 1;

/** The record in `sessions/{session}@{path hash}.json`. */
export const SessionRecordSchema = v.object({
  version: v.literal(SESSION_RECORD_VERSION),
  session_id: v.string(),
  loop_id: v.string(),
  project: v.string(),
  transcript_path: v.nullable(v.string()),
  /** The client's version, from the transcript's lines; null until one was read. */
  client_version: v.nullable(v.string()),
  /** The last outputs, newest last, each cut to 1,000 characters (predecessor's measure). */
  recent_outputs: v.array(v.string()),
  /** Unix times in seconds of the continuations since the last tool call (design §4.9). */
  toolless_continuations: v.array(v.number()),
  /** The event answered last, to know a twin of it (design §4.1). */
  answered: v.nullable(
    v.object({ prompt_id: v.string(), message_hash: v.string(), at_seconds: v.number() }),
  ),
});

/** One session's record in one loop. */
export type SessionRecord = v.InferOutput<typeof SessionRecordSchema>;
