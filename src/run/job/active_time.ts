/**
 * The active time of a run, and its pauses. Of work that goes on at the same time each part counts its
 * share, so that an hour with four agents is an hour of the limit. While one agent works, another's
 * wait is no pause.
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
  /** Ends it; call it once. */
  end(): void;
}

/** The part of a stretch in the time that all of them share. */
interface StretchShare {
  readonly beganMs: number;
  /** Takes what is new of its time since it began, as its share. */
  readonly take: (elapsedMs: number) => number;
}

/** The wait of an agent. */
type Wait = Parameters<typeof pause>[1];

/** Adds to the loop's active time, and marks the loop as paused while agents only wait. */
export class ActiveTime {
  /** What goes on now. */
  readonly #stretches = new Set<Stretch & StretchShare>();
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
      else if (this.#stretches.size === 0) this.#resume();
    };
  }

  /** The loop is paused until the first wait ends. */
  #pauseIfIdle(): void {
    if (this.#stretches.size > 0) return;
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
    if (this.#waits.size > 0 && this.#stretches.size === 0) this.#resume();
    this.#add(this.#takeAll());
    let countedMs = 0;
    const take = (elapsedMs: number) => {
      const newMs = Math.max(0, elapsedMs - countedMs);
      countedMs = Math.max(countedMs, elapsedMs);
      return newMs / this.#stretches.size;
    };
    const stretch = {
      beganMs: this.clock.monotonicMs(),
      take,
      // The others first: this one was measured by itself.
      countTo: (elapsedMs: number) => this.#add(this.#takeAll(stretch) + take(elapsedMs)),
      end: () => {
        // Alone, it was counted by its own measure.
        if (this.#stretches.size > 1) this.#add(this.#takeAll());
        this.#stretches.delete(stretch);
        if (this.#stretches.size === 0) this.#mark("resting");
        this.#pauseIfIdle();
      },
    };
    this.#stretches.add(stretch);
    if (this.#stretches.size === 1) this.#mark("running");
    return stretch;
  }

  /** Notes whether something works now: who looks from outside counts it up to now. */
  #mark(state: "running" | "resting"): void {
    const nowMs = this.clock.wallMs();
    this.loop.change((record) => ({ ...markTurn(record, state, nowMs), lastHookAtMs: nowMs }));
  }

  #add(ms: number): void {
    if (ms === 0) return;
    this.loop.change((record) => ({
      ...record,
      accumulatedRuntimeMs: record.accumulatedRuntimeMs + ms,
      lastHookAtMs: this.clock.wallMs(),
    }));
  }

  /** Counts work, such as a check, as active time. */
  async count<T>(work: () => Promise<T>): Promise<T> {
    const beganMs = this.clock.monotonicMs();
    const stretch = this.begin();
    try {
      return await work();
    } finally {
      stretch.countTo(this.clock.monotonicMs() - beganMs);
      stretch.end();
    }
  }

  /** Takes the shares of all work up to now, but for one. */
  #takeAll(but: StretchShare | null = null): number {
    const nowMs = this.clock.monotonicMs();
    let ms = 0;
    for (const each of this.#stretches) if (each !== but) ms += each.take(nowMs - each.beganMs);
    return ms;
  }
}
