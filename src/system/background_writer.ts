/** Writes a stream in the background, so that the program never waits for a reader. */

/** The part of a stream that a background writer needs. */
export interface BackgroundTarget {
  /** Resolves with the number of bytes once they are written. */
  write(bytes: Uint8Array): Promise<number>;
}

/** Time after which a stream that takes nothing counts as not read. */
const SILENCE_MS = 1_000;

/** Writes the pieces of a source, one after the other. */
export class BackgroundWriter {
  #running: Promise<void> | null = null;
  #writtenBytes = 0;
  #isGivenUp = false;

  /** @param take Takes the next piece; empty if there is none. */
  constructor(
    private readonly target: BackgroundTarget,
    private readonly take: () => string,
    private readonly silenceMs = SILENCE_MS,
  ) {}

  /** Starts writing, unless it is in progress. A stream that failed is not written again. */
  wake(): void {
    if (this.#isGivenUp || this.#running !== null) return;
    this.#running = this.#write().catch(() => {
      this.#isGivenUp = true;
    }).finally(() => this.#running = null);
  }

  /** Waits until everything is written. If nothing is read for a moment, the rest is dropped. */
  async settle(): Promise<void> {
    let seen = -1;
    while (this.#running !== null && !this.#isGivenUp) {
      if (seen === this.#writtenBytes) this.#isGivenUp = true;
      seen = this.#writtenBytes;
      if (!this.#isGivenUp) await waitFor(this.#running, this.silenceMs);
    }
  }

  async #write(): Promise<void> {
    for (let text = this.take(); text !== "" && !this.#isGivenUp; text = this.take()) {
      let bytes = new TextEncoder().encode(text);
      while (bytes.length > 0) {
        const count = await this.target.write(bytes);
        this.#writtenBytes += count;
        bytes = bytes.subarray(count);
      }
    }
  }
}

async function waitFor(done: Promise<void>, mostMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => timer = setTimeout(resolve, mostMs));
  await Promise.race([done, late]);
  clearTimeout(timer);
}
