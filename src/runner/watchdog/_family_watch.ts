/**
 * Samples an agent's processes every now and then: to know them before they escape, and how busy
 * they are.
 *
 * @module
 */
import type { Family } from "../../process/family.ts";
import type { RunnerClock } from "./clock.ts";

/** Shortest time between two samples, in milliseconds. */
const LONG_PAUSE_MS = 1_000;
/** The same where a verdict depends on it. */
const SHORT_PAUSE_MS = 200;
/** Sampling may take this part of the time, on a machine with very many processes. */
const LARGEST_COST = 1 / 50;
/** Samples kept in a window: enough to know its share to a few percent. */
const SAMPLES = 60;

/** CPU time at one moment. */
interface Sample {
  readonly atMs: number;
  readonly cpuMs: number;
}

/** Takes a census when it is due. */
export class FamilyWatch {
  readonly #family: Family;
  readonly #clock: RunnerClock;
  readonly #windowMs: number;
  #samples: Sample[] = [];
  #sampledAt = -Infinity;
  #costMs = 0;

  /**
   * @param family The agent's processes.
   * @param clock Time.
   * @param windowMs Over which CPU use is measured.
   */
  constructor(family: Family, clock: RunnerClock, windowMs: number) {
    this.#family = family;
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** CPU use over the window, in cores; null with fewer than two samples. */
  get cpuShare(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || first === last) return null;
    return (last.cpuMs - first.cpuMs) / Math.max(last.atMs - first.atMs, 1);
  }

  /** Forgets what was measured: what was before a sleep of the machine says nothing. */
  clear(): void {
    this.#samples = [];
  }

  /**
   * Takes a sample, if it is due.
   *
   * @param isVerdictNear Whether the newest figure is wanted.
   */
  async sample(isVerdictNear: boolean): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    const isFigureMissing = isVerdictNear && this.cpuShare === null;
    if (!isFigureMissing && nowMs - this.#sampledAt < this.#pauseMs(isVerdictNear)) return;
    const { cpuMs } = await this.#family.takeCensus();
    this.#sampledAt = this.#clock.monotonicMs();
    this.#costMs = this.#sampledAt - nowMs;
    if (cpuMs !== null) this.#add(nowMs, cpuMs);
  }

  /** CPU time may shrink where processes end unobserved. */
  #add(atMs: number, cpuMs: number): void {
    const samples = this.#samples;
    const last = samples.at(-1);
    const previous = samples.at(-2);
    // Of samples that are close together only the newest is kept.
    if (previous && atMs - previous.atMs < this.#windowMs / SAMPLES) samples.pop();
    samples.push({ atMs, cpuMs: Math.max(cpuMs, last?.cpuMs ?? 0) });
    while ((samples[1]?.atMs ?? Infinity) <= atMs - this.#windowMs) samples.shift();
  }

  #pauseMs(isVerdictNear: boolean): number {
    const affordableMs = this.#costMs / LARGEST_COST;
    if (!isVerdictNear) return Math.max(LONG_PAUSE_MS, affordableMs);
    return Math.max(SHORT_PAUSE_MS, Math.min(affordableMs, LONG_PAUSE_MS));
  }
}
