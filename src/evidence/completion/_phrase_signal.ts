/**
 * Does a paragraph state that the work is done?
 *
 * An ambiguous sentence does not count: a needless continuation costs a turn, while a loop that ends
 * too early loses the rest of the work.
 */
import { chainOf, type Document } from "../../plan/items/document.ts";
import type { Signal } from "../../loop/facts.ts";
import { withoutEmphasis } from "../../plan/markdown/inline.ts";
import type { Settings } from "../../store/settings/settings.ts";
import {
  CONDITION,
  DENIAL,
  DENIAL_OF_CLAUSE,
  DUTY,
  EXCEPTION,
  keepLines,
  lazily,
  NAMES_A_PART,
  sentenceAround,
  toPattern,
  withoutQuotations,
  type Words,
  words,
} from "../wording/phrases.ts";

/** The phrases, and the confidence of their signal. */
export type PhraseSettings = Pick<
  Settings,
  "completion_phrases" | "semantic_phrases_confidence"
>;

/** Phrases that often describe a part: they count only for the whole work. */
const OURS = /^(?:(?:task|implementation|work)\s+complete|finished)$/i;

/**
 * Looks for a completion phrase in a document's prose.
 *
 * @param document The focus file, without open items.
 */
export function findPhraseSignal(document: Document, settings: PhraseSettings): Signal | null {
  const patterns = settings.completion_phrases.map(toPattern).filter((pattern) => pattern !== null);
  for (const { source, line, optional, announcement, section } of document.paragraphs) {
    if (optional || announcement !== null) continue;
    if (chainOf(section).some(({ text }) => ANNOUNCES.test(text))) continue;
    const stated = findPhrase(source, patterns);
    if (!stated) continue;
    const detail = `Line ${line + stated.lineOffset}: "${stated.phrase.replace(/\s+/g, " ")}"`;
    const confidence = settings.semantic_phrases_confidence;
    return { name: "semantic_phrase", confidence, detail };
  }
  return null;
}

interface PhraseFound {
  readonly phrase: string;
  /** Lines below the paragraph's first line. */
  readonly lineOffset: number;
}

/**
 * Finds the first completion phrase that a paragraph states.
 *
 * @param source The paragraph as written, lines separated by a line feed.
 * @returns What was found, or null.
 */
function findPhrase(source: string, patterns: readonly RegExp[]): PhraseFound | null {
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

/** Links, images, and text that is struck out. */
const NOT_SAID = /!?\[[^[\]]{0,300}\]\([^()\n]{0,1000}\)|~~(?=\S)[\s\S]{0,300}?\S~~/g;
/**
 * Cuts labels, table rows, code, comments, quotations, links and struck-out text; keeps the number of
 * lines.
 */
function keepWhatIsSaid(source: string): string {
  const text = withoutQuotations(source).replace(NOT_SAID, keepLines);
  return text.split("\n").map((line) => withoutEmphasis(cutLabel(line))).join("\n");
}

/**
 * "**Implementation Complete** – all 12 models" names what follows, and a bold line without a full
 * stop is a heading; a label with a colon is seen later, bold or not.
 */
function cutLabel(line: string): string {
  if (/^\s*\|/.test(line)) return "";
  return line.replace(/^\s*(\*\*|__)[^*_]*[^*_.!\s]\1\s*(?:$|[–—]|-\s)/, " ");
}

/** A label or topic: the phrase describes it, not the work. */
const LABEL = /:(?=\s)|\s[-–—→=]+>?\s|⟦⟧/u;

/** An open bracket: the phrase in it describes the word before the bracket. */
const IN_BRACKETS = /[([{][^)\]}]*$/;

/** Whether the words around a phrase leave it a statement about the work. */
function isStatement(text: string, match: RegExpExecArray): boolean {
  const [phrase] = match;
  const sentence = sentenceAround(text, match, ".!?");
  // In the middle of a story it tells what happened there.
  const isAmidOthers = !sentence.isFirst && /[\p{L}\p{N}]/u.test(sentence.behind);
  if (isAmidOthers && /[.!?]\s+\S/.test(lineAround(text, match.index))) return false;
  const lead = sentence.before;
  // A line that begins with the phrase begins a sentence.
  const before = (/^\p{Lu}/u.test(phrase) ? lead.split("\n").at(-1)! : lead).replace(/\s+/g, " ");
  const takesAway = [TAKES_AWAY_BEFORE, DESCRIBES, NAMES_A_PART, LABEL, IN_BRACKETS];
  if (takesAway.some((words) => words.test(before))) return false;
  const clause = before.split(/[,;]/).at(-1) ?? "";
  if (TAKES_AWAY_IN_CLAUSE.test(clause)) return false;
  if (OURS.test(phrase) && !MEANS_THE_WHOLE.test(clause)) return false;

  if (sentence.behind.startsWith("?")) return false;
  const after = sentence.after.replace(/\s+/g, " ").toLowerCase();
  if (NARROWS.test(after) || LABEL.test(after)) return false;
  const takenBack = TAKES_BACK.exec(after);
  return takenBack === null || DENIES.test(after.slice(0, takenBack.index));
}

function lineAround(text: string, index: number): string {
  const end = text.indexOf("\n", index);
  return text.slice(text.lastIndexOf("\n", index) + 1, end === -1 ? undefined : end).trim();
}

/** Anywhere before the phrase: denial, condition, wish, future, order, or an opinion. */
const TAKES_AWAY_BEFORE: Words = words(
  // Denial and degree.
  DENIAL,
  "barely|nearly|almost|partly|partially|half|mostly|yet to",
  "virtually|practically|roughly",
  // The same in the languages of people's own phrases.
  "nicht|noch|kein\\w*|pas|niet|ikke|inte|nie|não|не",
  // Condition and time.
  CONDITION,
  "before|after|once|while|provided|target|deadline|due|eta|pending|awaiting",
  // Future, duty and wish.
  DUTY,
  "shall|can|\\w+['’]ll|to be|to get|going to|needs?|need to|has to|have to|wants?|expect(?:ed|s)?|plan(?:s|ned)?|aim|goal|hope|try",
  // Orders and definitions.
  "say|says|write|writes|print|prints|reply|report|mark|marked as|call it|criteri(?:a|on)",
  "definition of|done means|counts? as|considered|treat(?:ed)? as|phrases?|markers?|signals?",
  // Opinion, and other times.
  "thinks?|believes?|claims?|claimed|supposedly|old|previous|former|earlier",
);

/** Before the phrase in the same clause: "no part is finished", but "no errors, all done". */
const TAKES_AWAY_IN_CLAUSE: Words = words(DENIAL_OF_CLAUSE, "none|nothing");

/** Right before the phrase: it describes a thing, as in "the finished report". */
const DESCRIBES: RegExp =
  /\b(?:the|a|an|any|every|each|this|that|our|my|your|its|their|some|of)\s*$/;

/** Before the phrase in its clause: words for the entire work, or no subject at all. */
const MEANS_THE_WHOLE: Words = lazily(
  "^[^\\p{L}\\p{N}]*$|\\b(?:all|everything|work|tasks|plan|project|job|implementation" +
    "|it|we|i|i've|we've|i'm|we're|now)\\b",
  "iu",
);

/** Right after the phrase: only a part is meant, or a condition follows, or it is a label. */
const NARROWS: Words = lazily(
  "^\\s*(?::|(?:" + [
    "the|a|an|this|that|these|those|my|our|your|its|their|with|for|of|when|whenever|if|unless",
    "until|till|once|only|except|but|before|first|second|steps?|phase|part|stage|section|most",
    "some|half|about|almost|criteri(?:a|on)|\\w+ing|#?\\d+|by|was|is|means|(?:on|next) \\w+day",
  ].join("|") + ")(?![\\p{L}\\p{N}]))",
  "u",
);

/** Later in the sentence: it takes the phrase back. */
const TAKES_BACK: Words = words(
  EXCEPTION,
  "yet|until|till|once|later|soon|tomorrow|not|still|remains?|remaining|to do|todo|\\w+n['’]t",
  "in[ -]progress|ongoing|outstanding|under ?way|wip|blocked|follow[ -]?ups?|open",
  "pending|awaiting|waiting|hopefully|probably|perhaps|maybe|so far|theoretically",
  "in (?:theory|principle|part)|by (?:\\w+day|next|noon|the end)",
);

/** Words that cancel such a withdrawal: "all done, nothing remains". */
const DENIES: Words = words("no|nothing|none|zero");

/** Headings that announce a future state. */
const ANNOUNCES: Words = words(
  "criteri(?:a|on)|definition|acceptance|goals?|objectives?|requirements?|instructions?|rules?",
  "states?|lifecycle|transitions?|legend|gaps?|how to|todo|to do|next steps?|templates?|examples?|phrases?|markers?|signals?|when",
);
