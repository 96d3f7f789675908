/** Judges which guidance applies: items that were given for or during this loop. Pure. */
import { DAY_MS } from "../text/time.ts";
import type { GuidanceItem } from "./item.ts";

/** Period in which guidance without a loop applies. */
const FRESH_MS = DAY_MS;

/** Why an item no longer applies. */
export type Staleness = keyof typeof MEANINGS;

/** The loop that guidance is for. */
export interface GuidanceLoop {
  readonly id: string;
  readonly startedAt: number;
}

/**
 * Judges whether an item applies.
 *
 * An item that names a loop applies to that loop only, whatever the clocks say. Any other item applies
 * if it was given at most 24 hours before the loop's start, or, without a loop, before now. A time more
 * than 24 hours in the future comes from a wrong clock: such an item would apply for ever.
 *
 * @param loop The active loop; null without a loop.
 * @returns Why it no longer applies; null while it does.
 *
 * @example Another loop's item, and one of today
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const loop = { id: "b", startedAt: Date.UTC(2026, 0, 2) };
 * const nowMs = Date.UTC(2026, 0, 2, 1);
 * const item = { givenAtMs: nowMs, loop: "a", expiresAtMs: null };
 * assertEquals(judgeFreshness(item, loop, nowMs), "other-loop");
 * assertEquals(judgeFreshness({ ...item, loop: null }, loop, nowMs), null);
 * ```
 */
export function judgeFreshness(
  item: Pick<GuidanceItem, "givenAtMs" | "loop" | "expiresAtMs">,
  loop: GuidanceLoop | null,
  nowMs: number,
): Staleness | null {
  if (item.expiresAtMs !== null && nowMs >= item.expiresAtMs) return "expired";
  if (item.loop !== null) {
    return loop === null ? "ended-loop" : item.loop === loop.id ? null : "other-loop";
  }
  if (item.givenAtMs === null) return "no-time";
  const startedMs = loop === null ? nowMs : loop.startedAt;
  const isTooOld = startedMs - item.givenAtMs > FRESH_MS || item.givenAtMs - nowMs > FRESH_MS;
  return isTooOld ? "too-old" : null;
}

const MEANINGS = {
  "expired": "its time has run out",
  "other-loop": "it was given for an earlier loop",
  "ended-loop": "it was given during a loop and ended with it",
  "too-old": "it was given more than 24 hours before",
  "no-time": "nothing says when it was given",
} as const;

/**
 * Describes why an item no longer applies.
 *
 * @returns The end of a sentence that begins with the item.
 */
export function describeStaleness(why: Staleness): string {
  return MEANINGS[why];
}

/** Describes, after an item, why it does not apply. An item that ended with its loop was not left out. */
export function remarkStaleness(why: Staleness): string {
  return why === "ended-loop" ? "given during a loop; ended with it" : `left out: ${MEANINGS[why]}`;
}
