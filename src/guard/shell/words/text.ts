/**
 * Texts of which parts are unknown. An unknown part is one sign that no protected path contains, so
 * texts stay plain strings and can be joined, cut and parsed again.
 *
 * @module
 */

/** Stands for any text that cannot be known without running something. */
export const UNKNOWN = "\uE000";

/** Whether nothing of the text is unknown. */
export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN);
}

/** A text that is worked out only if somebody needs it (a command's output). */
export type LazyText = () => string;

/** An output nobody can know. */
export const UNKNOWN_TEXT: LazyText = () => UNKNOWN;

/** No output at all. */
export const NO_TEXT: LazyText = () => "";

/** Works a text out at most once. */
export function lazily(compute: LazyText): LazyText {
  let known: string | undefined;
  return () => known ??= compute();
}

/** Longer outputs are cut, the rest is unknown. */
const MAX_TEXT = 65_536;

/** Several outputs, one after the other. */
export function joinTexts(texts: readonly LazyText[]): LazyText {
  const spoken = texts.filter((text) => text !== NO_TEXT);
  if (spoken.length === 0) return NO_TEXT;
  if (spoken.length === 1) return spoken[0] as LazyText;
  return lazily(() => {
    let joined = "";
    for (const text of spoken) {
      joined += text();
      if (joined.length > MAX_TEXT) return joined.slice(0, MAX_TEXT) + UNKNOWN;
    }
    return joined;
  });
}

/**
 * Works out the escapes of `echo -e` and `printf`.
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
    (all, hex, unicode, octal, sign) => {
      const digits = hex ?? unicode ?? octal;
      return digits === undefined
        ? plain[sign] ?? all
        : String.fromCharCode(Number.parseInt(digits, octal === undefined ? 16 : 8));
    },
  );
}
