/**
 * The lines of a transcript, read piece by piece, so that the memory does not grow with the file.
 */
import { openRegular } from "../../store/files/foreign_file.ts";
import { readLines, readPart } from "../../store/files/part.ts";

const PIECE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** Reads the lines of a file, as long as the file was when it was opened. */
export class TranscriptLines implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #size: number;
  #offset = 0;
  #lines: string[] = [];
  #at = 0;
  #isInLongLine = false;
  #dropped = 0;
  #isUnfinished = false;

  /** @throws {Error} The system's error, or that it is not a regular file. */
  constructor(path: string, readonly pieceBytes: number = PIECE_BYTES) {
    this.#file = openRegular(path);
    this.#size = this.#file.statSync().size;
  }

  /** Lines that were too long to be read. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether the last line that was returned has no line break. */
  get isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  /** Returns the next line, without its line break; null at the end. */
  next(): string | null {
    while (this.#at >= this.#lines.length) {
      if (this.#offset >= this.#size) return null;
      this.#read();
    }
    return this.#lines[this.#at++] ?? null;
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }

  /** Reads the next piece; a line that is longer than a piece takes a longer piece. */
  #read(): void {
    this.#lines = [];
    this.#at = 0;
    for (let bytes = this.pieceBytes;; bytes *= 2) {
      const to = Math.min(this.#offset + bytes, this.#size);
      const { next, dropped } = readLines(
        this.#file,
        this.#offset,
        to,
        (line) => this.#lines.push(line),
        this.#isInLongLine,
      );
      this.#dropped += dropped;
      if (next > this.#offset) {
        this.#isInLongLine = (this.#isInLongLine || dropped > 0) && next === to &&
          !this.#endsLine(to);
        this.#offset = next;
        return;
      }
      if (to === this.#size) return this.#readUnfinished();
    }
  }

  #endsLine(offset: number): boolean {
    return readPart(this.#file, offset - 1, 1)[0] === LINE_FEED;
  }

  /** The last line, which has no line break: whole, or cut off by a crash. */
  #readUnfinished(): void {
    const rest = readPart(this.#file, this.#offset, this.#size - this.#offset);
    this.#offset = this.#size;
    this.#isUnfinished = true;
    if (!this.#isInLongLine) this.#lines.push(new TextDecoder().decode(rest));
  }
}
