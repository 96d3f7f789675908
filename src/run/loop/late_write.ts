/** Puts off a write, so that changes that follow each other closely are written once. */

/** A write that waits for further changes. */
export class LateWrite implements Disposable {
  readonly #write: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When it writes, by the monotonic clock. */
  #dueMs = Infinity;

  /** @param write Writes what is newest; it does not throw. */
  constructor(write: () => void) {
    this.#write = write;
  }

  /** Writes within a time; a write that already waits is not put off further. */
  within(ms: number): void {
    const dueMs = performance.now() + ms;
    if (dueMs >= this.#dueMs) return;
    this.cancel();
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => this.now(), ms);
  }

  /** Writes now, and with it what waits. */
  now(): void {
    this.cancel();
    this.#write();
  }

  /** Forgets what waits. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#dueMs = Infinity;
  }

  /** Writes what still waits. */
  [Symbol.dispose](): void {
    if (this.#timer !== undefined) this.now();
  }
}
