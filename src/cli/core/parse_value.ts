/**
 * One word read as the value of an option, by the option's type.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import type { OptionSpec } from "./command.ts";
import { parseDuration } from "../../text/human_units.ts";
import { hintFor } from "./usage.ts";

/** The value of an option. */
export type Value = string | number | boolean | readonly string[];

/**
 * Reads a word as the value of an option.
 *
 * @param spec The option.
 * @param where Where the word stands, for the message: `option '--max-hours'`.
 * @param text The word.
 * @throws {UsageError} The word is not of the option's type, or not among its choices.
 */
export function readValue(spec: OptionSpec, where: string, text: string): Value {
  switch (spec.type) {
    case "string":
      return readChoice(spec, where, text);
    case "list":
      return [readChoice(spec, where, text)];
    case "boolean":
      return readFlag(where, text);
    case "number":
      return readNumber(spec, where, text, "a number", parseNumber(text));
    case "integer":
      return readNumber(
        spec,
        where,
        text,
        "a whole number",
        /^[+-]?\d+$/.test(text) ? parseNumber(text) : null,
      );
    case "hours":
      return readNumber(
        spec,
        where,
        text,
        "hours, or a duration such as 90m or 1h30m",
        parseHours(text),
      );
    case "duration":
      return readNumber(
        spec,
        where,
        text,
        "a duration such as 90s, 5m or 1h30m",
        parseDuration(text),
      );
  }
}

function readChoice(spec: OptionSpec, where: string, text: string): string {
  if (spec.choices === undefined || spec.choices.includes(text)) return text;
  throw new UsageError(
    `Wanted one of ${spec.choices.join(", ")} for ${where}, found '${text}'`,
    hintFor(text, spec.choices),
  );
}

function readFlag(where: string, text: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new UsageError(`Wanted true or false for ${where}, found '${text}'`, {
    hint: "Write true, yes, on or 1, or false, no, off or 0.",
  });
}

function parseNumber(text: string): number | null {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

function parseHours(text: string): number | null {
  const number = parseNumber(text);
  if (number !== null) return number;
  const seconds = parseDuration(text);
  return seconds === null ? null : seconds / 3600;
}

function readNumber(
  spec: OptionSpec,
  where: string,
  text: string,
  wanted: string,
  value: number | null,
): number {
  if (value === null || !Number.isFinite(value)) {
    throw new UsageError(`Wanted ${wanted} for ${where}, found '${text}'`, {
      hint: `${spec.help}.`,
    });
  }
  if (spec.min !== undefined && value < spec.min) {
    throw new UsageError(`Wanted at least ${spec.min} for ${where}, found '${text}'`, {
      hint: `${spec.help}.`,
    });
  }
  return value;
}
