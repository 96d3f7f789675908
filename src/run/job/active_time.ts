/**
 * The active time of a run, and its pauses. Time counts once however many agents work, so an hour with
 * four agents uses one hour of the limit. While one agent works, another's wait is not a pause.
 */
import { markTurn, pause, resume } from "../../loop/time/pausing.ts";
import type { RunnerClock } from "../watchdog/clock.ts";
import type { RunLoop } from "../loop/run_loop.ts";

/** The time from the start of an agent to its end, counted while it runs. */
export interface Stretch {
  /**
   * Counts the work so far.
   *
   * @param elapsedMs Time since the beginning, without suspension of the machine.
   */
  countTo(elapsedMs: number): void;
  /** Notes whether the agent itself waits for the API, which does not count as work. */
  setWaiting(isWaiting: boolean): void;
  /** Ends the stretch; call it once. */
  end(): void;
}

/** The wait of an agent. */
type Wait = Parameters<typeof pause>[1];

/** Adds to the loop's active time, and marks the loop as paused while all agents wait. */
export class ActiveTime {
  /** Number of stretches in progress. */
  #working = 0;
  /** The time up to which they are counted, by the monotonic clock. */
  #countedMs = 0;
  readonly #waits = new Set<Wait>();

  constructor(
    private readonly loop: Pick<RunLoop, "change">,
    private readonly clock: Pick<RunnerClock, "monotonicMs" | "wallMs">,
  ) {}

  /**
   * Notes that an agent waits.
   *
   * @returns A function that ends the wait. It is not called if the run ends meanwhile: the run stays paused.
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

  /** Pauses the loop until the first wait ends, if nothing works. */
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

  /** Notes whether something works now, so that an outside observer counts the time up to now. */
  #mark(state: "running" | "resting"): void {
    const nowMs = this.clock.wallMs();
    this.loop.change((record) => ({ ...markTurn(record, state, nowMs), lastHookAtMs: nowMs }));
  }

  /** Counts up to now. @param sleptMs How much of that time was not work. */
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
