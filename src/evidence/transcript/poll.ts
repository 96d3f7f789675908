/** Waits for a transcript that lags behind the event (measured: 68 ms in the median, at most 107). */
import {
  type ReadingOptions,
  readTranscript,
  type TranscriptCursor,
  type TranscriptReading,
} from "./transcript.ts";

/** How long a decision may wait for the transcript, in milliseconds. */
const POLL_LIMIT_MS = 200;
/** Delay between two readings, in milliseconds. */
const STEP_MS = 10;

/** The clock and delay of polling. */
export interface Pacer {
  /** A clock in milliseconds that never runs backwards. */
  now(): number;
  /** Blocks the program for a number of milliseconds. */
  sleep(milliseconds: number): void;
}

/** Waits and measures time with the machine's own clock. */
export const systemPacer: Pacer = {
  now: () => performance.now(),
  sleep: (milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  },
};

/**
 * Reads until the reading passes the test, or until the limit. Each reading starts at the same cursor, so
 * the last one is complete.
 */
export function pollTranscript(
  path: string | null,
  cursor: TranscriptCursor,
  isAwaited: (reading: TranscriptReading) => boolean,
  pacer: Pacer,
  options: ReadingOptions = {},
) {
  const end = pacer.now() + POLL_LIMIT_MS;
  for (;;) {
    const reading = readTranscript(path, cursor, options);
    if (isAwaited(reading)) return { reading, isThere: true };
    const left = end - pacer.now();
    if (path === null || left <= 0) return { reading, isThere: false };
    pacer.sleep(Math.min(STEP_MS, left));
  }
}

/**
 * Makes a test for the message of the Stop event. Without a message, every reading passes.
 *
 * @param lastMessage `last_assistant_message`: the last text block.
 */
export function holdsMessage(lastMessage: string): (reading: TranscriptReading) => boolean {
  const wanted = lastMessage.trim();
  return (reading) => wanted === "" || reading.lastText?.trim() === wanted;
}
