/**
 * One session's record in one loop: what must not leak into another session.
 *
 * @module
 */
import { ProgressMarkSchema } from "./progress_mark.ts";
import { choice, list, nullable, number, object, type ShapeOf, text } from "./shape.ts";

/** Version of the record's shape. */
export const SESSION_RECORD_VERSION = 2;

/** The record in `sessions/{session}@{path hash}.json`. */
export const SessionRecordSchema = object({
  version: choice(SESSION_RECORD_VERSION),
  session_id: text,
  loop_id: text,
  project: text,
  transcript_path: nullable(text),
  /** The client's version, from the transcript's lines; null until one was read. */
  client_version: nullable(text),
  /** The last outputs, newest last, each cut to 1,000 characters (predecessor's measure). */
  recent_outputs: list(object({ text, mark: ProgressMarkSchema })),
  /** Unix times in seconds of the continuations since the last tool call. */
  toolless_continuations: list(number),
  /** The event answered last, to know a twin of it. */
  answered: nullable(
    object({ prompt_id: text, message_hash: text, at_seconds: number }),
  ),
}, {
  /** The last continuation after which the client did not go on. */
  unhonoured: object({
    /** `at_seconds` of the answer, Unix seconds. */
    at_seconds: number,
    by: choice("cap", "another-hook", "client"),
    sentence: text,
  }),
});

/** One session's record in one loop. */
export type SessionRecord = ShapeOf<typeof SessionRecordSchema>;
