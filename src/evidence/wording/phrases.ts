/** Phrases of the settings in prose: their patterns, and the sentence around a match. */
import { withoutCode } from "../../plan/markdown/inline.ts";

/** Characters before and after a phrase that are read. */
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

/** The words around a phrase. */
interface Sentence {
  /** From the start of the sentence up to the phrase. */
  readonly before: string;
  /** From the phrase to the sentence's end. */
  readonly after: string;
  /** What follows the sentence, from its final punctuation. */
  readonly behind: string;
  /** Whether other sentences come before it in the text. */
  readonly isFirst: boolean;
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
export function sentenceAround(text: string, match: RegExpExecArray, ends: string): Sentence {
  const end = match.index + match[0].length;
  const said = text.slice(Math.max(0, match.index - MAX_CONTEXT), match.index);
  const rest = text.slice(end, end + MAX_CONTEXT);
  const before = said.split(new RegExp(`[${ends}]\\s`)).at(-1)!;
  const after = new RegExp(`^(?:[^${ends}]|[.](?=\\S))*`).exec(rest)![0];
  return {
    before,
    after,
    behind: rest.slice(after.length),
    isFirst: before.length === said.length,
  };
}

/** A pattern that is compiled on first use. */
export interface Words {
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
}

/** Denials, anywhere in a sentence. */
export const DENIAL = "not|never|nor|cannot|hardly|far from|\\w+n['’]t";
/** Denials of their own clause only: "no part is finished", but "no errors, all done". */
export const DENIAL_OF_CLAUSE = "no|nobody|neither|without";
/** Words that begin a condition: what follows them has not happened. */
export const CONDITION =
  "if|unless|when|whenever|whether|until|till|assuming|as soon as|as long as";
/** Duties, chances and the future. */
export const DUTY = "should|would|could|may|might|must|will";
/** Words that withdraw the first part of a sentence. */
export const EXCEPTION = "but|except|however|other than|apart from|although|though|if|unless|when";

/**
 * Makes a pattern of complete words, in any case.
 *
 * @param lists Alternatives, as sources of regular expressions.
 */
export function words(...lists: string[]): Words {
  return lazily(`(?<![\\p{L}\\p{N}])(?:${lists.join("|")})(?![\\p{L}\\p{N}])`, "iu");
}

/** Makes a pattern that is compiled on first use. */
export function lazily(source: string, flags: string): Words {
  let pattern: RegExp | undefined;
  const compiled = () => pattern ??= new RegExp(source, flags);
  return { test: (text) => compiled().test(text), exec: (text) => compiled().exec(text) };
}

/** Before the phrase: a part is named, as in "phase 1 finished" or "3 of 5 finished". */
export const NAMES_A_PART: Words = lazily(
  "\\b(?:phase|step|part|stage|section|chapter|milestone|round|item|task|module|batch|sprint)" +
    "\\s+(?:#?\\d+|one|two|three|four|[a-d])\\b" +
    "|(?<![\\d.])(?!100\\s*%)\\d+(?:[.,]\\d+)?\\s*%" +
    "|(?<!\\d)(\\d+)\\s*(?:/|of)\\s*(?!\\1(?!\\d))\\d+",
  "i",
);
