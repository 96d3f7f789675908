/** Merges the user's guidance for this loop and the scanner's findings, for each continuation. Pure. */
import { showText } from "../text/show_text.ts";
import { type GuidanceLoop, judgeFreshness, type Staleness } from "./freshness.ts";
import {
  type Guidance,
  type GuidanceItem,
  type GuidanceList,
  itemKey,
  type ListedText,
} from "./item.ts";

interface MergeInput {
  readonly config: Pick<Guidance, GuidanceList>;
  readonly loop: GuidanceLoop | null;
  readonly nowMs: number;
  /** Lines that the scanner's findings add to the forbidden list, the most severe first. */
  readonly constraints: readonly string[];
}

interface DroppedItem extends ListedText {
  readonly why: Staleness | "duplicate" | "encouraged-wins";
}

/** The guidance that applies now: the user's in the order of entry. */
type MergedGuidance = ReturnType<typeof mergeGuidance>;

/**
 * Merges the user's guidance and the findings. For the same text, encouraged beats forbidden, the user
 * beats the scanner, and the first of two items stays. Items that no longer apply are dropped and named.
 *
 * @returns The guidance that applies now, each text as it was written.
 *
 * @example Encouraged beats forbidden
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { guidanceOf } from "./document.ts";
 * const config = guidanceOf({
 *   guidance: { encouraged: ["Tests"], forbidden: ["tests", "docs"], timestamp: "2026-01-02T03:00:00Z" },
 * });
 * const nowMs = Date.parse("2026-01-02T04:00:00Z");
 * const { encouraged, forbidden } = mergeGuidance({ config, loop: null, nowMs, constraints: [] });
 * assertEquals({ encouraged, forbidden }, { encouraged: ["Tests"], forbidden: ["docs"] });
 * ```
 */
export function mergeGuidance({ config, loop, nowMs, constraints }: MergeInput) {
  const dropped: DroppedItem[] = [];
  const seen = new Map<string, GuidanceList | "scanner">();
  const take = (list: GuidanceList, items: readonly GuidanceItem[]): string[] => {
    const taken: string[] = [];
    for (const item of items) {
      const key = itemKey(item.text);
      const seenIn = seen.get(key);
      const why = judgeFreshness(item, loop, nowMs) ??
        (seenIn === undefined ? null : seenIn === list ? "duplicate" : "encouraged-wins");
      if (why !== null) {
        dropped.push({ list, text: item.text, why });
        continue;
      }
      seen.set(key, list);
      taken.push(item.text);
    }
    return taken;
  };
  const encouraged = take("encouraged", config.encouraged);
  const forbidden = take("forbidden", config.forbidden);
  const lines = constraints.filter((line) => !seen.has(itemKey(line)));
  return { encouraged, forbidden, constraints: lines, dropped };
}

/** The guidance in a template's data. */
export interface GuidancePromptData {
  readonly encouraged: readonly string[];
  readonly forbidden: readonly string[];
  /** Number of items that apply but did not fit. */
  readonly leftOut: number;
}

/** Limits in characters: a prompt has 10,000, most of them for the work. */
const LIST_CHARACTERS = 1_200;
const SCANNER_CHARACTERS = 800;
const ITEM_CHARACTERS = 400;

/**
 * Makes guidance fit the prompt. If a list is too long, its last items stay, since they are what the
 * user wants now; of the scanner's lines, the most severe stay.
 */
export function boundGuidance(merged: Omit<MergedGuidance, "dropped">) {
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
