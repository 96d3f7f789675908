/**
 * Calls what the job gave us to call. One that throws must not leave an agent running unwatched: the
 * run is ended, then the error is thrown.
 *
 * @module
 */
import type { RunSignals, StopWish } from "./watched_run.ts";

/** The job's callbacks, safe to call. */
export class Callbacks {
  readonly #signals: RunSignals;
  #failure: { readonly error: unknown } | null = null;

  /** @param signals What the job gave. */
  constructor(signals: RunSignals) {
    this.#signals = signals;
  }

  /** Tells the job something, if it wants to hear it. */
  tell<Name extends "onLine" | "onStarted" | "onHeartbeat" | "onWarning">(
    name: Name,
    value: Parameters<NonNullable<RunSignals[Name]>>[0],
  ): void {
    this.#call(
      () => (this.#signals[name] as ((value: unknown) => void) | undefined)?.(value),
      null,
    );
  }

  /** Whether the agent reported a tool and not its end. */
  isToolInFlight(): boolean {
    return this.#call(() => this.#signals.isToolInFlight?.() ?? false, false);
  }

  /** Whether the agent reported its result. */
  isResultReported(): boolean {
    return this.#call(() => this.#signals.isResultReported?.() ?? false, false);
  }

  /** Changes with progress that was seen elsewhere. */
  progressCount(): number {
    return this.#call(() => this.#signals.progressCount?.() ?? 0, 0);
  }

  /** What the user wants; a callback that failed wants an end. */
  stopWish(): StopWish {
    const wish = this.#call(() => this.#signals.stopWish?.() ?? null, null);
    return wish ?? (this.#failure === null ? null : "interrupt");
  }

  /** Throws what the first failed callback threw. */
  rethrow(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  #call<T>(call: () => T, fallback: T): T {
    try {
      return call();
    } catch (error) {
      this.#failure ??= { error };
      return fallback;
    }
  }
}
