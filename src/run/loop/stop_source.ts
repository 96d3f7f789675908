/**
 * Requests to end the run: a signal, `ralph stop`, the kill switch, or a deleted marker. Every stage of the
 * run checks them.
 */
import { findIgnoredSignals } from "../../system/ignored_signals.ts";
import type { StopWish } from "../watchdog/agent_process.ts";

/** The source of the request. */
export type StopRequest =
  | { readonly by: "signal"; readonly signal: "SIGINT" | "SIGTERM" | "SIGHUP" }
  /** `ralph stop`, which has already ended the loop on disk. */
  | { readonly by: "stop" }
  | { readonly by: "kill-switch"; readonly path: string }
  | { readonly by: "disabled" };

const POLL_MS = 150;
/** Time from a stop request to KILL, in milliseconds; short, so that the run ends within a second. */
const STOP_GRACE_MS = 400;

/** Does nothing. It is never removed as a listener, since without one the signal would kill the process. */
function ignoreSignal(): void {}

/** Listens for requests until disposed. */
export class StopSource implements Disposable {
  readonly #controller = new AbortController();
  readonly #now = new AbortController();
  readonly #handlers: [Deno.Signal, () => void][] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  #request: StopRequest | null = null;
  #requestedAtMs = 0;

  /** @param find Checks the disk several times a second; must be cheap. */
  constructor(find: () => StopRequest | null) {
    const ignored = findIgnoredSignals();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      this.#listen(signal, ignored, () => this.#take({ by: "signal", signal }));
    }
    // Ctrl-\ ends the run without a grace period.
    this.#listen("SIGQUIT", ignored, () => {
      this.#take({ by: "signal", signal: "SIGINT" });
      this.#now.abort();
    });
    this.#timer = setInterval(() => {
      const request = this.#request === null ? find() : null;
      if (request !== null) this.#take(request);
    }, POLL_MS);
  }

  /** The first request; null until there is one. */
  get request(): StopRequest | null {
    return this.#request;
  }

  /** Aborted at the first request, to end waits. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborted at a second signal, when the end must not wait for anything. */
  get nowSignal(): AbortSignal {
    return this.#now.signal;
  }

  /** Returns what the watchdog should do. */
  readonly wish = (): StopWish => {
    if (this.#request === null) return null;
    if (this.#now.signal.aborted) return "interrupt-now";
    if (this.#request.by === "signal") return "interrupt";
    return performance.now() - this.#requestedAtMs < STOP_GRACE_MS ? "stop" : "interrupt-now";
  };

  /**
   * Listens for a signal. A run started with an ignored signal (nohup) should survive it. It still needs a
   * listener: agents inherit an ignored signal as ignored, but a caught signal with its default action.
   */
  #listen(signal: Deno.Signal, ignored: ReadonlySet<Deno.Signal>, handler: () => void): void {
    if (ignored.has(signal)) return Deno.addSignalListener(signal, ignoreSignal);
    Deno.addSignalListener(signal, handler);
    this.#handlers.push([signal, handler]);
  }

  #take(request: StopRequest): void {
    if (this.#request === null) {
      this.#request = request;
      this.#requestedAtMs = performance.now();
      this.#controller.abort();
    } else if (request.by === "signal") this.#now.abort();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const [signal, handler] of this.#handlers) Deno.removeSignalListener(signal, handler);
  }
}
