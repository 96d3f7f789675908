/** Text that waits for a stream: permanent lines, and redrawn rows below them. Pure. */

/** Maximum characters of waiting lines; above it, the oldest are dropped. */
const MOST_WAITING = 1024 * 1024;
/** Characters of one piece, small enough that the progress of a slow reader is visible. */
const PIECE = 16 * 1024;

/** A queue of text for a stream whose reader may be slower than its writer, or may not read at all. */
export class ScreenQueue {
  #waiting: string[] = [];
  #waitingSize = 0;
  #lostLines = 0;
  #rows: readonly string[] = [];
  #drawnRows = 0;
  #isChanged = false;

  /** @param describeLost Makes the text that replaces dropped lines. */
  constructor(public describeLost: (lines: number) => string) {}

  /** Adds permanent text above the rows. */
  add(text: string): void {
    if (text === "") return;
    this.#isChanged = true;
    this.#waiting.push(text);
    this.#waitingSize += text.length;
    while (this.#waitingSize > MOST_WAITING && this.#waiting.length > 1) {
      this.#lostLines += this.#shift().split("\n").length - 1;
    }
  }

  /** Replaces the rows. Rows that were not taken yet are never shown. */
  draw(rows: readonly string[]): void {
    this.#isChanged = true;
    this.#rows = rows;
  }

  /** Takes the next piece, which must be written completely; empty if nothing waits. */
  take(): string {
    if (!this.#isChanged) return "";
    // Moves to the first of the rows, and clears everything below.
    const piece = [this.#drawnRows === 0 ? "" : `\x1b[${this.#drawnRows}A\r\x1b[J`];
    if (this.#lostLines > 0) piece.push(this.describeLost(this.#lostLines));
    this.#lostLines = 0;
    for (let size = 0; this.#waiting.length > 0 && size < PIECE;) {
      const text = this.#shift();
      size += text.length;
      piece.push(text);
    }
    this.#isChanged = this.#waiting.length > 0;
    const rows = this.#isChanged ? [] : this.#rows;
    this.#drawnRows = rows.length;
    return [...piece, ...rows.map((row) => `${row}\n`)].join("");
  }

  #shift(): string {
    const text = this.#waiting.shift() ?? "";
    this.#waitingSize -= text.length;
    return text;
  }
}
