/**
 * The guidance as people and programs see it: every item with its times and whether it holds. Pure.
 *
 * @module
 */
import {
  describeStaleness,
  type GuidanceLoop,
  judgeFreshness,
  type Staleness,
} from "./freshness.ts";
import { type Guidance, GUIDANCE_LISTS, type GuidanceItem, type GuidanceList } from "./item.ts";
import { showText } from "../text/show_text.ts";
import { renderInstant } from "../text/instant.ts";

/** One item, with the names of the fields in `--json`. */
export interface ShownItem {
  readonly list: GuidanceList;
  /** Counted from 1, as `--remove` takes it. */
  readonly index: number;
  readonly text: string;
  readonly given_at: string | null;
  readonly loop: string | null;
  readonly expires_at: string | null;
  readonly once: boolean;
  /** When a continuation first carried it. */
  readonly delivered_at: string | null;
  /** Why it holds no longer; null while it does. */
  readonly stale: Staleness | null;
}

/** Letters of an item that a line shows. */
const SHOWN_CHARACTERS = 200;

/**
 * All items.
 *
 * @param guidance the guidance
 * @param loop the loop that lives; null where none does
 * @param nowMs Unix milliseconds
 * @returns the encouraged ones, then the forbidden ones, each in the order of entry
 */
export function shownItems(
  guidance: Guidance,
  loop: GuidanceLoop | null,
  nowMs: number,
): ShownItem[] {
  return GUIDANCE_LISTS.flatMap((list) =>
    guidance[list].map((item, index) => ({
      list,
      index: index + 1,
      text: item.text,
      ...timesOf(item),
      loop: item.loop,
      once: item.isOnce,
      stale: judgeFreshness(item, loop, nowMs),
    }))
  );
}

/**
 * An item's line.
 *
 * @param item the item
 * @returns its number, its text in one line, and what there is to know about it
 */
export function renderItem(item: ShownItem): string {
  const remarks = [
    ...(item.stale === null ? [] : [`left out: ${describeStaleness(item.stale)}`]),
    ...(item.once ? ["once"] : []),
    ...(item.expires_at === null ? [] : [`until ${item.expires_at}`]),
    ...(item.delivered_at === null ? [] : [`first delivered ${item.delivered_at}`]),
  ];
  const text = showText(item.text, SHOWN_CHARACTERS);
  return `${item.index}. ${text}${remarks.length === 0 ? "" : ` (${remarks.join("; ")})`}`;
}

/**
 * The lines of `ralph status`.
 *
 * @param items all items, from {@linkcode shownItems}
 * @param problems what of the file could not be used
 * @returns a heading for each list that has items, and the items; nothing without guidance
 */
export function renderGuidance(
  items: readonly ShownItem[],
  problems: readonly string[],
): string[] {
  return [
    ...GUIDANCE_LISTS.flatMap((list) => {
      const own = items.filter((item) => item.list === list);
      const heading = `${list.toUpperCase()} (${own.length} ${
        own.length === 1 ? "item" : "items"
      }):`;
      return own.length === 0 ? [] : [heading, ...own.map((item) => `  ${renderItem(item)}`)];
    }),
    ...problems.map((problem) => `Warning: ${problem}`),
  ];
}

function timesOf(item: GuidanceItem): Pick<ShownItem, "given_at" | "expires_at" | "delivered_at"> {
  const show = (ms: number | null) => ms === null ? null : renderInstant(ms);
  return {
    given_at: show(item.givenAtMs),
    expires_at: show(item.expiresAtMs),
    delivered_at: show(item.deliveredAtMs),
  };
}
