/**
 * Parses JSON, and says in a sentence and with a line why a text is not JSON.
 *
 * @module
 */
import { messageOf } from "../../error.ts";
import { readText } from "./text_file.ts";

/** What parsing a text gave. */
export type JsonRead =
  | { readonly kind: "ok"; readonly value: unknown }
  /** `line` counts from 1; null if unknown. */
  | { readonly kind: "broken"; readonly why: string; readonly line: number | null };

/** One piece of JSON with the space before it. */
const TOKEN =
  // deno-lint-ignore no-control-regex -- JSON forbids control characters in texts
  /[ \t\r\n]*(?:[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/**
 * Deeper than any configuration or record. Parsed values are walked by recursion, and 20,000 levels
 * overflow the stack.
 */
const MOST_LEVELS = 100;

/** Why a text that nests deeper is refused. */
export const TOO_DEEP = `it nests deeper than ${MOST_LEVELS} levels`;

/**
 * Parses JSON.
 *
 * @param text The file's text; a byte order mark at its start is skipped.
 * @returns The value, or why it is not JSON and in which line.
 *
 * @example An empty object
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseJson("{}"), { kind: "ok", value: {} });
 * ```
 */
export function parseJson(text: string): JsonRead {
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (json.trim() === "") return { kind: "broken", why: "it is empty", line: null };
  if (isTooDeep(json)) return { kind: "broken", why: TOO_DEEP, line: null };
  try {
    return { kind: "ok", value: JSON.parse(json) };
  } catch (error) {
    const offset = offsetOfFault(json);
    if (offset !== null) {
      return { kind: "broken", why: faultAt(json, offset), line: lineOf(json, offset) };
    }
    const position = /position (\d+)/.exec(messageOf(error))?.[1];
    return {
      kind: "broken",
      why: messageOf(error).replace(/ \(line \d+ column \d+\)/, ""),
      line: position === undefined ? null : lineOf(json, Number(position)),
    };
  }
}

/** Offset of the first text that is not a token of JSON; null if only their order is wrong. */
function offsetOfFault(json: string): number | null {
  TOKEN.lastIndex = 0;
  let end = 0;
  try {
    while (TOKEN.test(json)) end = TOKEN.lastIndex;
  } catch {
    // A string of a megabyte is too long for the expression; the error then has no line.
    return null;
  }
  const rest = json.slice(end);
  const offset = end + rest.length - rest.trimStart().length;
  return offset >= json.length ? null : offset;
}

function faultAt(json: string, offset: number): string {
  const rest = json.slice(offset, offset + 2);
  if (rest === "//" || rest === "/*" || rest[0] === "#") {
    return "it has a comment, which JSON does not allow";
  }
  if (rest[0] === "'") return "text is in single quotes, and JSON needs double quotes";
  return `unexpected ${JSON.stringify(rest[0])}`;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/**
 * Reads a small JSON file for a caller that does not need the reason of a failure.
 *
 * @param path The file.
 * @returns The value; undefined if the file is absent or cannot be read.
 */
export function readJson(path: string): unknown {
  const read = readText(path);
  const json = read.kind === "text" ? parseJson(read.text) : null;
  return json?.kind === "ok" ? json.value : undefined;
}

/**
 * Whether a text nests too deep. Brackets in strings do not count; comments may be in it.
 *
 * @param text JSON, or what should be.
 *
 * @example Brackets in a string
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(isTooDeep("[".repeat(101)), true);
 * assertEquals(isTooDeep(`["${"[".repeat(101)}"]`), false);
 * ```
 */
export function isTooDeep(text: string): boolean {
  // Counted natively: most texts do not have that many brackets, and a loop over each character of
  // every record took 2 ms of a Stop.
  if (text.split("{").length + text.split("[").length - 2 <= MOST_LEVELS) return false;
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isString) {
      if (character === "\\") at++;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "[" || character === "{") {
      if (++depth > MOST_LEVELS) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}
