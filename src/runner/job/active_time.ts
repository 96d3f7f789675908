/**
 * The active time of a run. Of work that goes on at the same time each part counts its share, so that
 * an hour with four agents is an hour of the limit.
 */
import type { RunnerClock } from "../watchdog/clock.ts";
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
  /** What goes on now. */
  readonly #stretches = new Set<Stretch & { readonly beganMs: number }>();

  constructor(
    private readonly loop: Pick<RunLoop, "change">,
    private readonly clock: Pick<RunnerClock, "monotonicMs">,
  ) {}

  begin(): Stretch {
    this.#countAll();
    let countedMs = 0;
    const stretch = {
      beganMs: this.clock.monotonicMs(),
      countTo: (elapsedMs: number) => {
        const shareMs = Math.max(0, elapsedMs - countedMs) / this.#stretches.size;
        countedMs = Math.max(countedMs, elapsedMs);
        if (shareMs === 0) return;
        this.loop.change((record) => ({
          ...record,
          accumulatedRuntimeMs: record.accumulatedRuntimeMs + shareMs,
        }));
      },
      end: () => {
        // Alone, it was counted by its own measure.
        if (this.#stretches.size > 1) this.#countAll();
        this.#stretches.delete(stretch);
      },
    };
    this.#stretches.add(stretch);
    return stretch;
  }

  /** Counts all work up to now, before the number of shares changes. */
  #countAll(): void {
    const nowMs = this.clock.monotonicMs();
    for (const { beganMs, countTo } of this.#stretches) countTo(nowMs - beganMs);
  }
}
