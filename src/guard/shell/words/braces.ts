/**
 * Brace expansion, by text and before everything else, as bash does it.
 *
 * @module
 */
import { UNKNOWN } from "./text.ts";

/** More words than this become one word with an unknown part. */
const MAX_WORDS = 4096;

/**
 * Expands the braces of a word's raw text; quotes and substitutions stay as they are.
 *
 * @returns The raw texts of the words that come out, in order.
 */
export function expandBraces(raw: string): string[] {
  const found = findBraces(raw);
  if (found === undefined) return [raw];
  const head = raw.slice(0, found.start);
  const words: string[] = [];
  const tails = expandBraces(raw.slice(found.end));
  for (const middle of found.choices.flatMap(expandBraces)) {
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

/** The first braces that expand: with a comma at their own level, or a sequence. */
function findBraces(raw: string): Braces | undefined {
  for (let start = 0; start < raw.length; start = skipQuoted(raw, start) + 1) {
    if (raw[start] !== "{" || raw[start - 1] === "$") continue;
    const parts = splitChoices(raw, start);
    if (parts === undefined) continue;
    if (parts.choices.length > 1) return { start, ...parts };
    const sequence = expandSequence(parts.choices[0] ?? "");
    if (sequence !== undefined) return { start, end: parts.end, choices: sequence };
  }
  return undefined;
}

function splitChoices(
  raw: string,
  start: number,
): { end: number; choices: string[] } | undefined {
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < raw.length; at = skipQuoted(raw, at) + 1) {
    const sign = raw[at];
    if (sign === "{") depth++;
    else if (sign === "," && depth === 1) {
      choices.push(raw.slice(from, at));
      from = at + 1;
    } else if (sign === "}" && --depth === 0) {
      choices.push(raw.slice(from, at));
      return { end: at + 1, choices };
    }
  }
  return undefined;
}

/** The index of the last sign of what is quoted or substituted at `at`; `at` itself for plain signs. */
function skipQuoted(raw: string, at: number): number {
  const sign = raw[at];
  if (sign === "\\") return at + 1;
  if (sign === "'") return endOf(raw.indexOf("'", at + 1), raw);
  if (sign === "`") return endOf(raw.indexOf("`", at + 1), raw);
  if (sign === '"') {
    for (let i = at + 1; i < raw.length; i++) {
      if (raw[i] === "\\") i++;
      else if (raw[i] === '"') return i;
    }
    return raw.length;
  }
  if (sign === "$" && (raw[at + 1] === "{" || raw[at + 1] === "(")) {
    const [open, close] = raw[at + 1] === "{" ? ["{", "}"] : ["(", ")"];
    let depth = 0;
    for (let i = at + 1; i < raw.length; i++) {
      if (raw[i] === open) depth++;
      else if (raw[i] === close && --depth === 0) return i;
    }
    return raw.length;
  }
  return at;
}

function endOf(index: number, raw: string): number {
  return index < 0 ? raw.length : index;
}

/** `1..5`, `a..e`, `01..10..2`; undefined where it is no sequence. */
function expandSequence(text: string): string[] | undefined {
  const match = /^(?:(-?\d+)\.\.(-?\d+)|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const isNumber = match[1] !== undefined;
  const from = isNumber ? Number(match[1]) : match[3]?.charCodeAt(0) ?? 0;
  const to = isNumber ? Number(match[2]) : match[4]?.charCodeAt(0) ?? 0;
  const step = Math.abs(Number(match[5] ?? 1)) || 1;
  if (Math.abs(to - from) / step > MAX_WORDS) return [UNKNOWN];
  const isPadded = [match[1], match[2]].some((each) => /^-?0\d/.test(each ?? ""));
  const width = isPadded ? Math.max(match[1]?.length ?? 0, match[2]?.length ?? 0) : 0;
  const words: string[] = [];
  for (let at = from; from <= to ? at <= to : at >= to; at += from <= to ? step : -step) {
    words.push(isNumber ? String(at).padStart(width, "0") : String.fromCharCode(at));
  }
  return words;
}
