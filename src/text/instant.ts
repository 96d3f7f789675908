/** Prints and parses instants; no other code does. */

/** Matches date, time and offset as `Temporal.Instant` reads them. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * Prints an instant as in the records: UTC in ISO 8601 with whole seconds and `Z`.
 *
 * @param ms Epoch milliseconds; fractions of a second are cut off.
 *
 * @example An instant of a record
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(renderInstant(1_767_312_000_900), "2026-01-02T00:00:00Z");
 * ```
 */
export function renderInstant(ms: number): string {
  return renderExactInstant(ms).replace(/\.\d+Z$/, "Z");
}

/**
 * Prints an instant with milliseconds, for events that may occur in the same second:
 * `2026-01-02T00:00:00.250Z`.
 */
export function renderExactInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * Prints an instant for the name of a file: digits, `T` and `Z` only.
 *
 * @param ms Epoch milliseconds; fractions of a second are cut off.
 *
 * @example A name that sorts by time
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(renderStamp(1_767_312_000_900), "20260102T000000Z");
 * ```
 */
export function renderStamp(ms: number): string {
  return renderInstant(ms).replaceAll(/[-:]/g, "");
}

/**
 * Reads an instant that a person or another program wrote. One without an offset is UTC, so that a
 * file means the same on every machine.
 *
 * @returns Epoch milliseconds; null if the value is not an instant.
 */
export function parseInstant(value: unknown): number | null {
  const parts = typeof value === "string" ? INSTANT.exec(value.trim()) : null;
  if (parts === null) return null;
  const [, date = "", time = "00:00", offset = "Z"] = parts;
  const ms = Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * Shows an instant as the machine's own time of day, with the date if it is another day.
 */
export function showLocalTime(ms: number, nowMs: number): string {
  const { date, time } = showLocalDate(ms);
  const shown = time.slice(0, 5);
  return date === showLocalDate(nowMs).date ? shown : `${date} ${shown}`;
}

/**
 * Shows an instant as the machine's own date and time of day; `Temporal` would load its zones first
 * (docs/start-up.md).
 *
 * @returns `2026-01-02` and `09:05:00`.
 */
export function showLocalDate(ms: number): { readonly date: string; readonly time: string } {
  const at = new Date(ms);
  const two = (value: number) => String(value).padStart(2, "0");
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":"),
  };
}
