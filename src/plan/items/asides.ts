/**
 * Parts of a page that completion does not wait for: sections for later, and lists that explain the boxes
 * of a plan. A backlog does not count as such, since plans for loops keep their whole work in it.
 */

import type { Block } from "../markdown/block.ts";
import type { BoxKind } from "./document.ts";

/** In characters. Longer headings are not matched. */
const MAX_HEADING_LENGTH = 200;
/** A cheap filter: most headings contain none of these. */
const HINT =
  /optional|scope|nice|later|stretch|someday|wish|defer|non.goal|future|icebox|parking|descoped|post.mvp|won.t|time|planned/i;
const LATER =
  "optional|out[ -]of[ -]scope|nice[ -]to[ -]haves?|later|stretch goals?|not in scope|someday|wish ?list|non[ -]goals?|icebox|parking lot|post[ -]mvp|won['’]t(?: do| fix)?|if time (?:permits|allows)|not planned|deferred(?: to \\S+)?|descoped|(?:possible |potential )?future(?: (?:work|ideas?|improvements?|enhancements?|plans?|tasks?|extensions?|steps?|items?|phases?|considerations?|versions?|releases?|directions?))?";
/**
 * Alone, or followed only by text that does not change its meaning: "Later (after 1.0)", "Optional:
 * caching".
 */
const WHOLE = new RegExp(
  `^(?:(?:\\d+(?:\\.\\d+)*|[ivx]+|[a-z]|(?:phase|step|part|section) \\w+)[.):]?\\s*[-–—:]?\\s+)?(?:${LATER})(?:$|\\s*[:(\\[–—,/]|\\s+-\\s|\\s+(?:and|or|items?|tasks?|work|ideas?|steps?|extras?|improvements?|enhancements?|features?|goals?|follow-?ups?|for|if)\\b)`,
);
/** In brackets, or after a dash at the end: "Caching (optional)", "Phase 4 – future". */
const TAIL = new RegExp(
  `(?:[(\\[]\\s*(?:${LATER})\\b[^)\\]]*[)\\]]|\\s[-–—:]\\s*(?:${LATER}))\\s*:?$`,
);

/** Finds the priority that a heading names as a rung of a ladder: "LOW — Nice to have", "P2: Charts". */
function findRung(text: string): RegExpExecArray | null {
  if (!/critical|urgent|high|med|mid|low|priority|p\d/i.test(text)) return null;
  return /^[^\p{L}\p{N}([]*(?:(critical|urgent|highest|high|medium|mid|low|lowest)(?: priority)?|priority (\d|high|medium|low)|(p\d))(?![\p{L}\p{N}])(?!-)/iu
    .exec(text);
}

/** Words that leave out even the lowest rung of a ladder. */
const LEFT_OUT =
  /\b(?:optional|out[ -]of[ -]scope|not in scope|won['’]t|not planned|deferred|descoped|icebox|someday)\b/i;

/**
 * Finds the depths at which a page's headings are a ladder of priorities. All its rungs are work, even the
 * last.
 */
export function findLadders(blocks: readonly Block[]): Set<number> {
  const rungs = new Map<number, Set<string>>();
  for (const block of blocks) {
    if (block.kind !== "heading") continue;
    const rung = findRung(block.source.replaceAll("*", ""));
    if (rung === null) continue;
    const names = rungs.get(block.depth) ?? new Set();
    rungs.set(block.depth, names.add((rung[1] ?? rung[2] ?? rung[3])!.toLowerCase()));
  }
  return new Set([...rungs].filter(([, names]) => names.size > 1).map(([depth]) => depth));
}

/**
 * Checks whether a heading marks its section as optional or for later.
 *
 * @param isLadder True if headings of its depth name priorities.
 */
export function isOptionalHeading(text: string, isLadder = false): boolean {
  if (text.length > MAX_HEADING_LENGTH || !HINT.test(text)) return false;
  if (isLadder && findRung(text) !== null && !LEFT_OUT.test(text)) return false;
  const words = text.toLowerCase().replace(/^[^\p{L}\p{N}([]+/u, "").trim();
  if (/\bnot (?:optional|later|deferred)\b|\bno longer\b/.test(words)) return false;
  return WHOLE.test(words) || TAIL.test(words);
}

/** The last word above a legend (docs/start-up.md). */
const ANNOUNCES = ["legend", "notation", "symbol", "symbols", "key", "marker", "markers"];
/** These words also announce a legend, but only for a status. */
const OF_STATUS = /\bstatus(?:es)? (?:code|indicator|icon|value)s?\W*$/i;
/** Titles that only a legend has. Below them, an item with an unusual sign is not a task, whatever its text. */
const LEGEND = /\b(?:legend|notation|symbols?)\b\W*$/i;
/** Meanings of a box in a legend, alone or with an explanation. */
const STATE =
  /^\W*(?:(?:task|step|item)s? (?:is |are )?)?(?:not (?:yet )?started|to[- ]?do|pending|open|planned|queued|ready|in[- ]progress|wip|under ?way|started|partial(?:ly)?(?: \w+)?|done|completed?|finished|verified|blocked|blocker|skipped|deferred|cancel?led|not applicable|n\/a|deprecated|removed|needs review|failed)\s*(?:$|[^\w\s])/i;
/** In characters. Longer lines are tasks. */
const MAX_LEGEND_LENGTH = 60;

/**
 * Checks whether an item belongs to a legend, which explains the boxes.
 *
 * @param above The texts above the list: its heading, or the line that announces it.
 */
export function isLegendEntry(
  { text, kind }: { readonly text: string; readonly kind: BoxKind },
  above: readonly string[],
): boolean {
  // The title is checked first: STATE is a large expression, and most lists have another title.
  return text.length <= MAX_LEGEND_LENGTH && above.some(isLegendTitle) &&
    (STATE.test(text) || kind !== "known" && above.some((title) => LEGEND.test(title)));
}

/** Checks whether a text is the name of a state, alone or with an explanation. */
export function isStateName(text: string): boolean {
  return text.length <= MAX_LEGEND_LENGTH && STATE.test(text);
}

function isLegendTitle(text: string): boolean {
  if (text.length > 2 * MAX_LEGEND_LENGTH) return false;
  const plain = text.replaceAll("*", "").toLowerCase();
  const [last = ""] = /\w+(?=\W*$)/.exec(plain) ?? [];
  return ANNOUNCES.includes(last) || plain.includes("status") && OF_STATUS.test(plain);
}
