/**
 * The same Stop event a second time: with the plugin and the settings both registered the client
 * starts two processes for it, within 0.8 s. The first answers, the twin is silent.
 *
 * A twin taken for a real turn costs one continuation; a real turn taken for a twin would end the
 * night. So every doubt is decided against the twin.
 *
 * @module
 */
import { hash32 } from "../store/files/file_name.ts";
import type { SessionRecord } from "../store/records/session_record.ts";
import { type Pacer, POLL_LIMIT_MS, pollTranscript } from "./transcript/poll.ts";
import type { TranscriptCursor, TranscriptReading } from "./transcript/transcript.ts";

/** So long after an answer a twin may still come, in seconds. */
const LATE_SECONDS = 1.5;
/** So long a twin may have waited for the answer: the hooks' longest timeout, in seconds. */
const WAITED_SECONDS = 600;

/** The event that may be a twin. */
export interface TwinQuestion {
  /** What was answered last, from the session's record; its time is that of the answer. */
  readonly answered: SessionRecord["answered"];
  readonly promptId: string;
  /** `hashMessage` of the event. */
  readonly messageHash: string;
  /** Unix seconds at which this process read the event, before it waited for the lock. */
  readonly receivedAt: number;
  /** Whether the conversation went on since the answer; asked only where all else is equal. */
  readonly wentOn: () => boolean | null;
}

/**
 * Whether the event was answered already.
 *
 * An event that came before the answer was given, while its twin had the lock, is one for certain.
 * One that came shortly after it may be a real next turn in the same words: then the transcript
 * has a line newer than the answer. Where that cannot be known, it is not a twin.
 */
export function isTwin(question: TwinQuestion): boolean {
  const { answered, promptId, messageHash, receivedAt } = question;
  if (answered === null || promptId === "") return false;
  if (answered.promptId !== promptId || answered.messageHash !== messageHash) return false;
  const since = receivedAt - answered.atSeconds;
  if (since <= 0) return since > -WAITED_SECONDS;
  return since <= LATE_SECONDS && question.wentOn() === false;
}

/**
 * Whether a transcript gets a line of agent or user that is newer than an answer; waits for it at
 * most `POLL_LIMIT_MS`, because the file lags.
 *
 * @param path The transcript, or null.
 * @param cursor How far it was read.
 * @param answeredAt Unix seconds of the answer.
 * @param pacer Time.
 * @returns Null where the transcript cannot be read.
 */
export function wentOnSince(
  path: string | null,
  cursor: TranscriptCursor,
  answeredAt: number,
  pacer: Pacer,
): boolean | null {
  const isNewer = ({ lastMessageAt }: TranscriptReading) =>
    lastMessageAt !== null && lastMessageAt > answeredAt;
  const { reading, isThere } = pollTranscript(path, cursor, isNewer, POLL_LIMIT_MS, pacer);
  return reading.isReadable ? isThere : null;
}

/**
 * A short fingerprint of a Stop event's words; no secret hangs on it.
 *
 * @param message `last_assistant_message`.
 * @param stopHookActive The event's flag: twins share it.
 * @returns 16 hex digits.
 */
export function hashMessage(message: string, stopHookActive: boolean): string {
  return hash32(`${stopHookActive}\n${message}`) + hash32(`again\n${message}`);
}
