/**
 * How busy a run's processes were lately.
 *
 * @module
 */

/** Processor time at one moment. */
interface Sample {
  readonly atMs: number;
  readonly cpuMs: number;
}

/** Samples kept in a window: enough to know its share to a few percent. */
const SAMPLES = 60;

/** Processor time over a window that ends now. */
export class CpuWindow {
  readonly #windowMs: number;
  #samples: Sample[] = [];

  /** @param windowMs Its length. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Forgets all: what was before a sleep of the machine says nothing. */
  clear(): void {
    this.#samples = [];
  }

  /**
   * Adds a sample.
   *
   * @param atMs The monotonic clock.
   * @param cpuMs Processor time used so far; it may shrink where processes end unobserved.
   */
  add(atMs: number, cpuMs: number): void {
    const last = this.#samples.at(-1);
    const before = this.#samples.at(-2);
    const sample = { atMs, cpuMs: Math.max(cpuMs, last?.cpuMs ?? 0) };
    // Of samples that lie close together only the newest is kept.
    if (last && before && atMs - before.atMs < this.#windowMs / SAMPLES) this.#samples.pop();
    this.#samples.push(sample);
    const isOld = (index: number) =>
      (this.#samples[index]?.atMs ?? Infinity) <= atMs - this.#windowMs;
    while (isOld(1)) this.#samples.shift();
  }

  /**
   * The share of one core that was used, on average over the window.
   *
   * @returns 0 and more; null with less than two samples.
   */
  share(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || first === last) return null;
    return (last.cpuMs - first.cpuMs) / Math.max(last.atMs - first.atMs, 1);
  }
}
