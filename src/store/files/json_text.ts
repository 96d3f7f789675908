/**
 * JSON from a file, with a sentence and a line where it is none.
 *
 * @module
 */
import { messageOf } from "../../error.ts";
import { isTooDeep, TOO_DEEP } from "./json_depth.ts";

/** What a text holds. */
export type JsonRead =
  | { readonly kind: "ok"; readonly value: unknown }
  /** `line` counts from 1; null where it is not known. */
  | { readonly kind: "broken"; readonly why: string; readonly line: number | null };

/** One piece of JSON with the space before it. */
const TOKEN =
  // deno-lint-ignore no-control-regex -- JSON forbids control characters in texts
  /[ \t\r\n]*(?:[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/**
 * Parses JSON.
 *
 * @param text the file's text; a byte order mark in front is passed over
 * @returns the value, or why it is none and in which line
 *
 * @example
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

/** Where the first thing stands that is no piece of JSON; null where only the order is wrong. */
function offsetOfFault(json: string): number | null {
  TOKEN.lastIndex = 0;
  let end = 0;
  try {
    while (TOKEN.test(json)) end = TOKEN.lastIndex;
  } catch {
    // A text of a megabyte in one piece is too much for the expression; then without a line.
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
