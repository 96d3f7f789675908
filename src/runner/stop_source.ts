/**
 * Who wants the run to end: a signal, `ralph stop`, the kill switch, a deleted marker. Looked at in
 * every stage of the run.
 *
 * @module
 */
import { findIgnoredSignals } from "../process/ignored_signals.ts";
import type { StopWish } from "./watchdog/watched_run.ts";

/** Who asked, and how. */
export type StopAsk =
  | { readonly by: "signal"; readonly signal: "SIGINT" | "SIGTERM" | "SIGHUP" }
  /** `ralph stop`, which has ended the loop on disk itself. */
  | { readonly by: "stop" }
  | { readonly by: "kill-switch"; readonly path: string }
  | { readonly by: "disabled" };

/** How often the disk is looked at, milliseconds. */
const POLL_MS = 150;
/** `ralph stop` ends a run within a second, whatever the agent makes of TERM: milliseconds. */
const STOP_GRACE_MS = 400;

/** Where signals come from; tests send their own. */
export interface SignalSource {
  /** Signals that were ignored when this process began. */
  listIgnored(): ReadonlySet<Deno.Signal>;
  add(signal: Deno.Signal, handler: () => void): void;
  remove(signal: Deno.Signal, handler: () => void): void;
}

/** The process's own. */
export const PROCESS_SIGNALS: SignalSource = {
  listIgnored: findIgnoredSignals,
  add: (signal, handler) => Deno.addSignalListener(signal, handler),
  remove: (signal, handler) => Deno.removeSignalListener(signal, handler),
};

/** Stays in place to the end of the process: a removed listener would let the signal kill. */
function ignoreSignal(): void {}

/** Listens until it is disposed of. */
export class StopSource implements Disposable {
  readonly #controller = new AbortController();
  readonly #handlers: [Deno.Signal, () => void][] = [];
  readonly #signals: SignalSource;
  readonly #timer: number;
  #ask: StopAsk | null = null;
  #askedAtMs = 0;
  #isNow = false;

  /**
   * @param look Looks at the disk; cheap, called several times a second.
   * @param signals Where signals come from.
   */
  constructor(look: () => StopAsk | null, signals: SignalSource = PROCESS_SIGNALS) {
    this.#signals = signals;
    const ignored = signals.listIgnored();
    const names = Deno.build.os === "windows"
      ? ["SIGINT"] as const
      : ["SIGINT", "SIGTERM", "SIGHUP"] as const;
    for (const signal of names) {
      // Whoever ignored it for us (nohup) wants the run to outlive it. It is listened to all the
      // same: what is caught here is at its default in the agents, what is ignored stays ignored.
      if (ignored.has(signal)) this.#signals.add(signal, ignoreSignal);
      else this.#listen(signal, () => this.#take({ by: "signal", signal }));
    }
    // Ctrl-\ is for people who do not want to wait.
    if (Deno.build.os !== "windows") {
      if (ignored.has("SIGQUIT")) this.#signals.add("SIGQUIT", ignoreSignal);
      else {
        this.#listen("SIGQUIT", () => {
          this.#take({ by: "signal", signal: "SIGINT" });
          this.#isNow = true;
        });
      }
    }
    this.#timer = setInterval(() => {
      if (this.#ask !== null) return;
      const found = look();
      if (found !== null) this.#take(found);
    }, POLL_MS);
  }

  /** Who asked first; null while nobody did. */
  get ask(): StopAsk | null {
    return this.#ask;
  }

  /** Aborted as soon as somebody asks: waits end by it. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the watchdog is to do. */
  readonly wish = (): StopWish => {
    if (this.#ask === null) return null;
    if (this.#isNow) return "interrupt-now";
    if (this.#ask.by === "signal") return "interrupt";
    return performance.now() - this.#askedAtMs < STOP_GRACE_MS ? "stop" : "interrupt-now";
  };

  #listen(signal: Deno.Signal, handler: () => void): void {
    this.#signals.add(signal, handler);
    this.#handlers.push([signal, handler]);
  }

  #take(ask: StopAsk): void {
    if (this.#ask === null) {
      this.#ask = ask;
      this.#askedAtMs = performance.now();
      this.#controller.abort();
    } else if (ask.by === "signal") this.#isNow = true;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const [signal, handler] of this.#handlers) this.#signals.remove(signal, handler);
  }
}
