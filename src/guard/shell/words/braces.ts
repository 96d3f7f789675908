/**
 * Brace expansion on the raw text, before all other expansions, as in bash.
 *
 * @module
 */
import { UNKNOWN } from "./text.ts";

/** Maximum number of words; more become one word with an unknown part. */
const MAX_WORDS = 4096;
/** Text in which braces do not count: quoted, escaped or substituted. */
const OPAQUE =
  /\\[^]|'[^']*(?:'|$)|`[^`]*(?:`|$)|"(?:\\[^]|[^"\\])*(?:"|$)|\$\{[^}]*(?:\}|$)|\$\((?:[^()]|\([^()]*\))*(?:\)|$)/y;
/** `1..5`, `a..e`, `01..10..2`. */
const SEQUENCE = /^(?:(-?\d+)\.\.(-?\d+)|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d+))?$/;

/**
 * Expands the braces of a word's raw text; quotes and substitutions stay as they are.
 *
 * @returns The raw texts of the words that come out, in order.
 *
 * @example Nested quotes and a sequence
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(expandBraces("a{b,'{'}{1..2}"), ["ab1", "ab2", "a'{'1", "a'{'2"]);
 * assertEquals(expandBraces("{a}"), ["{a}"]);
 * ```
 */
export function expandBraces(raw: string): string[] {
  const braces = findBraces(raw);
  if (braces === undefined) return [raw];
  const head = raw.slice(0, braces.start);
  const words: string[] = [];
  const tails = expandBraces(raw.slice(braces.end));
  for (const middle of braces.choices.flatMap(expandBraces)) {
    for (const tail of tails) words.push(head + middle + tail);
    if (words.length > MAX_WORDS) return [`${head}${UNKNOWN}${tails[0] ?? ""}`];
  }
  return words;
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly string[];
}

/** Finds the first braces that expand: with a comma at their own level, or a sequence. */
function findBraces(raw: string): Braces | undefined {
  for (let start = 0; start < raw.length; start = nextCharacter(raw, start)) {
    if (raw[start] !== "{") continue;
    const choices: string[] = [];
    let [depth, from] = [0, start + 1];
    for (let at = start; at < raw.length; at = nextCharacter(raw, at)) {
      const character = raw[at];
      if (character === "{") depth++;
      if (character === "}") depth--;
      if (character === "}" ? depth > 0 : character !== "," || depth > 1) continue;
      choices.push(raw.slice(from, at));
      from = at + 1;
      if (character === ",") continue;
      const expanded = choices.length > 1 ? choices : expandSequence(choices[0] ?? "");
      if (expanded !== undefined) return { start, end: from, choices: expanded };
      break;
    }
  }
  return undefined;
}

/** Returns the index of the next character that may be a brace or a comma. */
function nextCharacter(raw: string, at: number): number {
  OPAQUE.lastIndex = at;
  return OPAQUE.test(raw) ? OPAQUE.lastIndex : at + 1;
}

/** Expands a sequence; undefined where the text is not one. */
function expandSequence(text: string): string[] | undefined {
  const [sequence, first, last, firstLetter, lastLetter, stride] = SEQUENCE.exec(text) ?? [];
  if (sequence === undefined) return undefined;
  const from = firstLetter === undefined ? Number(first) : firstLetter.charCodeAt(0);
  const to = lastLetter === undefined ? Number(last) : lastLetter.charCodeAt(0);
  const step = Math.abs(Number(stride ?? 1)) || 1;
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > MAX_WORDS) return [UNKNOWN];
  const isPadded = [first, last].some((each) => /^-?0\d/.test(each ?? ""));
  const width = isPadded ? Math.max(first?.length ?? 0, last?.length ?? 0) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = from + index * (from <= to ? step : -step);
    return firstLetter === undefined
      ? String(value).padStart(width, "0")
      : String.fromCharCode(value);
  });
}
