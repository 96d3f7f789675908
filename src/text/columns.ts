/**
 * Counts the columns that a text takes in a terminal, and cuts and wraps texts by columns. Pure. Texts
 * must not have control characters; `show_text.ts` makes these visible.
 */

/** East Asian wide characters, of two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
/**
 * Matches texts in which every character takes one column. They include the symbols of ralph's own lines,
 * since the segmenter for other texts takes a millisecond to load.
 */
const PLAIN =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f\u2010-\u2027\u2190-\u2193\u2500-\u259f\u2713\u2717]*$/;

let segmenter: Intl.Segmenter | undefined;

/** Splits a text into characters as a person sees them: a letter with its accents is one. */
export function splitCharacters(text: string): string[] {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/**
 * Counts the columns of a text.
 *
 * @example Wide and combining characters
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(["abc", "日本", "e\u0301", "👍"].map(countColumns), [3, 4, 1, 2]);
 * ```
 */
export function countColumns(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return splitCharacters(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

/** Terminals add up a cluster's letters, but show joined pictures as one. */
function columnsOf(character: string): number {
  // A picture, alone or joined from several.
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(character)) return 2;
  let columns = 0;
  for (const point of character) {
    const isAccentOrJoiner = /[\p{Mn}\p{Me}\p{Cf}]/u.test(point);
    columns += isAccentOrJoiner ? 0 : WIDE.test(point) ? 2 : 1;
  }
  return columns;
}

/**
 * Returns as many characters from the beginning of a text as fit into a number of columns.
 *
 * @example No half of a wide character
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(takeColumns("日本語", 5), "日本");
 * ```
 */
export function takeColumns(text: string, columns: number): string {
  if (PLAIN.test(text)) return text.slice(0, Math.max(0, columns));
  let width = 0;
  let taken = "";
  for (const character of splitCharacters(text)) {
    width += columnsOf(character);
    if (width > columns) break;
    taken += character;
  }
  return taken;
}

/**
 * Cuts a text to a number of columns; an ellipsis shows that something is missing.
 *
 * @param columns The maximum number of columns, including the ellipsis.
 *
 * @example Cut between characters
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(fitColumns("abcdef", 4), "abc…");
 * assertEquals(fitColumns("日本語日本語", 6), "日本…");
 * ```
 */
export function fitColumns(text: string, columns: number): string {
  return countColumns(text) <= columns ? text : `${takeColumns(text, columns - 1)}…`;
}

/**
 * Cuts off the beginning of a text whose end is more useful, such as a path.
 *
 * @param columns The maximum number of columns, including the ellipsis.
 *
 * @example The end of a path
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(fitEnd("/home/me/shop", 6), "…/shop");
 * ```
 */
export function fitEnd(text: string, columns: number): string {
  if (countColumns(text) <= columns) return text;
  const characters = splitCharacters(text);
  let left = countColumns(text);
  let start = 0;
  while (left > columns - 1 && start < characters.length) {
    left -= countColumns(characters[start++] ?? "");
  }
  return `…${characters.slice(start).join("")}`;
}
