/**
 * The active time of a run, and its pauses: the time in which anything works, so that an hour with four
 * agents is an hour of the limit. While one agent works, another's wait is no pause.
 */
import { markTurn, pause, resume } from "../../loop/time/pausing.ts";
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
  /** Notes whether the agent itself waits for the API, which is no work. */
  setWaiting(isWaiting: boolean): void;
  /** Ends it; call it once. */
  end(): void;
}

/** The wait of an agent. */
type Wait = Parameters<typeof pause>[1];

/** Adds to the loop's active time, and marks the loop as paused while agents only wait. */
export class ActiveTime {
  /** How many stretches go on now. */
  #working = 0;
  /** Up to when they are counted, by the monotonic clock. */
  #countedMs = 0;
  readonly #waits = new Set<Wait>();

  constructor(
    private readonly loop: Pick<RunLoop, "change">,
    private readonly clock: Pick<RunnerClock, "monotonicMs" | "wallMs">,
  ) {}

  /**
   * Notes that an agent waits.
   *
   * @returns Ends the wait; not called where the run ends meanwhile, which stays paused.
   */
  wait(wait: Wait): () => void {
    this.#waits.add(wait);
    this.#pauseIfIdle();
    return () => {
      this.#waits.delete(wait);
      if (this.#waits.size > 0) this.#pauseIfIdle();
      else if (this.#working === 0) this.#resume();
    };
  }

  /** The loop is paused until the first wait ends. */
  #pauseIfIdle(): void {
    if (this.#working > 0) return;
    const [wait] = [...this.#waits].sort((one, two) =>
      (one.untilMs ?? Infinity) - (two.untilMs ?? Infinity)
    );
    if (wait === undefined) return;
    this.loop.change((record) => pause(record, wait, this.clock.wallMs()));
  }

  #resume(): void {
    this.loop.change((record) => resume(record, this.clock.wallMs()));
  }

  begin(): Stretch {
    if (this.#waits.size > 0 && this.#working === 0) this.#resume();
    this.#count(0);
    const beganMs = this.#countedMs;
    let sleptMs = 0;
    let isWorking = false;
    const setWorking = (value: boolean) => {
      if (value === isWorking) return;
      isWorking = value;
      this.#count(0);
      this.#working += value ? 1 : -1;
      if (this.#working === (value ? 1 : 0)) this.#mark(value ? "running" : "resting");
    };
    setWorking(true);
    return {
      setWaiting: (isWaiting) => setWorking(!isWaiting),
      countTo: (elapsedMs) => {
        const before = sleptMs;
        sleptMs = Math.max(before, this.clock.monotonicMs() - beganMs - elapsedMs);
        this.#count(sleptMs - before);
      },
      end: () => {
        setWorking(false);
        this.#pauseIfIdle();
      },
    };
  }

  /** Notes whether something works now: who looks from outside counts it up to now. */
  #mark(state: "running" | "resting"): void {
    const nowMs = this.clock.wallMs();
    this.loop.change((record) => ({ ...markTurn(record, state, nowMs), lastHookAtMs: nowMs }));
  }

  /** Counts up to now. @param sleptMs How much of it was no work. */
  #count(sleptMs: number): void {
    const nowMs = this.clock.monotonicMs();
    const ms = Math.max(0, nowMs - this.#countedMs - sleptMs);
    this.#countedMs = nowMs;
    if (this.#working === 0 || ms === 0) return;
    this.loop.change((record) => ({
      ...record,
      accumulatedRuntimeMs: record.accumulatedRuntimeMs + ms,
      lastHookAtMs: this.clock.wallMs(),
    }));
  }

  /** Counts work, such as a check, as active time. */
  async count<T>(work: () => Promise<T>): Promise<T> {
    const stretch = this.begin();
    try {
      return await work();
    } finally {
      stretch.end();
    }
  }
}
