/** Delays a write, so that changes in quick succession are written once. */

/** A write that waits for more changes. */
export class LateWrite implements Disposable {
  readonly #write: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When it writes, by the monotonic clock. */
  #dueMs = Infinity;

  /** @param write Writes the newest state; it does not throw. */
  constructor(write: () => void) {
    this.#write = write;
  }

  /** Writes within a time; does not delay a write that is already due. */
  within(ms: number): void {
    const dueMs = performance.now() + ms;
    if (dueMs >= this.#dueMs) return;
    this.cancel();
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => this.now(), ms);
  }

  /** Writes now, including pending changes. */
  now(): void {
    this.cancel();
    this.#write();
  }

  /** Discards the pending write. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#dueMs = Infinity;
  }

  /** Writes pending changes. */
  [Symbol.dispose](): void {
    if (this.#timer !== undefined) this.now();
  }
}
