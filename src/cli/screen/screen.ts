/**
 * The whole window of a terminal, for a view with keys. The terminal is restored however the program
 * ends: by itself, by a signal, by an error, or temporarily by Ctrl-Z.
 */
import { writeText } from "../../system/standard_streams.ts";
import { decodeKeys, type Key } from "./keys.ts";
import { ENTER_SCREEN, type Frame, LEAVE_SCREEN, renderStep } from "./frame.ts";

/** An event for a view. */
export type ScreenEvent =
  | { readonly kind: "key"; readonly key: Key }
  /** The window has another size, or its content is unknown after a suspension. */
  | { readonly kind: "redraw" }
  /** The terminal is gone. */
  | { readonly kind: "closed" };

/** The time that an escape character waits for the rest of a sequence, in milliseconds. */
const ESCAPE_MS = 50;

/** Signals that end a program. */
const ENDING: readonly Deno.Signal[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/** The other ways in which a program ends. */
const FAILURES = ["error", "unhandledrejection", "unload"] as const;

/** The terminal of this process, until it is disposed. */
export class Screen implements Disposable {
  readonly #listeners: [Deno.Signal, () => void][] = [];
  readonly #events: ScreenEvent[] = [];
  readonly #restore = () => this.#leave();
  #wake: (() => void) | null = null;
  #shown: Frame | null = null;
  #isEntered = false;
  #input = "";
  #escapeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    for (const signal of ENDING) this.#listen(signal, () => this.#die(signal));
    this.#listen("SIGTSTP", () => this.suspend());
    this.#listen("SIGCONT", () => {
      this.#enter();
      this.#push({ kind: "redraw" });
    });
    this.#listen("SIGWINCH", () => this.#push({ kind: "redraw" }));
    for (const event of FAILURES) globalThis.addEventListener(event, this.#restore);
    this.#enter();
    this.#read();
  }

  /** Reads the present size; 80 × 24 if the terminal does not say. */
  size(): { readonly columns: number; readonly rows: number } {
    try {
      const { columns, rows } = Deno.consoleSize();
      if (columns > 0 && rows > 0) return { columns, rows };
    } catch {
      // The terminal is gone, which the next read reports.
    }
    return { columns: 80, rows: 24 };
  }

  /** Shows a frame, by sending only the difference from the last one. */
  draw(frame: Frame): void {
    if (!this.#isEntered) return;
    this.#write(renderStep(this.#shown, frame));
    this.#shown = frame;
  }

  /** Forgets the content of the screen, so that the next frame is sent completely. */
  forget(): void {
    this.#shown = null;
  }

  /** Returns the next event. @returns Null if nothing happened. */
  async next(timeoutMs: number): Promise<ScreenEvent | null> {
    if (this.#events.length === 0) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, timeoutMs);
      });
      clearTimeout(timer);
      this.#wake = null;
    }
    return this.#events.shift() ?? null;
  }

  /** Hands the terminal back to the shell and stops until `fg`. */
  suspend(): void {
    if (!this.#isEntered) return;
    this.#leave();
    // The whole group, as the terminal does it, so that a program that started this one stops, too.
    Deno.kill(0, "SIGSTOP");
  }

  [Symbol.dispose](): void {
    this.#leave();
    for (const [signal, handler] of this.#listeners) Deno.removeSignalListener(signal, handler);
    for (const event of FAILURES) globalThis.removeEventListener(event, this.#restore);
    clearTimeout(this.#escapeTimer);
  }

  #listen(signal: Deno.Signal, handler: () => void): void {
    Deno.addSignalListener(signal, handler);
    this.#listeners.push([signal, handler]);
  }

  /** Ends by the signal itself, so that the parent process sees which one it was. */
  #die(signal: Deno.Signal): void {
    this[Symbol.dispose]();
    Deno.kill(Deno.pid, signal);
  }

  #enter(): void {
    this.#setRaw(true);
    this.forget();
    if (!this.#isEntered) this.#write(ENTER_SCREEN);
    this.#isEntered = true;
  }

  #leave(): void {
    if (!this.#isEntered) return;
    this.#isEntered = false;
    this.#write(LEAVE_SCREEN);
    this.#setRaw(false);
  }

  #setRaw(isRaw: boolean): void {
    try {
      Deno.stdin.setRaw(isRaw);
    } catch {
      // The terminal is gone.
    }
  }

  #write(text: string): void {
    // If the terminal is gone, the next read reports it.
    writeText(Deno.stdout, text);
  }

  #push(event: ScreenEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(4096);
    try {
      for (;;) {
        const count = await Deno.stdin.read(buffer);
        if (count === null) break;
        this.#input += decoder.decode(buffer.subarray(0, count), { stream: true });
        this.#decode(false);
      }
    } catch {
      // The terminal is gone.
    }
    this.#push({ kind: "closed" });
  }

  #decode(isComplete: boolean): void {
    clearTimeout(this.#escapeTimer);
    const { keys, rest } = decodeKeys(this.#input, isComplete);
    this.#input = rest;
    for (const key of keys) this.#push({ kind: "key", key });
    if (rest !== "" && !isComplete) {
      this.#escapeTimer = setTimeout(() => this.#decode(true), ESCAPE_MS);
    }
  }
}
