/**
 * Durations as people type them.
 *
 * @module
 */

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86400 };

/**
 * Reads a duration: a number of seconds (`90`), or numbers with a unit (`90s`, `1.5h`, `1h30m`).
 *
 * @param text What was typed.
 * @returns Seconds, or null where the text is no duration.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseDuration("1h30m"), 5400);
 * ```
 */
export function parseDuration(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  if (!/^(\d+(\.\d+)?[smhd])+$/.test(text)) return null;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)([smhd])/g)) {
    seconds += Number(amount) * (SECONDS[unit ?? ""] ?? 0);
  }
  return seconds;
}
