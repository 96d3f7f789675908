/**
 * Detects a Stop event that was already answered. With hooks in both plugin and settings, the client starts
 * two processes for each event, within 0.8 s. The first answers, and its twin stays silent.
 *
 * If a twin is mistaken for a real turn, that costs one continuation. If a real turn is mistaken for a
 * twin, the loop ends. So in case of doubt, the event is not a twin.
 */
import { hash32 } from "../store/files/file_name.ts";
import type { SessionRecord } from "../store/records/session_record.ts";
import { type Pacer, pollTranscript } from "./transcript/poll.ts";
import type { TranscriptCursor, TranscriptReading } from "./transcript/transcript.ts";

/** How long after the answer a twin may come. */
const LATE_MS = 1_500;
/** How long a twin may wait for the answer: the hooks' longest timeout. */
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
  /** Checks whether the conversation continued after the answer. Called only if all else is equal. */
  readonly wentOn: () => boolean | null;
}

/**
 * Checks whether the event was answered already.
 *
 * An event that came before the answer, while its twin had the lock, is certainly a twin. An event shortly
 * after the answer may be a real turn with the same message: then the transcript has a line newer than the
 * answer. If that cannot be determined, the event is not a twin.
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
 * Checks whether a transcript has a line from agent or user that is newer than an answer. Waits up to
 * `POLL_LIMIT_MS`, because the file lags behind.
 *
 * @param answeredAtMs When the answer was sent, epoch milliseconds.
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
 * @param stopHookActive The event's flag, which twins share.
 * @returns 16 hex digits.
 */
export function hashMessage(message: string, stopHookActive: boolean): string {
  return hash32(`${stopHookActive}\n${message}`) + hash32(`again\n${message}`);
}
