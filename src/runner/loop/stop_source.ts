/**
 * Who wants the run to end: a signal, `ralph stop`, the kill switch, a deleted marker. Checked in
 * every stage of the run.
 *
 * @module
 */
import { findIgnoredSignals } from "../../process/ignored_signals.ts";
import type { StopWish } from "../watchdog/agent_process.ts";

/** Who asked, and how. */
export type StopRequest =
  | { readonly by: "signal"; readonly signal: "SIGINT" | "SIGTERM" | "SIGHUP" }
  /** `ralph stop`, which has ended the loop on disk itself. */
  | { readonly by: "stop" }
  | { readonly by: "kill-switch"; readonly path: string }
  | { readonly by: "disabled" };

/** How often the disk is checked, in milliseconds. */
const POLL_MS = 150;
/** `ralph stop` ends a run within a second, whatever the agent makes of TERM: milliseconds. */
const STOP_GRACE_MS = 400;

/** Stays in place to the end of the process: a removed listener would let the signal kill. */
function ignoreSignal(): void {}

/** Listens until it is disposed of. */
export class StopSource implements Disposable {
  readonly #controller = new AbortController();
  readonly #handlers: [Deno.Signal, () => void][] = [];
  readonly #timer: number;
  #request: StopRequest | null = null;
  #requestedAtMs = 0;
  #isNow = false;

  /** @param find Checks the disk; cheap, called several times a second. */
  constructor(find: () => StopRequest | null) {
    const ignored = findIgnoredSignals();
    const isWindows = Deno.build.os === "windows";
    for (
      const signal of isWindows ? ["SIGINT"] as const : ["SIGINT", "SIGTERM", "SIGHUP"] as const
    ) {
      this.#listen(signal, ignored, () => this.#take({ by: "signal", signal }));
    }
    if (!isWindows) {
      // Ctrl-\ is for people who do not want to wait.
      this.#listen("SIGQUIT", ignored, () => {
        this.#take({ by: "signal", signal: "SIGINT" });
        this.#isNow = true;
      });
    }
    this.#timer = setInterval(() => {
      const request = this.#request === null ? find() : null;
      if (request !== null) this.#take(request);
    }, POLL_MS);
  }

  /** Who asked first; null while nobody did. */
  get request(): StopRequest | null {
    return this.#request;
  }

  /** Aborted as soon as somebody asks: waits end by it. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the watchdog is to do. */
  readonly wish = (): StopWish => {
    if (this.#request === null) return null;
    if (this.#isNow) return "interrupt-now";
    if (this.#request.by === "signal") return "interrupt";
    return performance.now() - this.#requestedAtMs < STOP_GRACE_MS ? "stop" : "interrupt-now";
  };

  /**
   * Who ignored a signal for us (nohup) wants the run to outlive it. It is listened to all the same:
   * what is caught here is at its default in the agents, what is ignored stays ignored.
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
    } else if (request.by === "signal") this.#isNow = true;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const [signal, handler] of this.#handlers) Deno.removeSignalListener(signal, handler);
  }
}
