/** Guidance as the prompt's template gets it: bounded, one line per item. Pure. */
import type { UserTexts } from "./item.ts";
import type { MergedGuidance } from "./merge.ts";
import { showText } from "../text/show_text.ts";

/** The guidance in a template's data. */
export interface GuidancePromptData {
  readonly encouraged: readonly string[];
  readonly forbidden: readonly string[];
  /** Number of items that apply but did not fit. */
  readonly leftOut: number;
}

interface BoundGuidance {
  readonly data: GuidancePromptData;
  /** The user's texts in the data, as they were written. */
  readonly carried: UserTexts;
}

/** Bounds in characters: a prompt takes 10,000, most of them for the work. */
const LIST_CHARACTERS = 1_200;
const SCANNER_CHARACTERS = 800;
const ITEM_CHARACTERS = 400;

/**
 * Makes guidance fit the prompt. Of a list that is too long the last items stay, since they are what
 * the user wants now; of the scanner's lines the most severe stay.
 */
export function boundGuidance(merged: Omit<MergedGuidance, "dropped">): BoundGuidance {
  const encouraged = fitLast(merged.encouraged);
  const forbidden = fitLast(merged.forbidden);
  const constraints = fitFirst(merged.constraints, SCANNER_CHARACTERS);
  const all = merged.encouraged.length + merged.forbidden.length + merged.constraints.length;
  return {
    data: {
      encouraged: encouraged.map(show),
      forbidden: [...forbidden, ...constraints].map(show),
      leftOut: all - encouraged.length - forbidden.length - constraints.length,
    },
    carried: { encouraged, forbidden },
  };
}

function fitFirst(texts: readonly string[], maxCharacters: number): string[] {
  let left = maxCharacters;
  const end = texts.findIndex((text) => (left -= show(text).length) < 0);
  return texts.slice(0, end < 0 ? texts.length : Math.max(end, 1));
}

function fitLast(texts: readonly string[]): string[] {
  return fitFirst(texts.toReversed(), LIST_CHARACTERS).reverse();
}

function show(text: string): string {
  return showText(text, ITEM_CHARACTERS);
}
