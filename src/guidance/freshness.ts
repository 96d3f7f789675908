/**
 * Which guidance holds: what was given for or during this loop. Pure.
 *
 * @module
 */
import type { GuidanceItem } from "./item.ts";

/** Guidance given without a loop holds this long. */
export const FRESH_MS = 24 * 3_600_000;

/** Why an item holds no longer. */
export type Staleness =
  /** Its own end has come. */
  | "expired"
  /** It was given for another loop. */
  | "other-loop"
  /** It was given more than 24 hours before. */
  | "too-old"
  /** Nothing says when it was given. */
  | "no-time";

/** The loop that guidance is for. */
export interface GuidanceLoop {
  readonly id: string;
  /** UTC time in ISO 8601. */
  readonly startedAt: string;
}

/**
 * Judges one item.
 *
 * An item that names a loop holds for that one only, whatever the clocks say. One that names none
 * was given without a loop, or by a program that knows nothing of loops: it holds where its time is
 * at most 24 hours before the loop's start, or, without a loop, before now. A time further than that
 * in the future comes from a wrong clock and would never end to hold.
 *
 * @param item the item
 * @param loop the loop that lives; null where none does
 * @param nowMs Unix milliseconds
 * @returns why it holds no longer; null while it does
 */
export function judgeFreshness(
  item: Pick<GuidanceItem, "givenAtMs" | "loop" | "expiresAtMs">,
  loop: GuidanceLoop | null,
  nowMs: number,
): Staleness | null {
  if (item.expiresAtMs !== null && nowMs >= item.expiresAtMs) return "expired";
  if (item.loop !== null) return item.loop === loop?.id ? null : "other-loop";
  if (item.givenAtMs === null) return "no-time";
  const startedMs = loop === null ? nowMs : Date.parse(loop.startedAt);
  const isTooOld = startedMs - item.givenAtMs > FRESH_MS || item.givenAtMs - nowMs > FRESH_MS;
  return isTooOld ? "too-old" : null;
}

/**
 * Why an item holds no longer, in words.
 *
 * @param why the reason
 * @returns the end of a sentence that begins with the item
 */
export function describeStaleness(why: Staleness): string {
  switch (why) {
    case "expired":
      return "its time has run out";
    case "other-loop":
      return "it was given for an earlier loop";
    case "too-old":
      return "it was given more than 24 hours before";
    case "no-time":
      return "nothing says when it was given";
  }
}
