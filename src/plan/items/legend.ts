/** The explanations of boxes in a page: "`[-]` in progress", "tasks marked with `*` are optional". */
import type { TaskState } from "./document.ts";
import { readState } from "./state.ts";

/** The text up to the end of an explanation, which is the next box or clause. */
const CLAUSE = /[^[\n,;|·•]*/;
const JOINS = /^[`*_"')\s]*(?:[=:–—→|-]+>?|means|is|for|when|if)?[\s`*_"'(]*/i;
const SUBJECT = /^(?:(?:the )?(?:task|item|step)s? )?(?:is |are )?/i;
/** "when you start", "while you work on it". */
const BEGINS =
  /^(?:(?:as|once|while|before) )?(?:you |it )?(?:(?:is|are) )?(?:begin|start|work|being)/i;
/** Words before a box that explain it: "in progress: `[-]`". */
const BEFORE =
  /\b(in[- ]progress|wip|under ?way|started|ongoing|skipped|cancel?led|dropped)\b[^\n;.]{0,20}$/i;

/**
 * Finds the meaning of a sign in a page.
 *
 * @param isItem Checks whether a line, by its number from 1, is an item. An item explains a sign only if it
 * has no other words.
 * @returns Null if the page does not explain it.
 */
export function findMeaning(
  sign: string,
  lines: readonly string[],
  isItem: (line: number) => boolean,
): TaskState | null {
  const box = `[${sign}]`;
  const isLetter = /[\p{L}\p{N}]/u.test(sign);
  for (const [index, line] of lines.entries()) {
    const at = line.indexOf(box);
    if (at === -1) continue;
    const behind = line.slice(at + box.length);
    const join = JOINS.exec(behind)![0];
    // "[N] No, start over" is a choice; "[r] = in review" explains a letter.
    if (isLetter && !/[=:–—→|`]/.test(join)) continue;
    const words = CLAUSE.exec(behind.slice(join.length))![0].replace(SUBJECT, "").trim();
    const isTask = isItem(index + 1);
    const meaning = readState(words) ?? (isTask ? null : readBeginning(words));
    if (meaning !== null) return meaning;
    const before = isTask ? null : BEFORE.exec(line.slice(0, at));
    if (before !== null) return readState(before[1]!);
  }
  return null;
}

/** Any box, including one between backticks. */
const ANY_BOX = /\[([^[\]\n]{1,4})\](?![(\[])/g;

/**
 * Checks whether a page explains a sign, in any language: in a line with several boxes that is not an item,
 * or in a table's cell that contains only the box.
 */
export function isExplained(
  sign: string,
  lines: readonly string[],
  isItem: (line: number) => boolean,
): boolean {
  const box = `[${sign}]`;
  return lines.some((line, index) => {
    if (!line.includes(box) || isItem(index + 1)) return false;
    const signs = new Set([...line.matchAll(ANY_BOX)].map(([, each]) => each));
    const isCell = line.split("|").slice(1, -1).some((cell) => cell.replace(/[\s`]/g, "") === box);
    return isCell || signs.size > 1 && /\p{L}/u.test(line.slice(line.indexOf(box) + box.length));
  });
}

/** Reads the state that the first one or two words name. "done but not verified" is not done. */
function readBeginning(words: string): TaskState | null {
  if (BEGINS.test(words)) return "open";
  const [first = "", second = ""] = words.split(/\s+/, 2);
  const state = readState(`${first} ${second}`) ?? readState(first);
  return state === "done" ? null : state;
}

const STARS_ARE_OPTIONAL =
  /\b(?:marked|suffix\w*|postfix\w*|asterisks?|stars?)\b[^\n]{0,40}\*[^\n]{0,40}\boptional\b|\boptional\b[^\n]{0,40}\b(?:marked|suffix\w*|postfix\w*|with)\b[^\n]{0,20}\*/i;

/** Checks whether a page says that items with a star after their box are optional. */
export function areStarsOptional(lines: readonly string[]): boolean {
  return lines.some((line) => line.includes("*") && STARS_ARE_OPTIONAL.test(line));
}
