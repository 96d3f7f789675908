/**
 * Text that somebody wrote, as it may stand in a prompt or on a terminal: whole signs, one line, no
 * control characters, not too long. Nothing is escaped or rendered.
 *
 * @module
 */

/** Signs that nobody sees, but that a terminal or a model obeys. Joiners of emoji are not among them. */
const UNSEEN =
  // deno-lint-ignore no-control-regex -- these are what has to go
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

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
  if (whole.length <= maxCharacters) return makeVisible(whole);
  const head = whole.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, "");
  return `${makeVisible(head)}… (+${whole.length - head.length} characters)`;
}

function makeVisible(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(UNSEEN, (sign) => {
    if (sign === "\n" || sign === "\u2028" || sign === "\u2029") return "⏎";
    if (sign === "\t") return " ";
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? "␡" : "�";
  });
}
