/** Splits text that arrives in pieces into lines. */

/** Maximum length of a line, in characters; an event may contain a file. Longer lines are split. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** In a piece without events, only the lines in this many last characters are passed on. */
const TEXT_CHARACTERS = 32 * 1024;

/** Collects pieces and passes on each complete line; of a long piece of text only the last lines. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #rest = "";
  /** Whether the rest contains a carriage return, since searching a long line each time would be slow. */
  #hasReturn = false;

  /** @param onLine Receives each line without its end; of an overwritten line, the last version. */
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** The incomplete line. */
  get rest(): string {
    return this.#rest;
  }

  push(text: string): void {
    let from = 0;
    const isLong = text.length > TEXT_CHARACTERS && !text.includes("{");
    const next = isLong ? text.indexOf("\n", text.length - TEXT_CHARACTERS) : -1;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#emit(this.#rest + text.slice(from, end));
      from = Math.max(end, next) + 1;
    }
    this.#keep(from === 0 ? text : text.slice(from));
    if (this.#rest.length > LONGEST_LINE) this.end();
  }

  /** Passes on the rest. */
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
    const end = countBeforeReturns(line);
    this.#onLine(line.slice(line.lastIndexOf("\r", end - 1) + 1, end));
  }
}

/** Removes overwritten text before carriage returns; one at the end may be part of a line ending. */
function lastForm(line: string): string {
  const end = countBeforeReturns(line);
  return end === 0 ? line : line.slice(line.lastIndexOf("\r", end - 1) + 1);
}

/** Counts the characters before the carriage returns at the end. */
function countBeforeReturns(line: string): number {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end--;
  return end;
}
