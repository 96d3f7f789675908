/**
 * Does a paragraph state that the work is done?
 *
 * A sentence that can be read otherwise counts for nothing: a loop that goes on once too often
 * costs a turn, one that ends too early loses the rest of the work.
 *
 * @module
 */
import { withoutCode, withoutEmphasis } from "../../markdown/inline.ts";
import {
  DENIES,
  DESCRIBES,
  MEANS_THE_WHOLE,
  NAMES_A_PART,
  NARROWS,
  TAKES_AWAY_BEFORE,
  TAKES_AWAY_IN_CLAUSE,
  TAKES_BACK,
} from "./_words.ts";

/** Phrases that are said of any part too: what they are said of has to be the whole. */
const OURS = /^(?:(?:task|implementation|work)\s+complete|finished)$/i;
/** So much before and after a phrase is looked at: characters. */
const MAX_CONTEXT = 400;

/** A phrase that counts, and the line of the paragraph it stands in. */
export interface PhraseFound {
  readonly phrase: string;
  /** Lines below the paragraph's first line. */
  readonly lineOffset: number;
}

/**
 * Finds the first completion phrase that a paragraph states.
 *
 * @param source The paragraph as written, lines separated by a line feed.
 * @param patterns The phrases, by {@link toPattern}.
 * @returns What was found, or null.
 */
export function findPhrase(source: string, patterns: readonly RegExp[]): PhraseFound | null {
  if (!patterns.some((pattern) => source.search(pattern) >= 0)) return null;
  const text = keepWhatIsSaid(source);
  for (const pattern of patterns) {
    for (const found of text.matchAll(pattern)) {
      const end = found.index + found[0].length;
      const before = text.slice(Math.max(0, found.index - MAX_CONTEXT), found.index);
      const after = text.slice(end, end + MAX_CONTEXT);
      const isOurs = OURS.test(found[0]);
      if (!isStatement(before, after, found[0], isOurs)) continue;
      const lineOffset = text.slice(0, found.index).split("\n").length - 1;
      return { phrase: found[0], lineOffset };
    }
  }
  return null;
}

/**
 * Makes the pattern of a phrase: whole words, in any case, with any space between them.
 *
 * @returns The pattern, or null for a phrase without words.
 */
export function toPattern(phrase: string): RegExp | null {
  const words = phrase.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return null;
  const escaped = words.map((word) => RegExp.escape(word));
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped.join("\\s+")}(?![\\p{L}\\p{N}_-])`, "giu");
}

/** Links, images, and what was struck out. */
const NOT_SAID = /!?\[[^[\]]{0,300}\]\([^()\n]{0,1000}\)|~~(?=\S)[\s\S]{0,300}?\S~~/g;
/** Stands in the place of what was cut. */
const CUT = "⟦⟧";

/**
 * Cuts labels, table rows, code, comments, quotations, links and what was struck out; the number of
 * lines stays.
 */
function keepWhatIsSaid(source: string): string {
  const text = withoutQuotations(source).replace(NOT_SAID, keepLines);
  return text.split("\n").map((line) => withoutEmphasis(cutLabel(line))).join("\n");
}

/**
 * Cuts code, comments and quotations out of a paragraph.
 *
 * @param source As written.
 * @returns With a sign in place of each; the number of lines stays.
 */
export function withoutQuotations(source: string): string {
  const quotations =
    /"[^"]{0,500}"|“[^“”]{0,500}”|«[^«»]{0,500}»|„[^„“”]{0,500}[“”]|‘[^‘’\n]{0,500}’|(?<!\w)'[^'\n]{1,500}'(?!\w)/g;
  return withoutCode(source, keepLines).replace(quotations, keepLines);
}

function keepLines(cut: string): string {
  return ` ${CUT} ${"\n".repeat(cut.split("\n").length - 1)}`;
}

/**
 * "**Implementation Complete** – all 12 models" names what follows, and a bold line without a full
 * stop is a heading; a label with a colon is seen later, bold or not.
 */
function cutLabel(line: string): string {
  if (/^\s*\|/.test(line)) return "";
  return line.replace(/^\s*(\*\*|__)[^*_]*[^*_.!\s]\1\s*(?:$|[–—]|-\s)/, " ");
}

/** A label, or what a sentence is about: what follows is said of that. */
const LABEL = /:(?=\s)|\s[-–—→=]+>?\s|⟦⟧/u;

/** A bracket that is open where the phrase begins: it speaks of the word before the bracket. */
const IN_BRACKETS = /[([{][^)\]}]*$/;

/** Whether the words around a phrase leave it what it says: the statement of a whole sentence. */
function isStatement(textBefore: string, textAfter: string, phrase: string, isOurs: boolean) {
  const lead = textBefore.split(/[.!?]\s/).at(-1) ?? "";
  // A line that begins with the phrase begins a sentence.
  const before = (/^\p{Lu}/u.test(phrase) ? lead.split("\n").at(-1)! : lead).replace(/\s+/g, " ");
  const isTakenAway = [TAKES_AWAY_BEFORE, DESCRIBES, NAMES_A_PART, LABEL, IN_BRACKETS].some((
    words,
  ) => words.test(before));
  if (isTakenAway) return false;
  const clause = before.split(/[,;]/).at(-1) ?? "";
  if (TAKES_AWAY_IN_CLAUSE.test(clause)) return false;
  if (isOurs && !MEANS_THE_WHOLE.test(clause)) return false;

  const sentence = /^(?:[^.!?]|[.](?=\S))*/.exec(textAfter)![0];
  if (textAfter[sentence.length] === "?") return false;
  const after = sentence.replace(/\s+/g, " ").toLowerCase();
  if (NARROWS.test(after) || LABEL.test(after)) return false;
  const takenBack = TAKES_BACK.exec(after);
  return takenBack === null || DENIES.test(after.slice(0, takenBack.index));
}
