/** Shows guidance to people and programs: every item, its times, and whether it applies. Pure. */
import { type GuidanceLoop, judgeFreshness, remarkStaleness } from "./freshness.ts";
import { type Guidance, GUIDANCE_LISTS } from "./item.ts";
import { showText } from "../text/show_text.ts";
import { renderInstant } from "../text/instant.ts";

/** Maximum characters of a text that a line shows. */
const SHOWN_CHARACTERS = 200;

/** An item with the field names of `--json`. */
export type ShownItem = ReturnType<typeof shownItems>[number];

/**
 * Lists all items with their times and whether each applies.
 *
 * @param loop The active loop; null without a loop.
 * @returns The encouraged items, then the forbidden items, in the order of entry.
 */
export function shownItems(
  guidance: Guidance,
  loop: GuidanceLoop | null,
  nowMs: number,
) {
  const show = (ms: number | null) => ms === null ? null : renderInstant(ms);
  return GUIDANCE_LISTS.flatMap((list) =>
    guidance[list].map((item, index) => ({
      list,
      /** Counted from 1, as `--remove` takes it. */
      index: index + 1,
      text: item.text,
      given_at: show(item.givenAtMs),
      expires_at: show(item.expiresAtMs),
      /** When a continuation first contained it. */
      delivered_at: show(item.deliveredAtMs),
      loop: item.loop,
      once: item.isOnce,
      /** Why it no longer applies; null while it does. */
      stale: judgeFreshness(item, loop, nowMs),
    }))
  );
}

/**
 * Renders an item in one line: its number, its text, and in brackets its state and times.
 *
 * @param showTime Renders an instant in ISO 8601 for a person; by default as it is.
 */
export function renderItem(
  item: ShownItem,
  showTime: (instant: string) => string = (instant) => instant,
): string {
  const remarks = [
    ...(item.stale === null ? [] : [remarkStaleness(item.stale)]),
    ...(item.once ? ["once"] : []),
    ...(item.expires_at === null ? [] : [`until ${showTime(item.expires_at)}`]),
    ...(item.delivered_at === null ? [] : [`first sent ${showTime(item.delivered_at)}`]),
  ];
  const text = showText(item.text, SHOWN_CHARACTERS);
  return `${item.index}. ${text}${remarks.length === 0 ? "" : ` (${remarks.join("; ")})`}`;
}
