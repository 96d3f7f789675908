/**
 * Whether a word of the user is about an opportunity. Pure.
 *
 * @module
 */
import { CHECKS, type Opportunity } from "./opportunity.ts";

/** The user's words that hold now. */
export interface Steering {
  readonly encouraged: readonly string[];
  readonly forbidden: readonly string[];
}

/** Shorter ones are in everything. */
const LEAST_CHARACTERS = 3;

/**
 * Whether a text of the guidance is about an opportunity: it stands in the opportunity's own words
 * (the predecessor's rule), or it names the check, or the file or a folder above it.
 *
 * @param text one item of the guidance
 * @param opportunity what was found
 * @returns upper and lower case are the same
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { makeOpportunity } from "./opportunity.ts";
 *
 * const found = makeOpportunity("broken-link", { key: "", text: "x", file: "docs/old/a.md" });
 * assert(isAbout("leave docs/old alone", found));
 * ```
 */
export function isAbout(text: string, opportunity: Opportunity): boolean {
  const phrase = text.trim().toLowerCase();
  if (phrase.length < LEAST_CHARACTERS) return false;
  const { check, file } = opportunity;
  if (check === phrase || opportunity.text.toLowerCase().includes(phrase)) return true;
  const names = [check, check.replaceAll("-", " "), ...CHECKS[check].words];
  if (names.some((name) => hasWords(phrase, name))) return true;
  return file !== null && pathsIn(phrase).some((path) => isAtOrAbove(path, file.toLowerCase()));
}

/** Whole words only: "adr" is not in "hadrian". */
function hasWords(phrase: string, words: string): boolean {
  const at = phrase.indexOf(words);
  if (at < 0) return false;
  const around = (phrase[at - 1] ?? " ") + (phrase[at + words.length] ?? " ");
  return !/[\p{L}\p{N}]/u.test(around) || hasWords(phrase.slice(at + 1), words);
}

/** Words that look like paths: with a slash inside or at the end, or with an extension. */
function pathsIn(phrase: string): string[] {
  return phrase.split(/[\s"'`,;()]+/)
    .map((word) => word.replace(/[.:!?]+$/, "").replace(/^\.\//, ""))
    .filter((word) => /\/|\.\w+$/.test(word))
    .map((word) => word.replace(/\/+\**$/, ""));
}

function isAtOrAbove(path: string, file: string): boolean {
  return path !== "" && (file === path || file.startsWith(`${path}/`));
}
