/**
 * The operations of `${x…}` that change a value.
 *
 * @module
 */
import type { ParameterExpansionPart, Word } from "unbash";
import { compilePattern, escapePattern, hasMagic, unescapePattern } from "./pattern.ts";
import { isKnown, UNKNOWN } from "./text.ts";

/** Longer values (UTF-16 units) are not worked out: each length of a match is tried. */
const MAX_LENGTH = 4096;

/**
 * Applies `#`, `%`, `/` or `:` to a value; the result of other operations is unknown.
 *
 * @param expand Expands an operand to a pattern, in which quoted characters are escaped.
 */
export function operate(
  value: string,
  op: NonNullable<ParameterExpansionPart["operation"]>,
  expand: (word: Word) => string,
): string {
  if (!isKnown(value) || value.length > MAX_LENGTH) return UNKNOWN;
  switch (op.type) {
    case "Remove":
      return removeMatch(value, expand(op.operand), op.operator);
    case "Replace": {
      const pattern = expand(op.pattern);
      const plain = unescapePattern(pattern);
      const isPlain = !hasMagic(pattern) || escapePattern(plain) === pattern;
      if (!isPlain || !isKnown(pattern) || !/^\/\/?$/.test(op.operator)) return UNKNOWN;
      const to = () => unescapePattern(expand(op.replacement));
      return op.operator === "//" ? value.replaceAll(plain, to) : value.replace(plain, to);
    }
    case "Slice": {
      const start = Number(expand(op.offset));
      const length = op.length === undefined ? Infinity : Number(expand(op.length));
      if (!Number.isInteger(start) || Number.isNaN(length)) return UNKNOWN;
      return value.slice(start).slice(0, length);
    }
    default:
      return UNKNOWN;
  }
}

/** Removes the shortest (`#`, `%`) or the longest (`##`, `%%`) match at the begin or the end. */
function removeMatch(value: string, pattern: string, operator: string): string {
  if (!isKnown(pattern)) return UNKNOWN;
  const test = compilePattern(pattern, { crossesSlashes: true });
  const isStart = operator.startsWith("#");
  const split = (length: number) => isStart ? length : value.length - length;
  const lengths = Array.from({ length: value.length + 1 }, (_, at) => at);
  if (operator.length === 2) lengths.reverse();
  const cut = lengths.map(split)
    .find((at) => test.test(isStart ? value.slice(0, at) : value.slice(at)));
  if (cut === undefined) return value;
  return isStart ? value.slice(cut) : value.slice(0, cut);
}
