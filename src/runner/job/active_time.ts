/**
 * The active time of a run. Of work that goes on at the same time each part counts its share, so that
 * an hour with four agents is an hour of the limit.
 *
 * @module
 */
import type { RunLoop } from "../loop/run_loop.ts";

/** The time from the start of an agent to its end, counted while it runs. */
export interface Stretch {
  /**
   * Counts the work so far.
   *
   * @param elapsedMs Time since its beginning, without suspension of the machine.
   */
  countTo(elapsedMs: number): void;
  /** Ends it; call it once. */
  end(): void;
}

/** Adds to the loop's active time. */
export class ActiveTime {
  readonly #loop: Pick<RunLoop, "change">;
  #stretches = 0;

  /** @param loop The run's loop. */
  constructor(loop: Pick<RunLoop, "change">) {
    this.#loop = loop;
  }

  /** Begins a stretch of work. */
  begin(): Stretch {
    this.#stretches += 1;
    let countedMs = 0;
    return {
      countTo: (elapsedMs) => {
        const shareMs = Math.max(0, elapsedMs - countedMs) / this.#stretches;
        countedMs = elapsedMs;
        if (shareMs === 0) return;
        this.#loop.change((record) => ({
          ...record,
          accumulatedRuntimeMs: record.accumulatedRuntimeMs + shareMs,
        }));
      },
      end: () => {
        this.#stretches -= 1;
      },
    };
  }
}
