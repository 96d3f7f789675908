/** The items that the user encourages and forbids, as the rest of the program sees them. */

/** The two lists of `guidance` in `ralph-config.json`. */
export const GUIDANCE_LISTS = ["encouraged", "forbidden"] as const;

/** The name of a list. */
export type GuidanceList = (typeof GUIDANCE_LISTS)[number];

/** Maximum number of texts in a list: a prompt takes far fewer, and every hook reads them all. */
export const MOST_ITEMS = 200;

/** An item; fields that the file does not contain are null or false. */
export interface GuidanceItem {
  /** The text as it was written. */
  readonly text: string;
  /** When it was given, epoch milliseconds; null if unknown. */
  readonly givenAtMs: number | null;
  /** The loop that it was given for or during. */
  readonly loop: string | null;
  /** When it no longer applies, epoch milliseconds. */
  readonly expiresAtMs: number | null;
  /** True if it is delivered with one continuation only. */
  readonly isOnce: boolean;
  /** When a continuation first contained it, epoch milliseconds. */
  readonly deliveredAtMs: number | null;
}

/** Both lists in the order of entry, and the problems of the file. */
export interface Guidance extends Readonly<Record<GuidanceList, readonly GuidanceItem[]>> {
  /** One sentence each. */
  readonly problems: readonly string[];
}

/**
 * Makes the key by which two items are the same, ignoring case and spacing.
 *
 * @returns The key; empty for a blank text.
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

/** Texts of both lists. */
export type UserTexts = Readonly<Record<GuidanceList, readonly string[]>>;

/** A text of one of the lists. */
export interface ListedText {
  readonly list: GuidanceList;
  readonly text: string;
}
