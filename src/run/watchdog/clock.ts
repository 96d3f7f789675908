/** The runner's clock, which tests replace. */

/** Two clocks and a way to wait. */
export interface RunnerClock {
  /** Returns monotonic milliseconds; on most systems they stop while the machine sleeps. */
  monotonicMs(): number;
  /** Returns epoch milliseconds; may jump. */
  wallMs(): number;
  /** Waits; returns early, without an error, when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this machine; tests use their own. */
export const REAL_CLOCK: RunnerClock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, ms));
      signal?.addEventListener("abort", end);
    }),
};
