/**
 * Whether the agent says that it has nothing to do; then it is sent to explore.
 *
 * An ambiguous sentence does not count: repetition detects an idle agent later, while a working agent
 * that is sent to explore loses its thread.
 */
import { withoutEmphasis } from "../../plan/markdown/inline.ts";
import { classifyLines } from "../../plan/markdown/line_context.ts";
import {
  CONDITION,
  DENIAL,
  DENIAL_OF_CLAUSE,
  DUTY,
  EXCEPTION,
  NAMES_A_PART,
  sentenceAround,
  toPattern,
  withoutQuotations,
  type Words,
  words,
} from "../wording/phrases.ts";

/** Words for the object of waiting. */
const MOST_OBJECT_CHARACTERS = 80;

/**
 * Finds the first idle phrase that the agent states about itself.
 *
 * Phrases count in any case, as complete words, outside code, quotations and tables, unless they are
 * denied, conditional, or about a program or a part of the work. A lack ("no work available") counts
 * for the entire work; a single word ("monitoring") only as the entire answer; an activity ("awaiting
 * instructions") as the last sentence; any other phrase anywhere.
 *
 * @param phrases The setting `idle_phrases`.
 * @returns The phrase as in the settings; null for none.
 *
 * @example
 * ```ts
 * const phrase = findIdlePhrase("All items are done, nothing to do.", ["nothing to do"]);
 * if (phrase !== "nothing to do") throw new Error("a plain statement counts");
 * ```
 */
export function findIdlePhrase(message: string, phrases: readonly string[]): string | null {
  // Most messages contain no phrase, so compile no pattern for them.
  const forms = [message, message.replace(/[*_]+/g, "")].map((form) => form.toLowerCase());
  const named = phrases.flatMap((phrase) => {
    const words = phrase.toLowerCase().split(/\s+/);
    const mayBeThere = forms.some((form) => words.every((word) => form.includes(word)));
    const pattern = mayBeThere ? toPattern(phrase) : null;
    return pattern === null ? [] : [{ phrase, pattern }];
  });
  if (named.length === 0) return null;
  const passages = passagesOf(message);
  for (const [at, passage] of passages.entries()) {
    const place = { isOnly: passages.length === 1, isLast: at === passages.length - 1 };
    const stated = named.find(({ phrase, pattern }) =>
      [...passage.matchAll(pattern)].some((match) => states(passage, match, kindOf(phrase), place))
    );
    if (stated) return stated.phrase;
  }
  return null;
}

type PhraseKind = "lack" | "word" | "activity" | "other";

function kindOf(phrase: string): PhraseKind {
  const text = phrase.trim();
  if (/^(?:no|nothing)\b/i.test(text)) return "lack";
  if (/^[\p{L}\p{N}_-]+$/u.test(text)) return "word";
  return /^\p{L}+ing\b/iu.test(text) ? "activity" : "other";
}

interface PassagePlace {
  readonly isOnly: boolean;
  readonly isLast: boolean;
}

function states(
  passage: string,
  match: RegExpExecArray,
  kind: PhraseKind,
  place: PassagePlace,
): boolean {
  const sentence = sentenceAround(passage, match, ".!?;…");
  const [before, after] = [sentence.before, sentence.after].map((text) =>
    text.replace(/\s+/g, " ")
  );
  if (sentence.behind.startsWith("?")) return false;
  const isLast = place.isLast && /^[^\p{L}\p{N}]*$/u.test(sentence.behind);
  if (kind === "word" || kind === "activity") {
    const isAnswer = kind === "activity" || place.isOnly && sentence.isFirst;
    return isAnswer && isLast && isActivity(before!, after!);
  }
  return !isTakenAway(before!, after!) && (kind === "other" || meansTheWhole(before!));
}

/** "I am still waiting for the build", but not "Monitoring dashboards were added". */
function isActivity(before: string, after: string): boolean {
  return FILLERS.test(before) && OBJECT_OF_WAITING.test(after) &&
    after.length <= MOST_OBJECT_CHARACTERS && !TELLS_OF_WORK.test(after);
}

function isTakenAway(before: string, after: string): boolean {
  const part = before.split(/[,–—]\s|\s(?:and|so|because|since|but)\s/).at(-1)!;
  const clause = part.split(":").at(-1)!;
  return DENIED_BY.test(clause) || NAMED_BY.test(clause) ||
    CONDITIONED_BY.test(before) || TOLD_BY.test(part) ||
    NARROWED_BY.test(after) || TAKEN_BACK_BY.test(after);
}

function meansTheWhole(before: string): boolean {
  if (NAMES_A_PART.test(before) || PART_COMES_FIRST.test(before)) return false;
  const label = /^([^:]*):\s*$/.exec(before)?.[1];
  if (label !== undefined) return LABEL_OF_ALL.test(label);
  if (WHOLE_IS_MEANT.test(before)) return true;
  const clause = before.split(/\s(?:and|but)\s/i).at(-1)!;
  return SUBJECT_LEFT_OUT.test(clause);
}

/** Paragraphs, list items and labelled lines in the agent's own words. */
function passagesOf(message: string): string[] {
  const passages: string[] = [];
  let isOpen = false;
  for (const { text: line, context } of classifyLines(message)) {
    const isText = context === "plain" && /\S/.test(line) && !/^\s*\|/.test(line);
    const startsAnew = isText &&
      /^\s*(?:[-*+]\s|\d+[.)]\s|#|(?:\*\*|__)?[A-Z][\w -]{0,30}(?:\*\*|__)?:)/.test(line);
    if (isText && isOpen && !startsAnew) passages.push(`${passages.pop()}\n${line}`);
    else if (isText) passages.push(line.replace(/^\s*(?:[-*+]|\d+[.)]|#+)\s+/, ""));
    isOpen = isText;
  }
  // A line with a box repeats an item of the plan.
  return passages.filter((passage) => !/^\[.\]\s/.test(passage))
    .map((passage) => withoutEmphasis(withoutQuotations(passage)));
}

/** In the same clause before the phrase: it is denied. */
const DENIED_BY: Words = words(
  DENIAL,
  DENIAL_OF_CLAUSE,
  "doubt|wrong|untrue|false|instead of|rather than",
);

/** Anywhere before the phrase in its sentence: a condition, a duty, or the future. */
const CONDITIONED_BY: Words = words(
  CONDITION,
  DUTY,
  "in case|suppose|once(?! again| more)",
);

/** In the same part of the sentence before the phrase: a text or a program is the subject. */
const TOLD_BY: Words = words(
  "returns?|returned|prints?|printed|says?|said|shows?|shown|showed|displays?|displayed|logs?",
  "logged|emits?|outputs?|throws?|raises?|responds?|replies|answers|renders?|reads|writes?|wrote",
  "means?|called|named|titled|labell?ed|messages?|strings?|texts?|errors?|warnings?|banners?",
  "labels?|phrases?|terms?|words?|functions?|methods?|handlers?|endpoints?|templates?|prompts?",
  "examples?|instructions?|instructed|forbids?|forbidden|test (?:that|for|checks|asserts)",
  "(?:fix|add|remov|renam|chang|replac|handl|detect|assert|cover|document)(?:s|e|es|ed|ing)?",
);

/** Right before the phrase: it names a thing, as in "the nothing to do case". */
const NAMED_BY: Words = words(
  "(?:the|a|an|any|every|each|this|that|our|my|your|its|their|some|of)\\s*$",
);

/** Before a lack ("nothing to do"): it is about the entire work, not a part or someone else's. */
const WHOLE_IS_MEANT: Words = words(
  "there(?: is|['’]s| was| are| remains| seems| appears)|everything|we|i|(?:i|we)['’]\\w+",
  "(?:all|every)(?: of)?(?: the| my| our)?(?: \\w+)? (?:items?|tasks?|work|boxe?s?|steps|checks)",
  "all (?:is|are|was|were) \\w+|plan|checklist|backlog|roadmap|to-?do list|focus file|project",
  "repo|repository|codebase|this (?:iteration|session|loop|turn|round|run)|sorry",
);

/** Before the colon right before a lack: a label of the whole answer. */
const LABEL_OF_ALL: Words = words(
  "^\\W*(?:current |my |overall )?(?:status|state|results?|conclusion|summary|answer|note|update",
  "verdict|outcome|decision|findings?|next(?: steps?| actions?)?|remaining(?: work)?|work|plan)\\W*$",
);

/** The whole clause before a lack: its subject was left out. */
const SUBJECT_LEFT_OUT: Words = words(
  "^\\W*(?:(?:still|again|currently|now|so|also|sorry)\\W+)*(?:found|identified|see|have|got)?\\W*$",
);

const MEANWHILE = "(?:is|are|was|were|remains?|remaining|needed|required|left|available|found" +
  "|identified|to be done|right now|currently|at (?:this time|present|the moment)|for (?:now|me|us))";
const ALL_OF_IT = "(?:this|the|my|our) (?:\\w+ )?(?:iteration|session|loop|turn|round|run|time" +
  "|moment|plan|checklist|backlog|roadmap|list|file|project|repo|repository|codebase|today)";

/** Right after the phrase: only a part is meant, or the phrase names the thing that is the subject. */
const NARROWED_BY: Words = words(
  `^(?:\\W+${MEANWHILE})*\\s*(?:here(?!\\W*$)|there(?!\\W*$)|(?:for|in|on|about|regarding|with|of|to)` +
    `(?! (?:${ALL_OF_IT}|me|us|now|today)(?!\\w))|messages?|errors?|cases?|states?|strings?` +
    "|banners?|responses?|logs?|warnings?|texts?|labels?|branch|handlers?|phrases?)",
  "^\\s*(?:→|[-=]>)|^\\s*(?:is|was|are|gets?|appears?) (?:a|an|the|now|no|not|never|(?!needed|required)\\w+ed|shown|false|wrong|untrue)",
);

/** At the start of the sentence: only a part is meant. */
const PART_COMES_FIRST: Words = words(
  `^\\W*(?:in|for|on|with|regarding|about)\\s(?!${ALL_OF_IT})\\S+`,
);

/** Later in the sentence: there is something to do after all. */
const TAKEN_BACK_BY: Words = words(
  EXCEPTION,
  "besides|instead|whenever|moving on|move on|proceed(?:ing)?|continu(?:e|ing) with|picked|next i",
  "(?:so|therefore|thus) (?:i|we)(?! (?:wait|stop|am|are|end|rest|idle|can|will|stay|remain))",
  "i (?:went|started|began|fixed|added|wrote|improved|turned|looked|took|used)",
);

/** Before an activity that is the whole answer: "I am still waiting". */
const FILLERS: Words = words(
  "^\\W*(?:(?:status|state|i|we|am|are|i['’]m|we['’]re|i['’]ll|still|just|currently|now|is|be|to",
  "continu(?:e|ing)|keep|simply|only|remain(?:ing)?|stay(?:ing)?|agent|will)\\W+)*$",
);

/** After an activity that is the whole answer: what is waited for. */
const OBJECT_OF_WAITING: Words = words(
  "^\\W*$|^\\W+(?:for|on|until|till|while|the|this|that|your|further|more|again|here|quietly|as)",
);

/** In the object: the sentence is about something else, as in "Monitoring the queue was broken". */
const TELLS_OF_WORK: Words = words(
  "is|are|was|were|has|have|had|works?|added|fixed|implemented|removed|done|now|⟦⟧",
);
