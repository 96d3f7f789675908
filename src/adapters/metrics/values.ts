/** Values of metrics: an invalid value is unknown, with the reason, and never 0. Pure. */
import { type JsonRead, parseJson } from "../../store/files/json_text.ts";
import { oneLine } from "../../text/shorten.ts";

/** A metric's name and the values that are possible. */
export interface MetricSpec {
  readonly name: string;
  /** A value outside of it is impossible: the metric is then unknown. */
  readonly range?: readonly [least: number, most: number];
}

/** Matches strings, which stay unchanged, and values that JSON does not have, which become text. */
const NO_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/g;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Texts that programs write for "no value"; these are not a problem. */
const NONE = /^(?:|null|none|n\/?a|-)$/i;

/** Parses JSON; `NaN` and `Infinity`, which Python writes, become texts. */
export function parseLenientJson(text: string): JsonRead {
  const strict = parseJson(text);
  if (strict.kind === "ok" || !/NaN|Infinity/.test(text)) return strict;
  try {
    const plain = text.replace(NO_NUMBER, (token) => token[0] === '"' ? token : `"${token}"`);
    const lenient = parseJson(plain);
    return lenient.kind === "ok" ? lenient : strict;
  } catch {
    // The expression may fail on very long texts.
    return strict;
  }
}

/** Reads the value of a metric. */
export function readMetric(found: unknown, { name, range }: MetricSpec) {
  if (found === undefined || found === null) return { value: null, problem: null };
  const text = typeof found === "string" ? found.trim() : null;
  if (text !== null && NONE.test(text)) return { value: null, problem: null };
  const value = text !== null && NUMBER.test(text) ? Number(text) : found;
  const unknown = (why: string) => ({ value: null, problem: `${name} ${why}, so it is unknown` });
  if (typeof value !== "number") {
    return unknown(`is ${text === null ? showFound(value) : oneLine(text, 40)}`);
  }
  if (!Number.isFinite(value)) return unknown(`is ${value}`);
  const [least, most] = range ?? [-Infinity, Infinity];
  return value >= least && value <= most
    ? { value, problem: null }
    : unknown(`is ${value}, outside of ${least} to ${most}`);
}

function showFound(found: unknown): string {
  try {
    return oneLine(JSON.stringify(found), 40);
  } catch {
    // Nested too deeply.
    return Array.isArray(found) ? "a list" : `of type ${typeof found}`;
  }
}

/** The limit between seconds since 1970 (until the year 5138) and milliseconds (from 1973). */
const LEAST_MILLISECONDS = 1e11;
const RUN_NAME = /^run_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?!\d)/;

/**
 * Reads the time in a name such as `run_20260131_180000`, in the machine's zone.
 *
 * @returns Epoch milliseconds; null if the name contains no valid time.
 */
export function timeOfRun(name: string): number | null {
  const numbers = RUN_NAME.exec(name)?.slice(1).map(Number);
  return numbers === undefined ? null : toMilliseconds(numbers);
}

/**
 * Reads the time in a field: ISO 8601, or seconds or milliseconds since 1970.
 *
 * @param value The field's value; a time without a zone is in the machine's zone.
 * @returns Epoch milliseconds; null if it is not a time.
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

/** Returns the time of year, month, day, hour, minute and second. */
function toMilliseconds(numbers: readonly number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (hour > 23 || minute > 59 || second > 59) return null;
  // `Date` accepts month 13 as January of the next year, but such a name has no valid time.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return null;
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}
