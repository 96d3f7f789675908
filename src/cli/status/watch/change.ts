/** Whether a status has changed, other than by the clock. Pure. */

/** What only time changes, in a document of `status --json`. */
const CLOCKS = new Set([
  "at",
  "runtime_hours",
  "wall_hours",
  "silent_hours",
  "to_max_hours",
  "silent_seconds",
]);
/** Durations and ages in sentences: `turn 7, for 2 min`, `asked for just now`. */
const DURATION = /(\d+(\.\d+)? (s|min|h|d)\b ?)+(ago)?|just now/g;

/**
 * Reduces a document to what does not change by itself, to compare it with another.
 *
 * @param document A document of `status --json`.
 *
 * @example Two moments of one stop
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const [early, late] = ["asked for just now; it ends", "asked for 1 h 3 min ago; it ends"];
 * assertEquals(withoutClocks({ what: early }), withoutClocks({ what: late }));
 * ```
 */
export function withoutClocks(document: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(document, (key, value) => {
    if (CLOCKS.has(key)) return undefined;
    const isSentence = key === "what" || key === "way_on";
    return isSentence && typeof value === "string" ? value.replaceAll(DURATION, "") : value;
  });
}
