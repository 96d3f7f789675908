/**
 * Detects a Stop event that was already answered: with hooks in both plugin and settings, the client
 * starts two processes for each event, within 0.8 s. The first answers, its twin stays silent.
 *
 * A twin mistaken for a real turn costs one continuation; a real turn mistaken for a twin would end the
 * loop. So in doubt, the event is not a twin.
 */
import { hash32 } from "../store/files/file_name.ts";
import type { SessionRecord } from "../store/records/session_record.ts";
import { type Pacer, pollTranscript } from "./transcript/poll.ts";
import type { TranscriptCursor, TranscriptReading } from "./transcript/transcript.ts";

/** A twin comes at most this long after the answer. */
const LATE_MS = 1_500;
/** A twin waits at most this long for the answer: the hooks' longest timeout. */
const WAITED_MS = 600_000;

/** The event that may be a twin. */
export interface TwinQuestion {
  /** The last answer, from the session's record, with its time. */
  readonly answered: SessionRecord["answered"];
  readonly promptId: string;
  /** `hashMessage` of the event. */
  readonly messageHash: string;
  /** When this process read the event, before it waited for the lock. */
  readonly receivedAtMs: number;
  /** Whether the conversation continued since the answer; called only if all else is equal. */
  readonly wentOn: () => boolean | null;
}

/**
 * Checks whether the event was answered already.
 *
 * An event that came before the answer, while its twin had the lock, is certainly a twin. An event
 * shortly after it may be a real turn with the same message: then the transcript has a line newer than
 * the answer. If that cannot be determined, the event is not a twin.
 */
export function isTwin(question: TwinQuestion): boolean {
  const { answered, promptId, messageHash, receivedAtMs } = question;
  if (answered === null || promptId === "") return false;
  if (answered.promptId !== promptId || answered.messageHash !== messageHash) return false;
  const sinceMs = receivedAtMs - answered.atMs;
  if (sinceMs <= 0) return sinceMs > -WAITED_MS;
  return sinceMs <= LATE_MS && question.wentOn() === false;
}

/**
 * Checks whether a transcript has a line of agent or user that is newer than an answer; waits up to
 * `POLL_LIMIT_MS`, because the file lags.
 *
 * @param answeredAtMs When the answer was given, epoch milliseconds.
 * @returns Null if the transcript cannot be read.
 */
export function wentOnSince(
  path: string | null,
  cursor: TranscriptCursor,
  answeredAtMs: number,
  pacer: Pacer,
): boolean | null {
  const isNewer = ({ lastMessageAtMs }: TranscriptReading) =>
    lastMessageAtMs !== null && lastMessageAtMs > answeredAtMs;
  const { reading, isThere } = pollTranscript(path, cursor, isNewer, pacer);
  return reading.isReadable ? isThere : null;
}

/**
 * Computes a short fingerprint of a Stop event's message; not cryptographic.
 *
 * @param stopHookActive The event's flag: twins share it.
 * @returns 16 hex digits.
 */
export function hashMessage(message: string, stopHookActive: boolean): string {
  return hash32(`${stopHookActive}\n${message}`) + hash32(`again\n${message}`);
}
