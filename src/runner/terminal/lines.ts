/**
 * Cuts text that comes in pieces into lines.
 *
 * @module
 */

/** A line longer than this is cut in two, in characters: an event may carry a whole file. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** Collects pieces and hands on each line once it is complete. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #rest = "";
  /** Whether the rest has a carriage return: searching a long line each time would be slow. */
  #hasReturn = false;

  /** @param onLine Gets each line without its end; of a line that was overwritten, the last form. */
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** The line that is not complete yet. */
  get rest(): string {
    return this.#rest;
  }

  /** Adds a piece. */
  push(text: string): void {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#emit(this.#rest + text.slice(from, end));
      from = end + 1;
    }
    this.#keep(from === 0 ? text : text.slice(from));
    if (this.#rest.length > LONGEST_LINE) this.end();
  }

  /** Hands on what is left. */
  end(): void {
    if (this.#rest !== "") this.#emit(this.#rest);
  }

  #keep(piece: string): void {
    this.#hasReturn ||= piece.includes("\r");
    this.#rest += piece;
    if (this.#hasReturn) this.#rest = lastForm(this.#rest);
  }

  #emit(line: string): void {
    this.#rest = "";
    this.#hasReturn = false;
    this.#onLine(lastForm(line).replace(/\r+$/, ""));
  }
}

/** What carriage returns overwrote is gone; one at the very end may belong to the line's end. */
function lastForm(line: string): string {
  if (!line.includes("\r")) return line;
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end--;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1);
}
