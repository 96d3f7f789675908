/**
 * What a person would see of a terminal's output.
 *
 * @module
 */

/** Operating system commands, control sequences, and short escapes (ECMA-48). */
const ESCAPES =
  // deno-lint-ignore no-control-regex
  /\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\|$)|[PX^_][^\x1b]*(?:\x1b\\|$)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])/g;
/** Sequences that go to another line: for a reader they end one. */
// deno-lint-ignore no-control-regex
const JUMPS = /\x1b\[[0-?]*[EFHJdf]/g;
/** Control characters, and signs that turn the direction of what is read. */
const CONTROLS =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Takes escape sequences and control characters out of a line.
 *
 * @param line A line without its end; what a carriage return overwrote is left out too.
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(plainText("\x1b[32mok\x1b[0m"), "ok");
 * assertEquals(plainText("10%\r20%"), "20%");
 * ```
 */
export function plainText(line: string): string {
  const seen = line.replace(/\r+$/, "");
  return seen.slice(seen.lastIndexOf("\r") + 1).replace(ESCAPES, "").replace(CONTROLS, "");
}

/**
 * Breaks a piece of output into lines as they would stand below each other.
 *
 * @param text Output with line ends and escape sequences; a jump to another row begins a line.
 */
export function splitScreen(text: string): string[] {
  return text.replace(JUMPS, "\n").split("\n").map(plainText);
}
