/**
 * When a run was: from its name, from a field, in the machine's own time zone where none is said.
 *
 * Everything is compared as an instant: the predecessor dropped the zone of one side, and outside
 * UTC lost fresh runs or took old ones in.
 *
 * @module
 */

/** A pattern with a time in it, ready to be matched. */
export interface NamePattern {
  readonly expression: RegExp;
  /** What each group stands for, in order. */
  readonly parts: readonly Part[];
}

type Part = "year" | "month" | "day" | "hour" | "minute" | "second";

const TOKENS: Readonly<Record<string, readonly [Part, string]>> = {
  YYYY: ["year", "(\\d{4})"],
  DD: ["day", "(\\d{2})"],
  HH: ["hour", "(\\d{2})"],
  SS: ["second", "(\\d{2})"],
};

/** Seconds since 1970 stay below this for five thousand years; milliseconds passed it in 1973. */
const LEAST_MILLISECONDS = 1e11;

/**
 * Reads a pattern such as `run_YYYYMMDD_HHMMSS`: the first `MM` is the month, the one behind `HH`
 * the minute.
 *
 * @param pattern As people write it; everything but its tokens stands for itself.
 * @returns The pattern; null where it names no year, month and day.
 */
export function readNamePattern(pattern: string): NamePattern | null {
  const parts: Part[] = [];
  const source = pattern.replace(/YYYY|MM|DD|HH|SS|[.*+?^$()[\]{}|\\]/g, (found) => {
    const [part, group] = found === "MM"
      ? [parts.includes("hour") ? "minute" : "month", "(\\d{2})"] as const
      : TOKENS[found] ?? [null, `\\${found}`];
    if (part !== null) parts.push(part);
    return group;
  });
  const isDay = (["year", "month", "day"] as const).every((part) => parts.includes(part));
  if (!isDay || new Set(parts).size !== parts.length) return null;
  return { expression: new RegExp(`(?<!\\d)${source}(?!\\d)`), parts };
}

/**
 * The time that a name holds.
 *
 * @param name A path or a name.
 * @param pattern What to look for in it.
 * @param zone `local` for the machine's own.
 * @returns Unix milliseconds; null where the name holds no such time, or one that never was.
 */
export function timeOfName(
  name: string,
  { expression, parts }: NamePattern,
  zone: "local" | "utc",
): number | null {
  const found = expression.exec(name);
  if (found === null) return null;
  const numbers = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  parts.forEach((part, index) => numbers[part] = Number(found[index + 1]));
  return millisecondsOf(numbers, zone);
}

/**
 * The time that a field holds: ISO 8601, or seconds or milliseconds since 1970.
 *
 * @param value What stands in the field; a time without a zone is the machine's own.
 * @returns Unix milliseconds; null where it is none.
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
    return millisecondsOf({ year, month, day, hour, minute, second }, "local");
  } catch {
    return null;
  }
}

function timeOfNumber(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  const milliseconds = value < LEAST_MILLISECONDS ? value * 1000 : value;
  return milliseconds < 8.64e15 ? Math.floor(milliseconds) : null;
}

function millisecondsOf(
  { year, month, day, hour, minute, second }: Readonly<Record<Part, number>>,
  zone: "local" | "utc",
): number | null {
  if (hour > 23 || minute > 59 || second > 59) return null;
  // `Date` counts 13 months as one more year; such a name holds no time.
  const isDay = month >= 1 && month <= 12 && day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!isDay) return null;
  return zone === "utc"
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : new Date(year, month - 1, day, hour, minute, second).getTime();
}
