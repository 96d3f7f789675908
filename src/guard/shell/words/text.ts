/**
 * Texts with unknown parts. One character, which no protected path contains, marks an unknown part,
 * so texts are plain strings that can be joined, cut and parsed again.
 *
 * @module
 */

/** Marks text that is unknown without running something. */
export const UNKNOWN = "\uE000";

/** Whether a text has no unknown part. */
export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN);
}

/** A text that is computed on demand (a command's output). */
export type LazyText = () => string;

/** The output of a command that the guard cannot compute. */
export const UNKNOWN_TEXT: LazyText = () => UNKNOWN;

/** The output of a command that prints nothing. */
export const NO_TEXT: LazyText = () => "";

/** Computes a text at most once. */
export function lazily(compute: LazyText): LazyText {
  let text: string | undefined;
  return () => text ??= compute();
}

/** Maximum length of joined outputs (UTF-16 units); the rest is unknown. */
const MAX_TEXT = 65_536;

/** Joins outputs in their order; beyond a length the rest is unknown. */
export function joinTexts(texts: readonly LazyText[]): LazyText {
  const printed = texts.filter((text) => text !== NO_TEXT);
  if (printed.length === 0) return NO_TEXT;
  if (printed.length === 1) return printed[0] as LazyText;
  return lazily(() => {
    let joined = "";
    for (const text of printed) {
      joined += text();
      if (joined.length > MAX_TEXT) return joined.slice(0, MAX_TEXT) + UNKNOWN;
    }
    return joined;
  });
}

/**
 * Replaces the escapes of `echo -e` and `printf`.
 *
 * @example A byte and a line end
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(unescapeText("\\x2eclaude\\n"), ".claude\n");
 * ```
 */
export function unescapeText(text: string): string {
  const plain: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([^]))/g,
    (all, hex, unicode, octal, character) => {
      const digits = hex ?? unicode ?? octal;
      return digits === undefined
        ? plain[character] ?? all
        : String.fromCharCode(Number.parseInt(digits, octal === undefined ? 16 : 8));
    },
  );
}
