/**
 * Finds out whether the agent says that it has nothing to do. Then it is asked to explore.
 *
 * An ambiguous sentence does not count: an idle agent is detected later by its repetition, but a working
 * agent that is asked to explore loses its thread.
 */
import { withoutEmphasis } from "../../plan/markdown/inline.ts";
import { classifyLines } from "../../plan/markdown/line_context.ts";
import { saysOnly, sentenceAround, toPattern, withoutQuotations } from "../wording/phrases.ts";

/** Maximum number of characters for the object of a wait. */
const MOST_OBJECT_CHARACTERS = 80;

/** Words that may surround a phrase in the agent's statement about the whole work. */
const ABOUT_ALL: ReadonlySet<string> = new Set(
  ("a after all also am and any are as at been because by currently everything for further had has have " +
    "here i i'm i've in is it just left me moment my needed needs now of on our present right " +
    "remain remaining remains required see since so still that the there there's think this time to today " +
    "was we we're we've were at available found identified " +
    "backlog boxes checklist codebase focus file item items iteration list loop plan project repo " +
    "repository roadmap run session steps task tasks turn work " +
    "checked checking complete completed done finished looked reading read reviewed reviewing searched " +
    "searching ticked committed green active " +
    "agent answer conclusion current next note outcome overall result results state status summary sorry")
    .split(" "),
);

/** The same for an activity. */
const ABOUT_WAITING: ReadonlySet<string> = new Set([...ABOUT_ALL, "be", "i'll", "keep", "will"]);

/** The object of a wait: "waiting for the build", but not "waiting for the server is fixed". */
const OBJECT = /^\s*(?:for|on|until|till|while)\s(?!.*\b(?:is|are|was|were|has|have|had)\b)/is;

/**
 * Finds the first idle phrase that the agent states about itself.
 *
 * Phrases count in any case, as complete words, outside of code, quotations and tables, in a sentence that
 * says nothing else. A single word ("monitoring") counts only as the entire answer, an activity ("awaiting
 * instructions") only as the last sentence. After a turn without a tool call, both count as any sentence,
 * whatever the agent says that it watches.
 *
 * @param phrases The setting `idle_phrases`.
 * @param usedNoTool True if the agent used no tool in this turn.
 * @returns The phrase as in the settings; null without one.
 *
 * @example
 * ```ts
 * const phrase = findIdlePhrase("All items are done, nothing to do.", ["nothing to do"]);
 * if (phrase !== "nothing to do") throw new Error("a plain statement counts");
 * ```
 */
export function findIdlePhrase(
  message: string,
  phrases: readonly string[],
  usedNoTool = false,
): string | null {
  // Most messages contain no phrase, so no pattern is compiled for them.
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
    const place = { isOnly: passages.length === 1, isLast: at === passages.length - 1, usedNoTool };
    const stated = named.find(({ phrase, pattern }) =>
      [...passage.matchAll(pattern)].some((match) => states(passage, match, kindOf(phrase), place))
    );
    if (stated) return stated.phrase;
  }
  return null;
}

type PhraseKind = "word" | "activity" | "other";

function kindOf(phrase: string): PhraseKind {
  const text = phrase.trim();
  if (/^[\p{L}\p{N}_-]+$/u.test(text)) return "word";
  return /^(?!nothing\b)\p{L}+ing\b/iu.test(text) ? "activity" : "other";
}

interface PassagePlace {
  readonly isOnly: boolean;
  readonly isLast: boolean;
  readonly usedNoTool: boolean;
}

function states(
  passage: string,
  match: RegExpExecArray,
  kind: PhraseKind,
  place: PassagePlace,
): boolean {
  const { before, after, behind, isFirst } = sentenceAround(passage, match, ".!?;…");
  if (behind.startsWith("?")) return false;
  if (kind === "other") {
    return saysOnly(`${before} ${after.replace(/^\s+until\s.*/s, "")}`, ABOUT_ALL);
  }
  if (place.usedNoTool && isAboutItself(before)) return true;
  const isLast = place.isLast && /^[^\p{L}\p{N}]*$/u.test(behind);
  if (!isLast || kind === "word" && !(place.isOnly && isFirst)) return false;
  const isObject = OBJECT.test(after) && after.length <= MOST_OBJECT_CHARACTERS;
  return saysOnly(before, ABOUT_WAITING) && (isObject || !/[\p{L}\p{N}]/u.test(after));
}

/** Checks whether the words before an activity say that the agent is doing it now. */
function isAboutItself(before: string): boolean {
  return /(?:^|\W)(?:i am|i'm|i’m|i will keep|i'll keep|still|currently|continuing)\W*$/i.test(
    before,
  ) &&
    saysOnly(before, ABOUT_WAITING);
}

/** Lists the paragraphs, list items and labelled lines in the agent's own words. */
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
  // A line with a box quotes an item of the plan.
  return passages.filter((passage) => !/^\[.\]\s/.test(passage))
    .map((passage) => withoutEmphasis(withoutQuotations(passage)));
}
