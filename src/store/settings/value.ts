/** Checks whether a value fits its setting, from JSON or typed as text. */
import { attempt } from "../../error.ts";
import { parseDuration } from "../../text/time.ts";
import { shorten } from "../../text/shorten.ts";
import type { SettingSpec } from "./settings.ts";
import type { SettingType } from "./setting_row.ts";

/** The outcome of checking a value. */
export type SettingCheck =
  | { readonly kind: "ok"; readonly value: unknown }
  /** The expected value, as the end of "should be …". */
  | { readonly kind: "wrong"; readonly expected: string };

/** Maximum number of entries in a list: each is searched for in every text. */
export const MOST_ENTRIES = 1_000;
/** Maximum number of characters in a text. */
export const LONGEST_TEXT = 10_000;

interface Kind<Type> {
  /** Describes the valid values, as the end of "should be …". */
  expected(type: Type): string;
  fits(type: Type, value: unknown): boolean;
  /** Parses typed text. If null, it cannot be parsed: it stays a text, and does not fit. */
  parse(text: string, unit: string | undefined): unknown;
}

const KINDS: { readonly [K in SettingType["kind"]]: Kind<Extract<SettingType, { kind: K }>> } = {
  number: {
    // A minimum that merely excludes 0 is not worth showing.
    expected: ({ min, max }) =>
      min > 0 && min < 0.001
        ? `a number above 0, at most ${max}`
        : `a number from ${min} to ${max}`,
    fits: isWithin,
    parse: parseAmount,
  },
  integer: {
    expected: ({ min, max }) => `a whole number from ${min} to ${max}`,
    fits: (type, value) => isWithin(type, value) && Number.isInteger(value),
    parse: parseAmount,
  },
  boolean: {
    expected: () => "true or false",
    fits: (_type, value) => typeof value === "boolean",
    parse: (text) =>
      /^(true|1|yes|on)$/i.test(text) || (/^(false|0|no|off)$/i.test(text) ? false : text),
  },
  choice: {
    expected: ({ choices }) => `one of ${choices.map((choice) => `"${choice}"`).join(", ")}`,
    fits: ({ choices }, value) => typeof value === "string" && choices.includes(value),
    parse: (text) => text,
  },
  text: {
    expected: () => "a text that is not empty",
    fits: (_type, value) => isText(value),
    parse: (text) => text,
  },
  texts: {
    expected: ({ choices }) =>
      choices === undefined
        ? "a list of texts that are not empty"
        : `a list of ${choices.map((choice) => `"${choice}"`).join(", ")}`,
    fits: ({ choices }, value) =>
      isList(value) &&
      value.every((entry) =>
        isText(entry) && (choices === undefined || choices.includes(entry as string))
      ),
    parse: (text) => text.startsWith("[") ? parseJson(text) : [text],
  },
  numbers: {
    expected: ({ min, max }) => `a list of one or more numbers from ${min} to ${max}`,
    fits: (type, value) =>
      isList(value) && value.length > 0 && value.every((entry) => isWithin(type, entry)),
    parse: (text) =>
      text.startsWith("[")
        ? parseJson(text)
        : text.split(",").map((part) => parseNumber(part) ?? part),
  },
};

function kindOf(type: SettingType): Kind<SettingType> {
  // Safe to cast: a kind is only asked about types of its own kind.
  return KINDS[type.kind] as Kind<SettingType>;
}

/** Checks a value from JSON. */
export function checkSetting(spec: SettingSpec, value: unknown): SettingCheck {
  const fits = value === null ? spec.isNullable : kindOf(spec.type).fits(spec.type, value);
  return fits ? { kind: "ok", value } : { kind: "wrong", expected: expectedOf(spec) };
}

/**
 * Reads a value that was typed: in the environment, as a flag, or for `config set`.
 *
 * Lists are JSON arrays, or a text for a list with one entry. `none` and `null` are null. Hours and seconds
 * may be durations with a unit: `1h30m`.
 */
export function parseSetting(spec: SettingSpec, text: string): SettingCheck {
  const typed = text.trim();
  if (spec.isNullable && /^(none|null)$/i.test(typed)) return checkSetting(spec, null);
  const isVerbatim = spec.type.kind === "text" ||
    spec.type.kind === "texts" && !typed.startsWith("[");
  const given = isVerbatim ? text : typed;
  return checkSetting(spec, kindOf(spec.type).parse(given, spec.unit) ?? given);
}

/** Describes the values that a setting may have, as the end of "should be …". */
export function expectedOf(spec: SettingSpec): string {
  const unit = spec.unit === undefined ? "" : ` (${spec.unit})`;
  const expected = kindOf(spec.type).expected(spec.type);
  return `${expected}${unit}${spec.isNullable ? ", or null for none" : ""}`;
}

/** Checks whether two values of a setting are the same. */
export function isSameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Renders a value for a message: as JSON, at most 80 characters. */
export function showValue(value: unknown): string {
  return shorten(JSON.stringify(value) ?? "nothing", 80);
}

function isWithin(range: { readonly min: number; readonly max: number }, value: unknown): boolean {
  return typeof value === "number" && value >= range.min && value <= range.max;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && value.length <= LONGEST_TEXT;
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= MOST_ENTRIES;
}

/** Seconds per unit, for settings that accept a duration. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { hours: 3600, seconds: 1 };

/** Parses a number, or a duration if the unit is one; null for any other text. */
export function parseAmount(text: string, unit: string | undefined): number | null {
  const size = UNIT_SECONDS[unit ?? ""];
  const seconds = size !== undefined && /[smhd]$/.test(text) ? parseDuration(text) : null;
  return seconds === null ? parseNumber(text) : seconds / (size ?? 1);
}

/** Parses a number as people write it; null for any other text. */
export function parseNumber(text: string): number | null {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : null;
}

function parseJson(text: string): unknown {
  return attempt((): unknown => JSON.parse(text));
}
