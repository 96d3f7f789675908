/**
 * Whether a value fits its setting, from JSON or typed as text.
 *
 * @module
 */
import { parseDuration } from "../../text/duration.ts";
import type { SettingSpec, SettingType } from "./spec.ts";
import { shorten } from "../../text/shorten.ts";

/** What came of checking a value. */
export type SettingCheck =
  | { readonly kind: "ok"; readonly value: unknown }
  /** What was wanted, as the end of "should be …". */
  | { readonly kind: "wrong"; readonly expected: string };

/** Nobody needs more of them, and each is looked for in every text. */
const MOST_ENTRIES = 1_000;
const LONGEST_TEXT = 10_000;

/**
 * Checks a value that came as JSON.
 *
 * @param spec the setting
 * @param value the value
 * @returns the value, or what was wanted
 */
export function checkSetting(spec: SettingSpec, value: unknown): SettingCheck {
  const fits = value === null ? spec.isNullable : _fits(spec.type, value);
  return fits ? { kind: "ok", value } : { kind: "wrong", expected: expectedOf(spec) };
}

/**
 * Reads a value that was typed: in the environment, as a flag, or for `config set`.
 *
 * Lists are JSON arrays, or one text that stands for a list of one; `none` and `null` are null.
 * Hours and seconds may be durations with a unit: `1h30m`.
 *
 * @param spec the setting
 * @param text what was typed
 * @returns the value, or what was wanted
 */
export function parseSetting(spec: SettingSpec, text: string): SettingCheck {
  const typed = text.trim();
  if (spec.isNullable && /^(none|null)$/i.test(typed)) return checkSetting(spec, null);
  switch (spec.type.kind) {
    case "number":
    case "integer":
      return checkSetting(spec, _durationOf(typed, spec.unit) ?? _numberOf(typed));
    case "boolean":
      return checkSetting(spec, _booleanOf(typed));
    case "choice":
      return checkSetting(spec, typed);
    case "text":
      return checkSetting(spec, text);
    case "texts":
      return checkSetting(spec, typed.startsWith("[") ? _jsonOf(typed) : [text]);
    case "numbers":
      return checkSetting(
        spec,
        typed.startsWith("[") ? _jsonOf(typed) : typed.split(",").map(_numberOf),
      );
  }
}

/**
 * What a setting may hold, as the end of "should be …".
 *
 * @param spec the setting
 * @returns the words
 */
export function expectedOf(spec: SettingSpec): string {
  const unit = spec.unit === null ? "" : ` (${spec.unit})`;
  return `${_wordsOf(spec.type)}${unit}${spec.isNullable ? ", or null for none" : ""}`;
}

/**
 * A value for a message: as JSON, shortened.
 *
 * @param value any value of JSON
 * @returns at most 80 characters
 */
export function showValue(value: unknown): string {
  return shorten(JSON.stringify(value) ?? "nothing", 80);
}

function _wordsOf(type: SettingType): string {
  switch (type.kind) {
    case "number":
      return `a number from ${type.min} to ${type.max}`;
    case "integer":
      return `a whole number from ${type.min} to ${type.max}`;
    case "boolean":
      return "true or false";
    case "choice":
      return `one of ${type.choices.map((choice) => `"${choice}"`).join(", ")}`;
    case "text":
      return "a text that is not empty";
    case "texts":
      return "a list of texts that are not empty";
    case "numbers":
      return `a list of one or more numbers from ${type.min} to ${type.max}`;
  }
}

function _fits(type: SettingType, value: unknown): boolean {
  switch (type.kind) {
    case "number":
      return _isWithin(type, value);
    case "integer":
      return _isWithin(type, value) && Number.isInteger(value);
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return typeof value === "string" && type.choices.includes(value);
    case "text":
      return _isText(value);
    case "texts":
      return _isList(value) && value.every(_isText);
    case "numbers":
      return _isList(value) && value.length > 0 && value.every((entry) => _isWithin(type, entry));
  }
}

function _isWithin(range: { readonly min: number; readonly max: number }, value: unknown): boolean {
  return typeof value === "number" && value >= range.min && value <= range.max;
}

function _isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && value.length <= LONGEST_TEXT;
}

function _isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= MOST_ENTRIES;
}

/** Seconds in the units that a duration can be given for. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { hours: 3600, seconds: 1 };

function _durationOf(text: string, unit: string | null): number | null {
  const size = UNIT_SECONDS[unit ?? ""];
  const seconds = size !== undefined && /[smhd]$/.test(text) ? parseDuration(text) : null;
  return seconds === null ? null : seconds / (size ?? 1);
}

function _numberOf(text: string): unknown {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : text;
}

function _booleanOf(text: string): unknown {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  return text;
}

function _jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
