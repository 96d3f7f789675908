/**
 * The states that signs and words mean: in a column of states, in a heading, or between the brackets of a
 * box.
 */
import type { TaskState } from "./document.ts";

/** An empty box as one character. */
export const EMPTY_BOX = /[⬜☐□▢◻◽🔲]/u;

const DONE_SIGN = /[✅☑✓✔🎉]|\[x\]/iu;
const SKIPPED_SIGN = /[🚫⏭]/u;
const OPEN_SIGN = /[⏳⌛🚧🔄🔜🟡🔴⚪📋❌✗✘✕✖]|\[ \]/u;
const DONE_WORD =
  /^(?:done|complete[d]?|finished|implemented|shipped|merged|fixed|closed|resolved|passed|yes|live|deployed|released|100\s*%)$/i;
const SKIPPED_WORD =
  /^(?:skip(?:ped)?|cancel?led|dropped|deferred|won['’]t(?: do| fix)?|n\/a|superseded)$/i;
const OPEN_WORD =
  /^(?:todo|to do|open|pending|planned|not (?:yet )?(?:started|done|implemented)|next|queued|blocked|in[ -]progress|wip|doing|started|partial(?:ly)?|ongoing|under ?way|in review|on hold|waiting|failed|failing|unfinished|incomplete|missing|no|\d{1,2}\s*%)$/i;

/** Reads the signs of a text. An open one takes precedence over all others. */
export function readStateSign(text: string): TaskState | null {
  if (EMPTY_BOX.test(text) || OPEN_SIGN.test(text)) return "open";
  if (SKIPPED_SIGN.test(text)) return "skipped";
  return DONE_SIGN.test(text) ? "done" : null;
}

/**
 * Reads a text that names a state, by its signs, or else by its first words.
 *
 * @returns Null if it names none.
 */
export function readState(text: string): TaskState | null {
  const sign = readStateSign(text);
  if (sign !== null) return sign;
  const words = text.replace(/[*_`~]/g, "").split(/[(,;:–—/]|\s-\s/, 1)[0]!
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, "");
  if (DONE_WORD.test(words)) return "done";
  if (SKIPPED_WORD.test(words)) return "skipped";
  return OPEN_WORD.test(words) ? "open" : null;
}
