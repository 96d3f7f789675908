/** Parses JSON, and explains in a sentence, with line and column, why a text is not JSON. */
import { messageOf } from "../../error.ts";
import { exists } from "./presence.ts";
import { readText } from "./text_file.ts";

/** The result of parsing a text. */
export type JsonRead =
  | { readonly kind: "ok"; readonly value: unknown }
  /** With the place of the fault, if known. */
  | ({ readonly kind: "broken"; readonly why: string } & TextPlace);

/** Line and column of a character, counted from 1; null if unknown. */
export interface TextPlace {
  readonly line: number | null;
  readonly column: number | null;
}

/** The place of a fault without one, such as an empty file. */
export const NO_PLACE: TextPlace = { line: null, column: null };

/**
 * Deeper than any configuration or record. Parsed values are walked recursively, and 20,000 levels overflow
 * the stack.
 */
const MOST_LEVELS = 100;

/** The reason for refusing a text that nests deeper. */
export const TOO_DEEP = `it nests deeper than ${MOST_LEVELS} levels`;

/**
 * Parses JSON.
 *
 * @param text The file's text; a byte order mark at its start is skipped.
 */
export function parseJson(text: string): JsonRead {
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (json.trim() === "") return { kind: "broken", why: "it is empty", ...NO_PLACE };
  if (isTooDeep(json)) return { kind: "broken", why: TOO_DEEP, ...NO_PLACE };
  try {
    return { kind: "ok", value: JSON.parse(json) };
  } catch (error) {
    return { kind: "broken", ...describeFault(json, messageOf(error)) };
  }
}

/**
 * Describes a fault: the engine's message and place, but comments and single quotes, common mistakes, by
 * name.
 */
function describeFault(json: string, message: string): { why: string } & TextPlace {
  const [, said = "", position] = /^(.*?)(?: in JSON)? at position (\d+)/s.exec(message) ??
    [, message.replace(/,? ("|\.\.\.").*$/s, ""), null];
  const offset = position == null ? findFault(json) : Number(position);
  const rest = json.slice(offset);
  const why = /^(?:\/[/*]|#)/.test(rest)
    ? "it has a comment, which JSON does not allow"
    : rest.startsWith("'")
    ? "text is in single quotes, and JSON needs double quotes"
    : said.charAt(0).toLowerCase() + said.slice(1);
  return { why, ...placeOf(json, offset) };
}

/** Finds a fault for which the engine names no place: the end of the shortest invalid beginning. */
function findFault(json: string): number {
  let [low, high] = [0, json.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isWrong(json.slice(0, middle + 1))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Checks whether no continuation of a text can make it valid JSON. */
function isWrong(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = messageOf(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    return position === undefined
      ? !message.includes("end of JSON input")
      : Number(position) < text.length;
  }
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A string, with the colon if it is a key; or a bracket. */
const PIECE = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/gs;

/**
 * Finds the line of each key of a JSON object, without keys of nested values. The last of equal keys
 * counts.
 *
 * @param text JSON that was parsed before.
 */
export function linesOfKeys(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let depth = 0;
  for (const { 0: piece, 1: colon, index } of text.matchAll(PIECE)) {
    if (piece === "{" || piece === "[") depth++;
    else if (piece === "}" || piece === "]") depth--;
    else if (depth === 1 && colon !== undefined) {
      lines.set(JSON.parse(piece.slice(0, -colon.length)), placeOf(text, index).line);
    }
  }
  return lines;
}

/**
 * Reads a small JSON file for a caller that does not need the reason of a failure.
 *
 * @returns The value; undefined if the file is missing or cannot be read.
 */
export function readJson(path: string): unknown {
  if (!exists(path)) return undefined;
  const read = readText(path);
  const json = read.kind === "text" ? parseJson(read.text) : null;
  return json?.kind === "ok" ? json.value : undefined;
}

/**
 * Checks whether a text nests too deeply. Brackets in strings do not count. The text may contain comments.
 *
 * @example Brackets in a string
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(isTooDeep("[".repeat(101)), true);
 * assertEquals(isTooDeep(`["${"[".repeat(101)}"]`), false);
 * ```
 */
export function isTooDeep(text: string): boolean {
  // Counted natively first: most texts do not have that many brackets (docs/start-up.md).
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
