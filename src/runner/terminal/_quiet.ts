/**
 * When to stop reading the output of a program that has ended.
 *
 * Its last bytes may come after its end, and a process that it left behind may have the other end
 * open for ever: so neither the end nor the end of input says it alone.
 *
 * @module
 */

import { waitAtMost } from "../../process/run_program.ts";

/** Reading stops when nothing came for this long after the end, in milliseconds. */
const QUIET_MS = 200;
/** Reading stops after this in any case, in milliseconds. */
const DRAIN_MS = 2_000;

/** Counts the moments since the last byte. */
export class Quiet {
  #lastByteAt = performance.now();

  /** To be called with every piece of output. */
  noteData(): void {
    this.#lastByteAt = performance.now();
  }

  /**
   * Waits until nothing came for `QUIET_MS`, at most for `DRAIN_MS`.
   *
   * @param read Settles when the output is read to its end; then nothing more is waited for.
   */
  async settle(read: Promise<unknown>): Promise<void> {
    const endsAt = performance.now() + DRAIN_MS;
    this.noteData();
    let isRead = false;
    const done = read.then(() => {
      isRead = true;
    });
    while (!isRead) {
      const waitMs = Math.min(this.#lastByteAt + QUIET_MS, endsAt) - performance.now();
      if (waitMs <= 0) return;
      await waitAtMost(done, waitMs);
    }
  }
}
