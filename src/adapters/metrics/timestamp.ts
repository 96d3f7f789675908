/**
 * The time of a run, from its name or a field; without a time zone, in that of the machine.
 *
 * Times are compared as instants: without the zone, outside of UTC new runs would be missed, or old
 * runs counted.
 */

/** Lower numbers are seconds since 1970 (until the year 5138), others milliseconds (since 1973). */
const LEAST_MILLISECONDS = 1e11;
const RUN_NAME = /^run_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?!\d)/;

/**
 * Reads the time in a name such as `run_20260131_180000`, in the machine's zone.
 *
 * @returns Epoch milliseconds; null where the name contains no valid time.
 */
export function timeOfRun(name: string): number | null {
  const numbers = RUN_NAME.exec(name)?.slice(1).map(Number);
  return numbers === undefined ? null : toMilliseconds(numbers);
}

/**
 * Reads the time in a field: ISO 8601, or seconds or milliseconds since 1970.
 *
 * @param value The field's value; a time without a zone is in that of the machine.
 * @returns Epoch milliseconds; null where it is not a time.
 */
export function timeOfField(value: unknown): number | null {
  if (typeof value === "number") return timeOfNumber(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\d{9,14}(?:\.\d+)?$/.test(text)) return timeOfNumber(Number(text));
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    // It has no zone, or is not a time.
  }
  try {
    const { year, month, day, hour, minute, second } = Temporal.PlainDateTime.from(text);
    return toMilliseconds([year, month, day, hour, minute, second]);
  } catch {
    return null;
  }
}

function timeOfNumber(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  const milliseconds = value < LEAST_MILLISECONDS ? value * 1000 : value;
  return milliseconds < 8.64e15 ? Math.floor(milliseconds) : null;
}

/** From year, month, day, hour, minute and second. */
function toMilliseconds(numbers: readonly number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (hour > 23 || minute > 59 || second > 59) return null;
  // `Date` accepts a month 13 as one of the next year; such a name contains no valid time.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return null;
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}
