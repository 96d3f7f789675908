/**
 * Lists that explain what the boxes of a plan mean: they look like items, and nothing in them is to
 * be done.
 *
 * @module
 */

/** What is said above such a list. */
const ANNOUNCES =
  /\b(?:legend|notation|symbols?|key|markers?|status(?:es)? (?:codes?|indicators?|icons?|values?|key))\b\W*$/i;
/** What such a list says of a box, alone or with an explanation. */
const STATE =
  /^\W*(?:(?:task|step|item)s? (?:is |are )?)?(?:not (?:yet )?started|to[- ]?do|pending|open|planned|queued|ready|in[- ]progress|wip|under ?way|started|partial(?:ly)?(?: \w+)?|done|completed?|finished|verified|blocked|blocker|skipped|deferred|cancel?led|not applicable|n\/a|deprecated|removed|needs review|failed)\s*(?:$|[^\w\s])/i;
/** Longer lines say what is to be done: characters. */
const MAX_LENGTH = 60;

/**
 * Tells whether an item belongs to a legend.
 *
 * @param text The item's words.
 * @param above What the list stands under: its heading, or the line that announces it.
 */
export function isLegendEntry(text: string, above: readonly string[]): boolean {
  return text.length <= MAX_LENGTH && STATE.test(text) && above.some(isLegendTitle);
}

function isLegendTitle(text: string): boolean {
  return text.length <= 2 * MAX_LENGTH && ANNOUNCES.test(text.replaceAll("*", ""));
}
