/** Shortens text that is too long for its place. Pure, and fit for hooks. */

/**
 * Cuts text off between characters; an ellipsis, which counts, shows that something is missing.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(shorten("abcdef", 4), "abc…");
 * ```
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  // A character has at most two units, so the rest of a long text need not be split.
  const characters = [...text.slice(0, most * 2 + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("").trimEnd()}…`;
}

/**
 * Makes foreign text one line, without control characters, and with one space between words.
 *
 * @param most Maximum characters of the line. Default: 300.
 */
export function oneLine(text: string, most = 300): string {
  // deno-lint-ignore no-control-regex -- these are what has to go
  const line = text.toWellFormed().replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return shorten(line, most);
}

/**
 * Returns the beginning of a text, without half a character at its end.
 *
 * @param units Maximum number of UTF-16 units.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(headOf("ab\u{1f600}", 3), "ab");
 * ```
 */
export function headOf(text: string, units: number): string {
  return text.slice(0, units).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * Cuts the end of a text, and says how much is missing.
 *
 * @param units Maximum number of UTF-16 units to keep.
 */
export function cutText(text: string, units: number): string {
  if (text.length <= units) return text;
  const head = headOf(text, units);
  return `${head}… (+${text.length - head.length} characters)`;
}

/**
 * Shortens a list.
 *
 * @param items The items, the most important first.
 * @param show Makes the line of an item.
 * @returns The lines, followed by the number of omitted items, if any.
 */
export function fitList<T>(
  items: readonly T[],
  most: number,
  show: (item: T) => string,
): string[] {
  const lines = items.slice(0, most).map(show);
  const rest = items.length - lines.length;
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines;
}

/**
 * Names the first items of a list in a sentence, and how many more there are.
 *
 * @param show Makes the name of an item.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(nameFirst(["a", "b", "c"], 2, (name) => name), "a, b and 1 more");
 * ```
 */
export function nameFirst<T>(
  items: readonly T[],
  most: number,
  show: (item: T) => string,
): string {
  const names = items.slice(0, most).map(show).join(", ");
  return items.length > most ? `${names} and ${items.length - most} more` : names;
}
