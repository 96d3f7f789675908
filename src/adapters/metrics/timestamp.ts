/**
 * When a run was: from its name, from a field, in the machine's own time zone where none is said.
 *
 * Everything is compared as an instant: without its zone, a time outside UTC would lose fresh runs
 * or take old ones in.
 *
 * @module
 */

/** What the tokens of a pattern stand for; `MM` is the minute behind the hour. */
const PARTS: Readonly<Record<string, string>> = {
  YYYY: "year",
  MM: "month",
  DD: "day",
  HH: "hour",
  SS: "second",
};

/** Seconds since 1970 stay below this for five thousand years; milliseconds passed it in 1973. */
const LEAST_MILLISECONDS = 1e11;

/**
 * Reads a pattern such as `run_YYYYMMDD_HHMMSS`: the first `MM` is the month, the one behind `HH`
 * the minute.
 *
 * @param pattern As people write it; everything but its tokens stands for itself.
 * @returns The expression, with a group for each part; null where the pattern names no year, month
 * and day, or a part twice.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readNamePattern("run_YYYYMMDD")?.test("run_20260102"), true);
 * assertEquals(readNamePattern("run_YYYYMM"), null);
 * ```
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
 * The time that a name contains.
 *
 * @param name A path or a name.
 * @param pattern What to look for in it, from {@linkcode readNamePattern}.
 * @param zone `local` for the machine's own.
 * @returns Unix milliseconds; null where the name contains no such time, or one that never was.
 */
export function timeOfName(name: string, pattern: RegExp, zone: "local" | "utc"): number | null {
  const groups = pattern.exec(name)?.groups;
  if (groups === undefined) return null;
  const { year, month, day, hour = 0, minute = 0, second = 0 } = groups;
  return toMilliseconds([year, month, day, hour, minute, second].map(Number), zone);
}

/**
 * The time in a field: ISO 8601, or seconds or milliseconds since 1970.
 *
 * @param value The field's value; a time without a zone is the machine's own.
 * @returns Unix milliseconds; null where it is not a time.
 */
export function timeOfField(value: unknown): number | null {
  if (typeof value === "number") return timeOfNumber(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\d{9,14}(?:\.\d+)?$/.test(text)) return timeOfNumber(Number(text));
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    // No zone in it, or no time at all.
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
  // `Date` counts 13 months as one more year; such a name contains no time.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return null;
  return zone === "utc"
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : new Date(year, month - 1, day, hour, minute, second).getTime();
}
