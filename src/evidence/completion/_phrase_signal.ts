/**
 * Judges whether a paragraph states that the work is done.
 *
 * An ambiguous sentence does not count: an unnecessary continuation costs one turn, but a loop that ends
 * too early loses the rest of the work.
 */
import { chainOf, type Document } from "../../plan/items/document.ts";
import type { Signal } from "../../loop/facts.ts";
import { withoutEmphasis } from "../../plan/markdown/inline.ts";
import type { Settings } from "../../store/settings/settings.ts";
import {
  keepLines,
  saysOnly,
  sentenceAround,
  toPattern,
  withoutQuotations,
} from "../wording/phrases.ts";

/** The phrases, and the confidence of their signal. */
export type PhraseSettings = Pick<
  Settings,
  "completion_phrases" | "semantic_phrases_confidence"
>;

/** Words that may surround a phrase in a statement about the whole work. */
const ABOUT_ALL: ReadonlySet<string> = new Set(
  ("the all am and are been everything everyone has have i i'm i've implementation is it it's job now our " +
    "plan project steps task tasks items this we we're we've work " +
    "checked committed completed documented done implemented merged reviewed tested verified")
    .split(" "),
);

/** Phrases that agree with such a statement: "5 of 5", "no errors left". */
const AGREES = /(?<!\d)(\d+) of \1(?!\d)|\bno \w+ left\b|\bnothing (?:remains|is left)\b/gi;

/** Headings that announce a future state. */
const ANNOUNCES =
  /(?<![\p{L}\p{N}])(?:criteri(?:a|on)|definition|acceptance|goals?|objectives?|requirements?|instructions?|rules?|states?|lifecycle|transitions?|legend|gaps?|how to|todo|to do|next steps?|templates?|examples?|phrases?|markers?|signals?|when)(?![\p{L}\p{N}])/iu;

/** Finds a completion phrase in the prose of a document without open items. */
export function findPhraseSignal(document: Document, settings: PhraseSettings): Signal | null {
  const patterns = settings.completion_phrases.map(toPattern).filter((pattern) => pattern !== null);
  for (const { source, line, optional, announcement, section } of document.paragraphs) {
    if (optional || announcement !== null) continue;
    if (chainOf(section).some(({ text }) => ANNOUNCES.test(text))) continue;
    const stated = findPhrase(source, patterns);
    if (!stated) continue;
    const detail = `line ${line + stated.lineOffset} says "${stated.phrase.replace(/\s+/g, " ")}"`;
    const confidence = settings.semantic_phrases_confidence;
    return { name: "semantic_phrase", confidence, detail };
  }
  return null;
}

/**
 * Finds the first completion phrase that a paragraph states.
 *
 * @param source The paragraph as written, lines separated by a line feed.
 */
function findPhrase(source: string, patterns: readonly RegExp[]) {
  if (!patterns.some((pattern) => source.search(pattern) >= 0)) return null;
  const text = keepWhatIsSaid(source);
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      if (!isStatement(text, match)) continue;
      const lineOffset = text.slice(0, match.index).split("\n").length - 1;
      return { phrase: match[0], lineOffset };
    }
  }
  return null;
}

/** Links, images, and struck-out text. */
const NOT_SAID = /!?\[[^[\]]{0,300}\]\([^()\n]{0,1000}\)|~~(?=\S)[\s\S]{0,300}?\S~~/g;
/**
 * Removes labels, table rows, code, comments, quotations, links and struck-out text, and keeps the number
 * of lines.
 */
function keepWhatIsSaid(source: string): string {
  const text = withoutQuotations(source).replace(NOT_SAID, keepLines);
  return text.split("\n").map((line) => withoutEmphasis(cutLabel(line))).join("\n");
}

/**
 * Removes a label: "**Implementation Complete** – all 12 models" names the text that follows, and a bold
 * line without a full stop is a heading. Labels with a colon are handled later, bold or not.
 */
function cutLabel(line: string): string {
  if (/^\s*\|/.test(line)) return "";
  return line.replace(/^\s*(\*\*|__)[^*_]*[^*_.!\s]\1\s*(?:$|[–—]|-\s)/, " ");
}

/** Checks whether the sentence of a phrase says nothing else. */
function isStatement(text: string, match: RegExpExecArray): boolean {
  const { before: lead, after, behind, isFirst } = sentenceAround(text, match, ".!?");
  if (behind.startsWith("?")) return false;
  // Amid other sentences, a phrase describes a past event.
  const isAmidOthers = !isFirst && /[\p{L}\p{N}]/u.test(behind);
  if (isAmidOthers && /[.!?]\s+\S/.test(lineAround(text, match.index))) return false;
  // If the phrase begins its line with a capital, a new sentence begins there.
  const before = /^\p{Lu}/u.test(match[0]) ? lead.split("\n").at(-1)! : lead;
  const around = `${before} ${after}`;
  return !/[:([{=→]/.test(around) && saysOnly(around.replace(AGREES, ""), ABOUT_ALL);
}

function lineAround(text: string, index: number): string {
  const end = text.indexOf("\n", index);
  return text.slice(text.lastIndexOf("\n", index) + 1, end === -1 ? undefined : end).trim();
}
