/**
 * Waiting, a bounded time, for a transcript that lags behind the event (measured: it was
 * written a median of 68 ms after the hook began, at most 107).
 *
 * @module
 */
import {
  type ReadingOptions,
  readTranscript,
  type TranscriptCursor,
  type TranscriptReading,
} from "./transcript.ts";

/** How long a decision may wait for the transcript, in milliseconds. */
export const POLL_LIMIT_MS = 200;
/** Between two looks, in milliseconds. */
const STEP_MS = 10;

/** Time, as polling needs it. */
export interface Pacer {
  /** A clock in milliseconds that never runs backwards. */
  now(): number;
  /** Blocks the program for that long. */
  sleep(milliseconds: number): void;
}

/** The machine's own time. */
export const systemPacer: Pacer = {
  now: () => performance.now(),
  sleep: (milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  },
};

/** What polling gave: the last reading, and whether the awaited was in it. */
interface Polled {
  readonly reading: TranscriptReading;
  readonly isThere: boolean;
}

/**
 * Reads until the reading has what is awaited, or the time is over. Each look reads from the same
 * cursor, so the last reading is complete.
 *
 * @param path The transcript, or null.
 * @param cursor How far the last event read.
 * @param isAwaited Whether the reading has what is awaited.
 * @param limitMs How long to wait at most, in milliseconds.
 * @param pacer Time.
 */
export function pollTranscript(
  path: string | null,
  cursor: TranscriptCursor,
  isAwaited: (reading: TranscriptReading) => boolean,
  limitMs: number,
  pacer: Pacer,
  options: ReadingOptions = {},
): Polled {
  const end = pacer.now() + limitMs;
  for (;;) {
    const reading = readTranscript(path, cursor, options);
    if (isAwaited(reading)) return { reading, isThere: true };
    const left = end - pacer.now();
    if (path === null || left <= 0) return { reading, isThere: false };
    pacer.sleep(Math.min(STEP_MS, left));
  }
}

/**
 * Whether a reading has the message that the Stop event names; an event without one awaits nothing.
 *
 * @param lastMessage `last_assistant_message`: the last text block.
 */
export function holdsMessage(lastMessage: string): (reading: TranscriptReading) => boolean {
  const wanted = lastMessage.trim();
  return (reading) => wanted === "" || reading.lastAssistant?.text.trim() === wanted;
}
