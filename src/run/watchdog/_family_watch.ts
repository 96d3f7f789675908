/** Samples an agent's processes, to find them before they detach, and to measure their CPU use. */
import type { Family } from "../../system/family.ts";
import type { RunnerClock } from "./clock.ts";

/** Minimum time between two samples, in milliseconds. */
const LONG_PAUSE_MS = 1_000;
/** Minimum time between two samples while a verdict depends on them, in milliseconds. */
const SHORT_PAUSE_MS = 200;
/** Maximum share of time spent on sampling, on a machine with very many processes. */
const LARGEST_COST = 1 / 50;
/** Samples per window, enough to measure CPU use to a few percent. */
const SAMPLES = 60;

/** Samples processes and their CPU time when a sample is due. */
export class FamilyWatch {
  #samples: { readonly atMs: number; readonly cpuMs: number }[] = [];
  #sampledAt: number;
  #costMs = 0;

  /** @param windowMs Window for CPU use, in milliseconds. */
  constructor(
    private readonly family: Family,
    private readonly clock: RunnerClock,
    private readonly windowMs: number,
  ) {
    // When an agent starts, it does not have other processes yet.
    this.#sampledAt = clock.monotonicMs();
  }

  /** CPU use over the window, in cores; null with fewer than two samples. */
  get cpuShare(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || first === last) return null;
    return (last.cpuMs - first.cpuMs) / Math.max(last.atMs - first.atMs, 1);
  }

  /** Drops the samples taken before the machine slept. */
  clear(): void {
    this.#samples = [];
  }

  /** Takes a sample if one is due. */
  async sample(isVerdictNear: boolean): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    const isFigureMissing = isVerdictNear && this.cpuShare === null;
    if (!isFigureMissing && nowMs - this.#sampledAt < this.#pauseMs(isVerdictNear)) return;
    const { cpuMs } = await this.family.takeCensus();
    this.#sampledAt = this.clock.monotonicMs();
    this.#costMs = this.#sampledAt - nowMs;
    if (cpuMs !== null) this.#add(nowMs, cpuMs);
  }

  /** Adds a sample. CPU time may shrink if processes end between samples. */
  #add(atMs: number, cpuMs: number): void {
    const samples = this.#samples;
    const last = samples.at(-1);
    const previous = samples.at(-2);
    // Of samples close to each other, only the newest is kept.
    if (previous && atMs - previous.atMs < this.windowMs / SAMPLES) samples.pop();
    samples.push({ atMs, cpuMs: Math.max(cpuMs, last?.cpuMs ?? 0) });
    while ((samples[1]?.atMs ?? Infinity) <= atMs - this.windowMs) samples.shift();
  }

  #pauseMs(isVerdictNear: boolean): number {
    const affordableMs = this.#costMs / LARGEST_COST;
    if (!isVerdictNear) return Math.max(LONG_PAUSE_MS, affordableMs);
    return Math.max(SHORT_PAUSE_MS, Math.min(affordableMs, LONG_PAUSE_MS));
  }
}
