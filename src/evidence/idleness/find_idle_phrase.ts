/**
 * Whether the agent says that it has nothing to do; then it is sent to explore.
 *
 * An ambiguous sentence does not count: repetition detects an idle agent later, while a working agent
 * that is sent to explore loses its thread.
 */
import { withoutEmphasis } from "../../markdown/inline.ts";
import { classifyLines } from "../../markdown/line_context.ts";
import { NAMES_A_PART } from "../completion/_words.ts";
import { sentenceAround, toPattern, withoutQuotations } from "../wording/phrases.ts";
import * as around from "./_idle_words.ts";

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

type Kind = "lack" | "word" | "activity" | "other";

function kindOf(phrase: string): Kind {
  const text = phrase.trim();
  if (/^(?:no|nothing)\b/i.test(text)) return "lack";
  if (/^[\p{L}\p{N}_-]+$/u.test(text)) return "word";
  return /^\p{L}+ing\b/iu.test(text) ? "activity" : "other";
}

interface Place {
  readonly isOnly: boolean;
  readonly isLast: boolean;
}

function states(passage: string, match: RegExpExecArray, kind: Kind, place: Place): boolean {
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
  return around.FILLERS.test(before) && around.OBJECT_OF_WAITING.test(after) &&
    after.length <= MOST_OBJECT_CHARACTERS && !around.TELLS_OF_WORK.test(after);
}

function isTakenAway(before: string, after: string): boolean {
  const part = before.split(/[,–—]\s|\s(?:and|so|because|since|but)\s/).at(-1)!;
  const clause = part.split(":").at(-1)!;
  return around.DENIED_BY.test(clause) || around.NAMED_BY.test(clause) ||
    around.CONDITIONED_BY.test(before) || around.TOLD_BY.test(part) ||
    around.NARROWED_BY.test(after) || around.TAKEN_BACK_BY.test(after);
}

function meansTheWhole(before: string): boolean {
  if (NAMES_A_PART.test(before) || around.PART_COMES_FIRST.test(before)) return false;
  const label = /^([^:]*):\s*$/.exec(before)?.[1];
  if (label !== undefined) return around.LABEL_OF_ALL.test(label);
  if (around.WHOLE_IS_MEANT.test(before)) return true;
  const clause = before.split(/\s(?:and|but)\s/i).at(-1)!;
  return around.SUBJECT_LEFT_OUT.test(clause);
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
