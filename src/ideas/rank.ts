/** Ranks opportunities, and leaves out those that the user does not want. Pure. */
import type { Knowledge } from "./knowledge/knowledge.ts";
import { type CheckName, CHECKS, compareByScore, type Opportunity } from "./opportunity.ts";

/** The guidance that applies now. */
export interface Steering {
  readonly encouraged: readonly string[];
  readonly forbidden: readonly string[];
}

/** The opportunities to rank, and the criteria. */
export interface RankRequest {
  readonly opportunities: readonly Opportunity[];
  readonly guidance: Steering;
  readonly knowledge: Knowledge;
  /** True to leave out busywork, as when the adapter has converged; otherwise it comes last. */
  readonly isBusyworkOut: boolean;
}

/** Factor for each further opportunity of the same check, so that the list is varied. */
const NEXT_WEIGHT = 0.8;
/** Factor for an opportunity that was shown before, and is still there. */
const SHOWN_WEIGHT = 0.25;
/** Minimum length in characters: shorter guidance would match every text. */
const MIN_CHARACTERS = 3;

/**
 * Ranks opportunities.
 *
 * @returns Encouraged opportunities first, then ordinary ones, then busywork, each by score; and how many
 * were left out because of guidance or as busywork.
 */
export function rankOpportunities(request: RankRequest) {
  const { opportunities, guidance, knowledge, isBusyworkOut } = request;
  const shown = new Set(knowledge.tried.filter(({ isDone }) => !isDone).map(({ id }) => id));
  const leftOut = { forbidden: 0, busywork: 0 };
  const none: Opportunity[] = [];
  const classes = { encouraged: [...none], ordinary: [...none], busywork: [...none] };
  for (const opportunity of opportunities) {
    const score = opportunity.score * (shown.has(opportunity.id) ? SHOWN_WEIGHT : 1);
    const isNamedIn = (texts: readonly string[]) =>
      texts.some((text) => isAbout(text, opportunity));
    const isBusywork = CHECKS[opportunity.check].busywork !== null;
    if (isNamedIn(guidance.encouraged)) classes.encouraged.push({ ...opportunity, score });
    else if (isNamedIn(guidance.forbidden)) leftOut.forbidden++;
    else if (isBusywork && isBusyworkOut) leftOut.busywork++;
    else classes[isBusywork ? "busywork" : "ordinary"].push({ ...opportunity, score });
  }
  return { ranked: Object.values(classes).flatMap(spread), leftOut };
}

function spread(opportunities: readonly Opportunity[]): Opportunity[] {
  const counts = new Map<CheckName, number>();
  return [...opportunities].sort(compareByScore).map((opportunity) => {
    const earlier = counts.get(opportunity.check) ?? 0;
    counts.set(opportunity.check, earlier + 1);
    return { ...opportunity, score: opportunity.score * NEXT_WEIGHT ** earlier };
  }).sort(compareByScore);
}

/**
 * Checks whether an item of the guidance is about an opportunity: the opportunity's text contains it, or
 * it names the check, the file or a folder above the file.
 *
 * @param text An item of the guidance; case is ignored.
 *
 * @example A folder above the file
 * ```ts
 * import { assert } from "@std/assert";
 * import { makeOpportunity } from "./opportunity.ts";
 *
 * const opportunity = makeOpportunity("broken-link", { key: "", text: "x", file: "docs/old/a.md" });
 * assert(isAbout("leave docs/old alone", opportunity));
 * ```
 */
export function isAbout(text: string, opportunity: Opportunity): boolean {
  const phrase = text.trim().toLowerCase();
  if (phrase.length < MIN_CHARACTERS) return false;
  const { check, file } = opportunity;
  if (check === phrase || opportunity.text.toLowerCase().includes(phrase)) return true;
  const names = [check, check.replaceAll("-", " "), ...CHECKS[check].words];
  if (names.some((name) => hasWords(phrase, name))) return true;
  return file !== null && pathsIn(phrase).some((path) => isAtOrAbove(path, file.toLowerCase()));
}

/** Checks whether a text contains the words as whole words: "adr" is not in "hadrian". */
function hasWords(phrase: string, words: string): boolean {
  const at = phrase.indexOf(words);
  if (at < 0) return false;
  const around = (phrase[at - 1] ?? " ") + (phrase[at + words.length] ?? " ");
  return !/[\p{L}\p{N}]/u.test(around) || hasWords(phrase.slice(at + 1), words);
}

/** Finds words that look like paths: with a slash inside or at the end, or with an extension. */
function pathsIn(phrase: string): string[] {
  return phrase.split(/[\s"'`,;()]+/)
    .map((word) => word.replace(/[.:!?]+$/, "").replace(/^\.\//, ""))
    .filter((word) => /\/|\.\w+$/.test(word))
    .map((word) => word.replace(/\/+\**$/, ""));
}

function isAtOrAbove(path: string, file: string): boolean {
  return path !== "" && (file === path || file.startsWith(`${path}/`));
}
