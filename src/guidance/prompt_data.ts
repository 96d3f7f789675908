/**
 * Guidance as the prompt's template gets it: bounded, one line an item. Pure.
 *
 * @module
 */
import type { MergedGuidance } from "./merge.ts";
import { showText } from "../text/show_text.ts";

/** What a template renders. */
export interface GuidancePromptData {
  readonly encouraged: readonly string[];
  readonly forbidden: readonly string[];
  /** How many items apply but did not fit. */
  readonly leftOut: number;
}

/** Bounded guidance, and which texts it carries. */
export interface BoundGuidance {
  readonly data: GuidancePromptData;
  /** The user's texts that are in it, as they were written. */
  readonly carried: {
    readonly encouraged: readonly string[];
    readonly forbidden: readonly string[];
  };
}

/** A prompt has room for 10,000 characters, and most of it is for the work. */
const LIST_CHARACTERS = 1_200;
const SCANNER_CHARACTERS = 800;
const ITEM_CHARACTERS = 400;

/**
 * Makes guidance fit. Where a list is too long, what was given last stays, since that is what the
 * user wants now; of the scanner's lines the most severe stay.
 *
 * @param merged What applies now.
 * @returns The data for the template, and what of the user's it carries.
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

function fitFirst(texts: readonly string[], room: number): string[] {
  let left = room;
  const end = texts.findIndex((text) => (left -= show(text).length) < 0);
  return texts.slice(0, end < 0 ? texts.length : Math.max(end, 1));
}

function fitLast(texts: readonly string[], room: number): string[] {
  return fitFirst([...texts].reverse(), room).reverse();
}

function show(text: string): string {
  return showText(text, ITEM_CHARACTERS);
}
