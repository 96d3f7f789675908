/** Reads one word as the value of an option, by the option's type. */
import { UsageError } from "../../error.ts";
import type { OptionSpec } from "./command.ts";
import { parseDuration } from "../../text/time.ts";
import { parseAmount, parseNumber } from "../../store/settings/value.ts";
import { hintFor } from "./unknown_name.ts";

/** The value of an option. */
export type Value = string | number | boolean | readonly string[] | null;

/** The name and the reader of each kind of number. A reader returns null for any other word. */
const NUMBERS = {
  number: { wanted: "a number", read: parseNumber },
  integer: {
    wanted: "a whole number",
    read: (text: string) => /^[+-]?\d+$/.test(text) ? parseNumber(text) : null,
  },
  hours: {
    wanted: "hours, or a duration such as 90m or 1h30m",
    read: (text: string) => parseAmount(text, "hours"),
  },
  duration: { wanted: "a duration such as 90s, 5m or 1h30m", read: parseDuration },
} as const;

/**
 * Reads a word as the value of an option.
 *
 * @param where The place of the word, for the message: `Option '--max-hours'`.
 * @throws {UsageError} The word is not of the option's type, or not among its choices.
 */
export function readValue(spec: OptionSpec, where: string, text: string): Value {
  if (spec.type === "string") return readChoice(spec, where, text);
  if (spec.type === "list") return [readChoice(spec, where, text)];
  // Booleans never get here, since they take no value.
  return readNumber(spec, NUMBERS[spec.type as keyof typeof NUMBERS], where, text);
}

function readNumber(
  { help, min, isNullable }: OptionSpec,
  { wanted, read }: typeof NUMBERS[keyof typeof NUMBERS],
  where: string,
  text: string,
): number | null {
  if (isNullable && text.toLowerCase() === "none") return null;
  const value = read(text);
  if (value !== null && Number.isFinite(value) && value >= (min ?? -Infinity)) return value;
  const isTooSmall = value !== null && Number.isFinite(value);
  throw new UsageError(
    `${where} should be ${isTooSmall ? leastOf(min ?? 0) : wanted}${
      isNullable ? ", or none" : ""
    }, found '${text}'`,
    { hint: `${help}.` },
  );
}

/** Names a minimum; one that merely excludes 0 is not worth showing as a number. */
function leastOf(min: number): string {
  return min > 0 && min < 0.001 ? "more than 0" : `at least ${min}`;
}

function readChoice(spec: OptionSpec, where: string, text: string): string {
  if (spec.choices === undefined || spec.choices.includes(text)) return text;
  throw new UsageError(
    `${where} should be one of ${spec.choices.join(", ")}, found '${text}'`,
    hintFor(text, spec.choices, ""),
  );
}
