/**
 * Decides when to stop reading the output of a program that has ended.
 *
 * Its last bytes may arrive after its end, and a process that it left behind may keep the other end
 * open, so neither the exit nor the end of input suffices.
 */

import { waitAtMost } from "../../system/run_program.ts";

/** Reading stops after this long without output, in milliseconds. */
const QUIET_MS = 200;
/** Reading stops after this in any case, in milliseconds. */
const DRAIN_MS = 2_000;

/** Measures the time since the last byte. */
export class Quiet {
  #lastByteAt = performance.now();

  /** Call this with every piece of output. */
  noteData(): void {
    this.#lastByteAt = performance.now();
  }

  /** Waits for `QUIET_MS` without output, at most `DRAIN_MS`. */
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
