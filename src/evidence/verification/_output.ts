/**
 * What a command prints, while it runs: its end is kept, its lines are read.
 *
 * @module
 */
import { waitAtMost } from "../../process/run_program.ts";

/** Output kept while a command runs, in bytes; what is older is dropped. */
const KEPT_BYTES = 16 * 1024;
/** How much of the output is told, in characters. */
const TAIL_CHARACTERS = 1_500;
/** A line without end is let go piece by piece: characters. */
const MAX_LINE_LENGTH = 1_000;

/** Reads the output of one command. */
export class OutputTail {
  readonly #readers: readonly ReadableStreamDefaultReader<Uint8Array>[];
  readonly #ended: Promise<unknown>;
  #kept = new Uint8Array(0);

  /**
   * @param streams Standard output and standard error.
   * @param onLine Hears every line, those of the two streams in any order.
   */
  constructor(
    streams: readonly ReadableStream<Uint8Array>[],
    onLine: (line: string) => void,
  ) {
    this.#readers = streams.map((stream) => stream.getReader());
    // A stream that breaks off has ended.
    this.#ended = Promise.all(
      this.#readers.map((reader) => this.#drain(reader, onLine).catch(() => {})),
    );
  }

  /**
   * Waits for the end of the output and lets go of it.
   *
   * @param graceMs The longest wait: a process that left its group may hold the streams open.
   * @returns The end of what came, in the order in which it came.
   */
  async finish(graceMs: number): Promise<string> {
    await waitAtMost(this.#ended, graceMs);
    await Promise.all(this.#readers.map((reader) => reader.cancel().catch(() => {})));
    return new TextDecoder().decode(this.#kept).trim().slice(-TAIL_CHARACTERS);
  }

  async #drain(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    onLine: (line: string) => void,
  ): Promise<void> {
    const decoder = new TextDecoder();
    let unfinished = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      this.#keep(value);
      const lines = (unfinished + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r/);
      unfinished = lines.pop() ?? "";
      lines.forEach(onLine);
      if (unfinished.length > MAX_LINE_LENGTH) unfinished = "";
    }
    onLine(unfinished);
  }

  #keep(chunk: Uint8Array): void {
    const all = new Uint8Array(this.#kept.length + chunk.length);
    all.set(this.#kept);
    all.set(chunk, this.#kept.length);
    this.#kept = all.slice(-KEPT_BYTES);
  }
}
