/**
 * Instants: the one place that prints and parses them. Fit for hooks, except the local times, which
 * load the zones of `Temporal`: 2 ms the first time.
 *
 * @module
 */

/** Date, time and offset, as `Temporal.Instant` would read them too. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * Prints an instant as the records have it: UTC in ISO 8601 with whole seconds and `Z`.
 *
 * @param seconds Unix seconds; fractions are cut off.
 *
 * @example An instant of a record
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(toInstant(1_767_312_000.9), "2026-01-02T00:00:00Z");
 * ```
 */
export function toInstant(seconds: number): string {
  return renderInstant(Math.floor(seconds) * 1000);
}

/**
 * Prints an instant with whole seconds, as {@linkcode toInstant} does.
 *
 * @param ms Unix milliseconds; fractions of a second are cut off.
 */
export function renderInstant(ms: number): string {
  return renderExactInstant(ms).replace(/\.\d+Z$/, "Z");
}

/**
 * Prints an instant with its milliseconds, where events may fall into one second:
 * `2026-01-02T00:00:00.250Z`.
 *
 * @param ms Unix milliseconds.
 */
export function renderExactInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * Prints an instant for the name of a file: digits, `T` and `Z` only.
 *
 * @param ms Unix milliseconds; fractions of a second are cut off.
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
 * @param value Anything.
 * @returns Unix milliseconds; null for everything that is not an instant.
 *
 * @example Another offset, the same instant
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseInstant("2026-01-02T09:00:00+09:00"), parseInstant("2026-01-02"));
 * ```
 */
export function parseInstant(value: unknown): number | null {
  const parts = typeof value === "string" ? INSTANT.exec(value.trim()) : null;
  if (parts === null) return null;
  const [, date = "", time = "00:00", offset = "Z"] = parts;
  const ms = Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * Reads an instant of a record, which its shape has checked.
 *
 * @param instant An instant as {@linkcode toInstant} prints it.
 * @returns Unix seconds; NaN for a text that is not an instant.
 */
export function toSeconds(instant: string): number {
  return Date.parse(instant) / 1000;
}

/**
 * Shows an instant as the machine's own time of day, with the date where it is another day.
 *
 * @param instant An instant in ISO 8601.
 * @param now What today is.
 */
export function showLocalTime(
  instant: string,
  now: Temporal.Instant = Temporal.Now.instant(),
): string {
  const zone = Temporal.Now.timeZoneId();
  const then = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  const time = then.toPlainTime().toString({ smallestUnit: "minute" });
  const isToday = then.toPlainDate().equals(now.toZonedDateTimeISO(zone).toPlainDate());
  return isToday ? time : `${then.toPlainDate()} ${time}`;
}

/**
 * Shows the machine's own time of day with seconds: `09:05:00`.
 *
 * @param now The instant.
 */
export function showLocalClock(now: Temporal.Instant): string {
  return now.toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainTime()
    .toString({ smallestUnit: "second" });
}

/**
 * Shows an instant as the machine's own date and time of day: `2026-01-05` and `18:00:00`.
 *
 * @param instant An instant in ISO 8601.
 */
export function showLocalDate(instant: string): { readonly date: string; readonly time: string } {
  const then = Temporal.Instant.from(instant).toZonedDateTimeISO(Temporal.Now.timeZoneId());
  const time = then.toPlainTime().toString({ smallestUnit: "second" });
  return { date: then.toPlainDate().toString(), time };
}
