/**
 * Makes foreign text safe for a terminal or a model: invisible characters, which both would obey, become
 * visible. Fit for hooks.
 */
import { cutText } from "./shorten.ts";

/** Invisible characters that a terminal or a model obeys; joiners of emoji are not among them. */
const INVISIBLE =
  // deno-lint-ignore no-control-regex -- these are what has to go
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;
const LINES = /\r\n?/g;

/**
 * Makes invisible characters visible; line ends and tabs stay.
 *
 * Control characters become their pictures (`␛`), those that change direction or hide text `�`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(makeVisible("a\r\nb\u001b[2J\u202ec"), "a\nb␛[2J�c");
 * ```
 */
export function makeVisible(text: string): string {
  return text.toWellFormed().replace(LINES, "\n").replace(INVISIBLE, (character) => {
    if (character === "\u2028" || character === "\u2029") return "\n";
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? "␡" : "�";
  });
}

/** Makes all texts in a value visible, at any depth; keys too. */
export function makeAllVisible(value: unknown): unknown {
  if (typeof value === "string") return makeVisible(value);
  if (Array.isArray(value)) return value.map(makeAllVisible);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [makeVisible(key), makeAllVisible(item)]),
  );
}

/**
 * Escapes the invisible characters of a JSON text without changing its meaning.
 *
 * @param json A JSON text with invisible characters in strings only.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(escapeJson('"\u202ea"'), '"\\u202ea"');
 * ```
 */
export function escapeJson(json: string): string {
  return json.replace(
    INVISIBLE,
    (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
      ).join(""),
  );
}

/**
 * Makes one line of text that is safe to show.
 *
 * Line ends become `⏎`, tabs a space, other control characters their pictures (`␛`), and invisible
 * characters that change direction or hide text `�`.
 *
 * @param maxCharacters Maximum UTF-16 units that are shown; the rest is counted.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(showText("a\n<b> {{ c }}\u001b[0m", 200), "a⏎<b> {{ c }}␛[0m");
 * assertEquals(showText("abcdef", 4), "abcd… (+2 characters)");
 * ```
 */
export function showText(text: string, maxCharacters: number): string {
  const cut = cutText(text.trim(), maxCharacters);
  return makeVisible(cut).replaceAll("\n", "⏎").replaceAll("\t", " ");
}
