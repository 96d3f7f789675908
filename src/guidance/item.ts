/**
 * What the user said to encourage or to forbid, as the rest of the program sees it.
 *
 * @module
 */

/** The two lists of `guidance` in `ralph-config.json`. */
export const GUIDANCE_LISTS = ["encouraged", "forbidden"] as const;

/** One of the two lists. */
export type GuidanceList = (typeof GUIDANCE_LISTS)[number];

/** The most texts of one list; a prompt has room for far fewer, and every hook reads them all. */
export const MOST_ITEMS = 200;

/** One item; what the file does not say is null or false. */
export interface GuidanceItem {
  /** As it was written. */
  readonly text: string;
  /** When it was given, Unix milliseconds; null where nothing says so. */
  readonly givenAtMs: number | null;
  /** The loop that it was given for or during. */
  readonly loop: string | null;
  /** When it no longer applies, Unix milliseconds. */
  readonly expiresAtMs: number | null;
  /** Whether it is delivered with one continuation only. */
  readonly isOnce: boolean;
  /** When a continuation first carried it, Unix milliseconds. */
  readonly deliveredAtMs: number | null;
}

/** Both lists, in the order of entry, and what in the file could not be used. */
export interface Guidance extends Readonly<Record<GuidanceList, readonly GuidanceItem[]>> {
  /** One sentence each. */
  readonly problems: readonly string[];
}

/**
 * Makes the key by which two items are the same: neither case nor space counts.
 *
 * @param text An item's text.
 * @returns The key; empty for blank text.
 *
 * @example Case, spaces and line breaks do not count
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(itemKey(" Fix  the\nTests "), itemKey("fix the tests"));
 * ```
 */
export function itemKey(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** A text of one of the lists. */
export interface ListedText {
  readonly list: GuidanceList;
  readonly text: string;
}
