/**
 * Does a paragraph say, as a plain statement about the present, that the work is done?
 *
 * Where a sentence can be read otherwise it counts for nothing: a loop that goes on once too often
 * costs a turn, one that ends too early costs the night.
 *
 * @module
 */
import { withoutCode, withoutEmphasis } from "../../focus/inline.ts";

/** The phrases of the seeds' table and of the predecessor (original-plugin §2). */
export const DEFAULT_COMPLETION_PHRASES: readonly string[] = [
  "task complete",
  "all done",
  "finished",
  "implementation complete",
  "work complete",
];

/** Before the phrase these turn it into its opposite, a condition, a wish or an order. */
const BEFORE =
  /\b(?:not|never|no|none|nothing|neither|nor|cannot|without|hardly|barely|nearly|almost|partly|partially|half|mostly|far from|yet to|until|till|unless|before|after|once|when|whenever|while|if|whether|should|shall|will|would|could|can|may|might|must|to be|to get|going to|gonna|needs?|need to|has to|have to|wants?|expect(?:ed|s)?|plan(?:s|ned)?|aim|goal|hope|try|tries|as soon as|as long as|assuming|provided|say|says|write|writes|print|prints|reply|report|mark|marked as|call(?:ed)? it|criteri(?:a|on)|definition of|done means|considered|counts? as|treat(?:ed)? as|think|believe|claims?|claimed|supposedly|\w+n['’]t|['’]ll)\b/;
/** Right after the phrase these say that only a part is meant, or when it would be. */
const NEXT_TO =
  /^\s*(?:the|a|an|this|that|these|those|my|our|your|its|their|with|for|of|as soon|when|whenever|if|unless|until|till|once|only|except|but|apart|before|first|second|step|steps|phase|part|stage|section|chapter|most|some|half|about|almost|writing|criteri(?:a|on)|\w+ing|\d+|#\d+|[[:(]?\s*(?:no|false|not))\b/;
/** Later in the sentence these take it back. */
const AFTER =
  /\b(?:except|but|yet|however|unless|until|till|although|though|once|later|soon|tomorrow|if|when|not|still|remains?|remaining|left to do|todo|apart from|other than)\b|n['’]t\b/;
/** "No errors remain", "nothing left to do": these take nothing back. */
const HARMLESS_AFTER = /\b(?:no|nothing|none|zero|0)\b[^.]*$/;

/** A phrase that counts, and the line of the paragraph it stands in. */
export interface PhraseFound {
  readonly phrase: string;
  /** Lines below the paragraph's first line. */
  readonly lineOffset: number;
}

/**
 * Finds the first completion phrase that a paragraph states.
 *
 * @param source The paragraph as written.
 * @param phrases Phrases to look for, in any case.
 * @returns What was found, or null.
 */
export function findPhrase(source: string, phrases: readonly string[]): PhraseFound | null {
  const text = cutWhatIsNotSaid(source).toLowerCase();
  for (const phrase of phrases) {
    const pattern = toPattern(phrase);
    if (!pattern) continue;
    for (const found of text.matchAll(pattern)) {
      if (isStatement(text, found.index, found.index + found[0].length)) {
        return { phrase, lineOffset: text.slice(0, found.index).split("\n").length - 1 };
      }
    }
  }
  return null;
}

/** Replaces labels, table rows, code and quotations; the number of lines stays. */
function cutWhatIsNotSaid(source: string): string {
  return source.split("\n").map(cutLabel).join("\n")
    .replace(/<!--[\s\S]*?-->|(`+)[\s\S]*?\1/g, keepLines)
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»|‘[^’\n]*’|(?<![\w])'[^'\n]+'(?![\w])/g, keepLines)
    .replace(/^.*$/gm, (line) => withoutEmphasis(withoutCode(line)));
}

/** "**Implementation Complete**: all 12 models" names what follows, it does not say it is so. */
function cutLabel(line: string): string {
  if (/^\s*\|/.test(line)) return "";
  return line
    .replace(/^\s*(?:\*\*|__)[^*_]+(?:\*\*|__)\s*(?:$|[:–—]|-\s)/, " ")
    .replace(/^\s*(?:\*\*|__)[^*_]+:\s*(?:\*\*|__)/, " ")
    .replace(/^\s*[^:.!?]{1,60}:(?=\s|$)/, (label) => isStatusLabel(label) ? "" : " ⟦⟧ ");
}

/** "Status: all done" and "Done: task complete" introduce a statement; the label goes, it stays. */
function isStatusLabel(label: string): boolean {
  return /^\W*(?:status|state|result|outcome|update|summary|progress|note|conclusion|final)\b/i
    .test(label);
}

function keepLines(cut: string): string {
  return ` ⟦⟧ ${"\n".repeat(cut.split("\n").length - 1)}`;
}

/** Whole words, any space between them. */
function toPattern(phrase: string): RegExp | null {
  const words = phrase.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped.join("\\s+")}(?![\\p{L}\\p{N}_-])`, "gu");
}

function isStatement(text: string, from: number, to: number): boolean {
  const before = lastOf(text.slice(0, from).split(/[.!?;](?=\s)|\n(?=\s*\n)/)).replace(/\s+/g, " ");
  const rest = /^[^.!?;]*(?:[.](?=\S)[^.!?;]*)*/.exec(text.slice(to))![0];
  const end = text[to + rest.length];
  const after = rest.replace(/\s+/g, " ");
  if (end === "?") return false;
  if (BEFORE.test(before) || NEXT_TO.test(after)) return false;
  const takenBack = AFTER.exec(after);
  return !takenBack || HARMLESS_AFTER.test(after.slice(0, takenBack.index));
}

function lastOf(parts: readonly string[]): string {
  return parts[parts.length - 1] ?? "";
}
