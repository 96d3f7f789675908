/** Parses JSON, and says in a sentence, with line and column, why a text is not JSON. */
import { messageOf } from "../../error.ts";
import { walkJson } from "./json_walk.ts";
import { readText } from "./text_file.ts";

/** What parsing a text gave. */
export type JsonRead =
  | { readonly kind: "ok"; readonly value: unknown }
  /** Where the fault is, where that is known. */
  | ({ readonly kind: "broken"; readonly why: string } & Place);

/** Line and column of a character, counted from 1; null if unknown. */
export interface Place {
  readonly line: number | null;
  readonly column: number | null;
}

/** The place of what has no place, such as an empty file. */
export const NO_PLACE: Place = { line: null, column: null };

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
 */
export function parseJson(text: string): JsonRead {
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (json.trim() === "") return { kind: "broken", why: "it is empty", ...NO_PLACE };
  if (isTooDeep(json)) return { kind: "broken", why: TOO_DEEP, ...NO_PLACE };
  try {
    return { kind: "ok", value: JSON.parse(json) };
  } catch (error) {
    const fault = walkJson(json);
    return fault === null
      ? { kind: "broken", why: messageOf(error), ...NO_PLACE }
      : { kind: "broken", why: fault.why, ...placeOf(json, fault.offset) };
  }
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * Finds the line of each name in a JSON object, nested names with dots; the last of equal names.
 *
 * @example A nested name
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(linesOfNames('{\n  "a": {\n    "b": 1\n  }\n}').get("a.b"), 3);
 * ```
 */
export function linesOfNames(text: string): ReadonlyMap<string, number> {
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  const lines = new Map<string, number>();
  walkJson(json, (path, offset) => lines.set(path.join("."), placeOf(json, offset).line));
  return lines;
}

/**
 * Reads a small JSON file for a caller that does not need the reason of a failure.
 *
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
