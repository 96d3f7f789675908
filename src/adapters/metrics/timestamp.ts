/**
 * The time of a run, from its name or a field; without a time zone, in that of the machine.
 *
 * Times are compared as instants: without the zone, outside of UTC new runs would be missed, or old
 * runs counted.
 */

/** The tokens of a pattern; `MM` after the hour is the minute. */
const PARTS: Readonly<Record<string, string>> = {
  YYYY: "year",
  MM: "month",
  DD: "day",
  HH: "hour",
  SS: "second",
};

/** Lower numbers are seconds since 1970 (until the year 5138), others milliseconds (since 1973). */
const LEAST_MILLISECONDS = 1e11;

/**
 * Reads a pattern such as `run_YYYYMMDD_HHMMSS`: the first `MM` is the month, the one after `HH`
 * the minute.
 *
 * @param pattern The pattern; text other than tokens is literal.
 * @returns The expression, with a group for each part; null where the pattern lacks year, month or
 * day, or has a part twice.
 */
export function readNamePattern(pattern: string): RegExp | null {
  const parts: string[] = [];
  const source = pattern.replace(/YYYY|MM|DD|HH|SS|[.*+?^$()[\]{}|\\]/g, (token) => {
    const part = token === "MM" && parts.includes("hour") ? "minute" : PARTS[token];
    if (part === undefined) return `\\${token}`;
    parts.push(part);
    return `(?<${part}>\\d{${token.length}})`;
  });
  const isDay = ["year", "month", "day"].every((part) => parts.includes(part));
  if (!isDay || new Set(parts).size !== parts.length) return null;
  return new RegExp(`(?<!\\d)${source}(?!\\d)`);
}

/**
 * Reads the time in a name.
 *
 * @param zone The time zone of the name; `local` is that of the machine.
 * @returns Epoch milliseconds; null where the name contains no valid time.
 */
export function timeOfName(name: string, pattern: RegExp, zone: "local" | "utc"): number | null {
  const groups = pattern.exec(name)?.groups;
  if (groups === undefined) return null;
  const { year, month, day, hour = 0, minute = 0, second = 0 } = groups;
  return toMilliseconds([year, month, day, hour, minute, second].map(Number), zone);
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
    return toMilliseconds([year, month, day, hour, minute, second], "local");
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
function toMilliseconds(numbers: readonly number[], zone: "local" | "utc"): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (hour > 23 || minute > 59 || second > 59) return null;
  // `Date` accepts a month 13 as one of the next year; such a name contains no valid time.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return null;
  return zone === "utc"
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : new Date(year, month - 1, day, hour, minute, second).getTime();
}
