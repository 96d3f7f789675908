/**
 * Prints and parses durations and ages; no other code does. The program counts in milliseconds; people and
 * files use seconds. Pure: never reads the clock.
 */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: MINUTE, h: HOUR, d: DAY };

/**
 * Reads a duration: a number of seconds (`90`), or numbers with a unit (`90s`, `1.5h`, `1h30m`).
 *
 * @returns Seconds, or null if the text is not a duration.
 *
 * @example Two units
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseDuration("1h30m"), 5400);
 * ```
 */
export function parseDuration(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  if (!/^(\d+(\.\d+)?[smhd])+$/.test(text)) return null;
  const parts = text.matchAll(/([\d.]+)([smhd])/g);
  return [...parts].reduce(
    (sum, [, amount, unit = ""]) => sum + Number(amount) * (SECONDS[unit] ?? 0),
    0,
  );
}

/**
 * Prints a duration as a person would type it: `90s`, `30m`, `6h`.
 *
 * @example Read again
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals([60, 90, 1800, 21600].map(printDuration), ["60s", "90s", "30m", "6h"]);
 * ```
 */
export function printDuration(seconds: number): string {
  if (seconds > 0 && seconds % HOUR === 0) return `${seconds / HOUR}h`;
  return seconds > MINUTE && seconds % MINUTE === 0 ? `${seconds / MINUTE}m` : `${seconds}s`;
}

/**
 * Shows a duration: `26 s`, `12 min`, `1 h 12 min`, `2 d 3 h`. At most two units; the rest is cut
 * off, so that 59.9 minutes are not shown as an hour.
 *
 * @example Never rounded up
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(showDuration(4_379_900), "1 h 12 min");
 * ```
 */
export function showDuration(ms: number): string {
  const rounded = Math.max(0, Math.floor(Math.round(ms) / SECOND_MS));
  if (rounded < MINUTE) return `${rounded} s`;
  if (rounded < HOUR) return `${Math.floor(rounded / MINUTE)} min`;
  const [large, small, largeUnit, smallUnit] = rounded < DAY
    ? [HOUR, MINUTE, "h", "min"] as const
    : [DAY, HOUR, "d", "h"] as const;
  const rest = Math.floor((rounded % large) / small);
  return `${Math.floor(rounded / large)} ${largeUnit}${rest === 0 ? "" : ` ${rest} ${smallUnit}`}`;
}

/** Checks whether the wall-clock time is so much longer than the active time that both are worth showing. */
export function isClockLonger(clockMs: number, activeMs: number): boolean {
  return clockMs - activeMs >= Math.max(MINUTE_MS, activeMs / 10);
}

/**
 * Shows a running clock or a short measurement, with seconds up to an hour: `6.2 s`, `45 s`,
 * `3 min 05 s`, `2 h 07 min`.
 */
export function showElapsed(ms: number): string {
  const positiveMs = Math.max(0, Math.round(ms));
  if (positiveMs < 10 * SECOND_MS) return `${Math.floor(positiveMs / 100) / 10} s`;
  // Cut off as in `showDuration`, so that two views of one time agree.
  const rounded = Math.floor(positiveMs / SECOND_MS);
  if (rounded < MINUTE) return `${rounded} s`;
  const two = (value: number) => String(value).padStart(2, "0");
  return rounded < HOUR
    ? `${Math.floor(rounded / MINUTE)} min ${two(rounded % MINUTE)} s`
    : `${Math.floor(rounded / HOUR)} h ${two(Math.floor(rounded / MINUTE) % 60)} min`;
}

/**
 * Shows how long ago something was, in its largest unit: `4 s ago`, `12 min ago`, `5 h ago`.
 *
 * @param ms Milliseconds since then; less than a second is `just now`.
 */
export function showAge(ms: number): string {
  const seconds = ms / SECOND_MS;
  if (seconds < 1) return "just now";
  if (seconds < MINUTE) return `${Math.floor(seconds)} s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  // From two days on, days read better than hours.
  return seconds < 2 * DAY
    ? `${Math.floor(seconds / HOUR)} h ago`
    : `${Math.floor(seconds / DAY)} d ago`;
}
