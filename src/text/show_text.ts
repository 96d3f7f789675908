/**
 * Text that somebody wrote, as it may stand in a prompt or on a terminal: whole signs, one line, no
 * control characters, not too long. Nothing is escaped or rendered.
 *
 * @module
 */
import { makeVisible } from "./visible_text.ts";

/**
 * Makes text fit to be shown.
 *
 * Line ends become `⏎`, tabs a space, other control characters their pictures (`␛`), and invisible
 * signs that change direction or hide text `�`.
 *
 * @param text any text
 * @param maxCharacters the most UTF-16 units of it that are shown; what is cut off is counted
 * @returns one line
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(showText("a\n<b> {{ c }}\u001b[0m", 200), "a⏎<b> {{ c }}␛[0m");
 * assertEquals(showText("abcdef", 4), "abcd… (+2 characters)");
 * ```
 */
export function showText(text: string, maxCharacters: number): string {
  const whole = text.trim();
  if (whole.length <= maxCharacters) return oneLine(whole);
  const head = whole.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, "");
  return `${oneLine(head)}… (+${whole.length - head.length} characters)`;
}

function oneLine(text: string): string {
  return makeVisible(text).replaceAll("\n", "⏎").replaceAll("\t", " ");
}
