/** Guidance as the prompt's template gets it: bounded, one line per item. Pure. */
import type { MergedGuidance } from "./merge.ts";
import { showText } from "../text/show_text.ts";

/** The guidance in a template's data. */
export interface GuidancePromptData {
  readonly encouraged: readonly string[];
  readonly forbidden: readonly string[];
  /** Number of items that apply but did not fit. */
  readonly leftOut: number;
}

/** Bounded guidance, and the user's texts in it. */
export interface BoundGuidance {
  readonly data: GuidancePromptData;
  /** The user's texts in the data, as they were written. */
  readonly carried: {
    readonly encouraged: readonly string[];
    readonly forbidden: readonly string[];
  };
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
  const split = merged.forbidden.length - merged.fromScanner;
  const encouraged = fitLast(merged.encouraged, LIST_CHARACTERS);
  const forbidden = fitLast(merged.forbidden.slice(0, split), LIST_CHARACTERS);
  const scanner = fitFirst(merged.forbidden.slice(split), SCANNER_CHARACTERS);
  const all = merged.encouraged.length + merged.forbidden.length;
  return {
    data: {
      encouraged: encouraged.map(show),
      forbidden: [...forbidden, ...scanner].map(show),
      leftOut: all - encouraged.length - forbidden.length - scanner.length,
    },
    carried: { encouraged, forbidden },
  };
}

function fitFirst(texts: readonly string[], maxCharacters: number): string[] {
  let left = maxCharacters;
  const end = texts.findIndex((text) => (left -= show(text).length) < 0);
  return texts.slice(0, end < 0 ? texts.length : Math.max(end, 1));
}

function fitLast(texts: readonly string[], maxCharacters: number): string[] {
  return fitFirst([...texts].reverse(), maxCharacters).reverse();
}

function show(text: string): string {
  return showText(text, ITEM_CHARACTERS);
}
