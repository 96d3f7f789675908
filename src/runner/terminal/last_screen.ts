/**
 * The last lines of an agent's output: where it fell silent, they are the diagnosis.
 *
 * @module
 */
import { splitScreen } from "./plain_text.ts";

/** Characters kept of the output: several screens, escape sequences included. */
const KEPT_CHARACTERS = 32 * 1024;
/** Characters shown of a line. */
const LINE_CHARACTERS = 400;

/** Keeps the end of a text that comes in pieces. */
export class LastScreen {
  #pieces: string[] = [];
  #length = 0;

  /** Adds a piece of output. */
  push(text: string): void {
    const piece = text.slice(-KEPT_CHARACTERS);
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length < 2 * KEPT_CHARACTERS) return;
    const kept = this.#pieces.join("").slice(-KEPT_CHARACTERS);
    this.#pieces = [kept];
    this.#length = kept.length;
  }

  /**
   * The lines that would stand on the screen, empty ones at the end left out.
   *
   * @param rows How many at most.
   */
  read(rows: number): string[] {
    const text = this.#pieces.join("").slice(-KEPT_CHARACTERS);
    const lines = splitScreen(text).map((line) => line.trimEnd().slice(0, LINE_CHARACTERS));
    const shown = lines.join("\n").trimEnd();
    return shown === "" ? [] : shown.split("\n").slice(-rows);
  }
}
