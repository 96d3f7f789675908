/** Writes a stream beside the program, which never waits for whoever should read it. */

/** The part of a stream that writing beside the program needs. */
export interface BackgroundTarget {
  /** Resolves with the number of bytes, when they are taken. */
  write(bytes: Uint8Array): Promise<number>;
}

/** A stream that takes nothing for so long is not read. */
const SILENCE_MS = 1_000;

/** Writes what a source has, one piece after the other. */
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

  /** Starts to write, unless it writes already. A stream that failed is not written any more. */
  wake(): void {
    if (this.#isGivenUp || this.#running !== null) return;
    this.#running = this.#write().catch(() => {
      this.#isGivenUp = true;
    }).finally(() => this.#running = null);
  }

  /** Waits until everything is written, or nothing was read for a moment: the rest is given up then. */
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
  let timer = 0;
  const late = new Promise<void>((resolve) => timer = setTimeout(resolve, mostMs));
  await Promise.race([done, late]);
  clearTimeout(timer);
}
