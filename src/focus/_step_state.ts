/**
 * What a sign or a word says of a step's state.
 *
 * @module
 */

/** The state of a step without a checkbox. */
export type StepState = "open" | "done" | "skipped";

const DONE_SIGN = /[✅☑✓✔🎉]|\[x\]/iu;
const SKIPPED_SIGN = /[🚫⏭]/u;
const OPEN_SIGN = /[⏳⌛🚧🔄🔜⬜☐🟡🔴⚪🔲📋❌]|\[ \]/u;
const DONE_WORD =
  /^(?:done|complete[d]?|finished|implemented|shipped|merged|fixed|closed|resolved|passed|yes|live|deployed|released|100\s*%)$/i;
const SKIPPED_WORD =
  /^(?:skipped|cancel?led|dropped|deferred|won['’]t(?: do| fix)?|n\/a|superseded)$/i;
const OPEN_WORD =
  /^(?:todo|to do|open|pending|planned|not (?:yet )?(?:started|done|implemented)|next|queued|blocked|in[ -]progress|wip|started|partial(?:ly)?|ongoing|under ?way|in review|missing|no|\d{1,2}\s*%)$/i;
/** Signs in a heading that decorate it as often as they say something. */
const DECORATES = /[📋🔴🟡⚪❌🔄🎉🔲]/gu;

/**
 * Reads a state.
 *
 * @param text A cell of a status column, or a heading.
 * @param place In a cell the first words count, in a heading only signs do.
 * @returns The state, or null where the text says none.
 */
export function readState(text: string, place: "cell" | "heading"): StepState | null {
  const shown = place === "heading" ? text.replace(DECORATES, " ") : text;
  if (OPEN_SIGN.test(shown)) return "open";
  if (SKIPPED_SIGN.test(shown)) return "skipped";
  if (DONE_SIGN.test(shown)) return "done";
  if (place === "heading") return null;
  const words = shown.replace(/[*_`~]/g, "").split(/[(,;:–—/]|\s-\s/, 1)[0]!
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, "");
  if (DONE_WORD.test(words)) return "done";
  if (SKIPPED_WORD.test(words)) return "skipped";
  return OPEN_WORD.test(words) ? "open" : null;
}
