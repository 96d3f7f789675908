/** Phrases of the settings in prose: their patterns, and the sentence around a match. */
import { withoutCode } from "../../plan/markdown/inline.ts";

/** Number of characters before and after a phrase that are read. */
const MAX_CONTEXT = 400;
/** Replaces text that was cut. */
const CUT = "⟦⟧";

/**
 * Makes the pattern of a phrase: complete words, in any case, with any space between them.
 *
 * @returns The pattern, or null for a phrase without words.
 */
export function toPattern(phrase: string): RegExp | null {
  const words = phrase.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return null;
  const escaped = words.map((word) => RegExp.escape(word));
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped.join("\\s+")}(?![\\p{L}\\p{N}_-])`, "giu");
}

/**
 * Cuts code, comments and quotations out of a paragraph.
 *
 * @returns The text with a placeholder for each; the number of lines stays.
 */
export function withoutQuotations(source: string): string {
  const quotations =
    /"[^"]{0,500}"|“[^“”]{0,500}”|«[^«»]{0,500}»|„[^„“”]{0,500}[“”]|‘[^‘’\n]{0,500}’|(?<!\w)'[^'\n]{1,500}'(?!\w)/g;
  return withoutCode(source, keepLines).replace(quotations, keepLines);
}

/**
 * Makes the replacement of text that was cut.
 *
 * @returns A placeholder, and as many line breaks as the text had.
 */
export function keepLines(cut: string): string {
  return ` ${CUT} ${"\n".repeat(cut.split("\n").length - 1)}`;
}

/**
 * Reads the sentence that a phrase is in.
 *
 * @param ends Punctuation that ends a sentence, as in a class of a regular expression; a full stop
 * within a word does not.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const text = "Ready. All of v1.2 is done now! Bye";
 * const { before, after, behind } = sentenceAround(text, /done/.exec(text)!, ".!?");
 * assertEquals([before, after, behind], ["All of v1.2 is ", " now", "! Bye"]);
 * ```
 */
export function sentenceAround(text: string, match: RegExpExecArray, ends: string) {
  const end = match.index + match[0].length;
  const said = text.slice(Math.max(0, match.index - MAX_CONTEXT), match.index);
  const rest = text.slice(end, end + MAX_CONTEXT);
  const before = said.split(new RegExp(`[${ends}]\\s`)).at(-1)!;
  const after = new RegExp(`^(?:[^${ends}]|[.](?=\\S))*`).exec(rest)![0];
  return {
    /** The text from the start of the sentence up to the phrase. */
    before,
    /** The text from the phrase to the sentence's end. */
    after,
    /** The text after the sentence, from its final punctuation on. */
    behind: rest.slice(after.length),
    /** True if no other sentence comes before it in the text. */
    isFirst: before.length === said.length,
  };
}

/**
 * Checks whether a text has only allowed words, so that it does not change the meaning of the phrase that
 * it surrounds.
 *
 * With a list of allowed words, denials, conditions, parts and other subjects need no lists.
 *
 * @param allowed Words in lower case, with plain apostrophes.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const allowed = new Set(["the", "plan", "is"]);
 * assertEquals(saysOnly("The plan is, ", allowed), true);
 * assertEquals(saysOnly("The plan is not ", allowed), false);
 * ```
 */
export function saysOnly(text: string, allowed: ReadonlySet<string>): boolean {
  if (text.includes(CUT)) return false;
  const words = text.toLowerCase().replaceAll("’", "'").match(/[\p{L}\p{N}_'-]*[\p{L}\p{N}]/gu) ??
    [];
  return words.every((word) => allowed.has(word.replace(/^['-]+/, "")));
}
