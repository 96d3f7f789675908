/** Converts a terminal's output to the text that a person sees. */

/** Operating system commands, control sequences, and short escapes (ECMA-48). */
const ESCAPES =
  // deno-lint-ignore no-control-regex
  /\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\|$)|[PX^_][^\x1b]*(?:\x1b\\|$)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])/g;
/** Sequences that move to another row, and therefore end a line. */
// deno-lint-ignore no-control-regex
const JUMPS = /\x1b\[[0-?]*[EFHJdf]/g;
/** Control characters, and characters that change the direction of text. */
const CONTROLS =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Removes escape sequences, control characters, and text overwritten after a carriage return from a line.
 *
 * @param line A line without its end.
 */
export function plainText(line: string): string {
  const seen = line.replace(/\r+$/, "");
  return seen.slice(seen.lastIndexOf("\r") + 1).replace(ESCAPES, "").replace(CONTROLS, "");
}

/**
 * Splits a piece of output into the rows of a screen.
 *
 * @param text Output with line endings and escape sequences; a jump to another row begins a line.
 */
export function splitScreen(text: string): string[] {
  return text.replace(JUMPS, "\n").split("\n").map(plainText);
}

/** Number of characters kept: several screens, including escape sequences. */
const KEPT_CHARACTERS = 32 * 1024;
const LINE_CHARACTERS = 400;

/** Keeps the end of an agent's output, to diagnose a silent agent. */
export class LastScreen {
  #pieces: string[] = [];
  #length = 0;

  push(text: string): void {
    const piece = text.slice(-KEPT_CHARACTERS);
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length < 2 * KEPT_CHARACTERS) return;
    const kept = this.#pieces.join("").slice(-KEPT_CHARACTERS);
    this.#pieces = [kept];
    this.#length = kept.length;
  }

  /** Returns the last lines of the screen, without empty lines at the end. */
  read(rows: number): string[] {
    const text = this.#pieces.join("").slice(-KEPT_CHARACTERS);
    const lines = splitScreen(text).map((line) => line.trimEnd().slice(0, LINE_CHARACTERS));
    const shown = lines.join("\n").trimEnd();
    return shown === "" ? [] : shown.split("\n").slice(-rows);
  }
}
