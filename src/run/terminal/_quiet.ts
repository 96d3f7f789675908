/**
 * Decides when to stop reading the output of a program that has ended.
 *
 * Its last bytes may arrive after its end, and a process that it left behind may keep the other end open, so
 * neither the exit nor the end of input suffices. Counts checks instead of time: on a busy machine this
 * process may have had no chance to read for longer than the quiet period.
 */

import { waitAtMost } from "../../system/run_program.ts";

/** Time between two checks, in milliseconds. */
const LOOK_MS = 20;
/** Reading stops after this many checks without output. */
const QUIET_LOOKS = 10;
/** Reading stops after this many checks in any case. */
const MOST_LOOKS = 100;

/** Counts the checks since the last byte. */
export class Quiet {
  #looks = 0;

  /** Notes a piece of output; call this for every piece. */
  noteData(): void {
    this.#looks = 0;
  }

  /** Waits until there is no output for a moment, at most two seconds. */
  async settle(read: Promise<unknown>): Promise<void> {
    let isRead = false;
    const done = read.then(() => {
      isRead = true;
    });
    this.noteData();
    for (let all = 0; !isRead && this.#looks < QUIET_LOOKS && all < MOST_LOOKS; all++) {
      await waitAtMost(done, LOOK_MS);
      this.#looks++;
    }
  }
}
