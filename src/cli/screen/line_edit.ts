/** One line that a person types and edits, with the keys of a shell. Pure. */
import { countColumns, splitCharacters, takeColumns } from "../../text/columns.ts";
import { makeVisible } from "../../text/show_text.ts";
import type { Key } from "./keys.ts";

/** A line with its cursor between two characters. */
export interface LineEdit {
  /** What a person sees as characters. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A line on which nothing was typed yet. */
export const EMPTY_LINE: LineEdit = { before: [], after: [] };

/** Returns the text of a line. */
export function textOf({ before, after }: LineEdit): string {
  return [...before, ...after].join("");
}

/**
 * Applies a key to a line. A key without a meaning here changes nothing.
 *
 * @example Typed, and one character taken back
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const typed = editLine(EMPTY_LINE, { kind: "text", text: "abc", isPasted: false });
 * assertEquals(textOf(editLine(typed, { kind: "name", name: "backspace" })), "ab");
 * ```
 */
export function editLine(line: LineEdit, key: Key): LineEdit {
  const { before, after } = line;
  if (key.kind === "text") {
    // Joined again: an accent that comes alone belongs to the letter before it.
    const text = before.join("") + oneLine(key.text);
    return { before: splitCharacters(text), after };
  }
  switch (key.name) {
    case "backspace":
      return { before: before.slice(0, -1), after };
    case "delete":
    case "ctrl-d":
      return { before, after: after.slice(1) };
    case "left":
    case "ctrl-b":
      return { before: before.slice(0, -1), after: [...before.slice(-1), ...after] };
    case "right":
    case "ctrl-f":
      return { before: [...before, ...after.slice(0, 1)], after: after.slice(1) };
    case "home":
    case "ctrl-a":
      return { before: [], after: [...before, ...after] };
    case "end":
    case "ctrl-e":
      return { before: [...before, ...after], after: [] };
    case "ctrl-u":
      return { before: [], after };
    case "ctrl-k":
      return { before, after: [] };
    case "ctrl-w":
      return { before: before.slice(0, lengthWithoutWord(before)), after };
    default:
      return line;
  }
}

/** A pasted text becomes one line; what a terminal obeys becomes visible. */
function oneLine(text: string): string {
  return makeVisible(text).replaceAll(/[\n\t]+/g, " ");
}

function lengthWithoutWord(characters: readonly string[]): number {
  let length = characters.length;
  while (length > 0 && characters[length - 1] === " ") length--;
  while (length > 0 && characters[length - 1] !== " ") length--;
  return length;
}

/**
 * Cuts a line to the columns that it is shown in, so that the cursor is always among them.
 *
 * @param columns Columns for the text and the cursor behind it.
 * @returns The text, and the cursor's column in it.
 */
export function showLine(
  { before, after }: LineEdit,
  columns: number,
): { readonly text: string; readonly cursor: number } {
  let start = 0;
  let left = countColumns(before.join(""));
  while (left > columns - 1 && start < before.length) left -= countColumns(before[start++] ?? "");
  const shown = before.slice(start).join("");
  return { text: shown + takeColumns(after.join(""), columns - left), cursor: left };
}
