/**
 * Looks at a run's processes every now and then: to know them before they escape, and how busy they
 * are.
 *
 * @module
 */
import type { Family } from "../../process/family.ts";
import type { RunnerClock } from "./clock.ts";
import { CpuWindow } from "./_cpu_window.ts";

/** At least so long between two looks, in milliseconds. */
const LONG_PAUSE_MS = 1_000;
/** The same where a verdict hangs on it. */
const SHORT_PAUSE_MS = 200;
/** A look may take this part of the time, on a machine with very many processes. */
const LARGEST_COST = 1 / 50;

/** Takes a census when it is due. */
export class FamilyWatch {
  readonly #family: Family;
  readonly #clock: RunnerClock;
  readonly #window: CpuWindow;
  #lookedAt = -Infinity;
  #costMs = 0;

  /**
   * @param family The run's processes.
   * @param clock Time.
   * @param windowMs Over which the use of the processor is measured.
   */
  constructor(family: Family, clock: RunnerClock, windowMs: number) {
    this.#family = family;
    this.#clock = clock;
    this.#window = new CpuWindow(windowMs);
  }

  /** Use of the processor over the window, in cores; null where it is not known. */
  get cpuShare(): number | null {
    return this.#window.share();
  }

  /** Forgets what was measured. */
  clear(): void {
    this.#window.clear();
  }

  /**
   * Looks, if it is due.
   *
   * @param isVerdictNear Whether the newest figure is wanted.
   */
  async look(isVerdictNear: boolean): Promise<void> {
    const before = this.#clock.monotonicMs();
    const isFigureMissing = isVerdictNear && this.cpuShare === null;
    if (!isFigureMissing && before - this.#lookedAt < this.#pauseMs(isVerdictNear)) return;
    const { cpuMs } = await this.#family.takeCensus();
    this.#lookedAt = this.#clock.monotonicMs();
    this.#costMs = this.#lookedAt - before;
    if (cpuMs !== null) this.#window.add(before, cpuMs);
  }

  #pauseMs(isVerdictNear: boolean): number {
    const affordableMs = this.#costMs / LARGEST_COST;
    if (!isVerdictNear) return Math.max(LONG_PAUSE_MS, affordableMs);
    return Math.max(SHORT_PAUSE_MS, Math.min(affordableMs, LONG_PAUSE_MS));
  }
}
