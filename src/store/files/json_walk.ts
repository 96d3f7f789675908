/**
 * Walks through the pieces of a JSON text: where its first fault is, and where its names are. Used
 * only after `JSON.parse` has failed, or to say in which line a name is.
 */

/** The first fault of a text. */
export interface JsonFault {
  /** What was expected and what was found. */
  readonly why: string;
  readonly offset: number;
}

/** Takes each name of an object: the names that lead to it, and the index of its quote. */
export type TakeName = (path: readonly string[], offset: number) => void;

/** One piece of JSON with the space before it. */
const TOKEN =
  // deno-lint-ignore no-control-regex -- JSON forbids control characters in texts
  /[ \t\r\n]*([{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** What may come next, as the end of "expected …". */
type Wanted = "value" | "first-value" | "name" | "first-name" | "colon" | "comma" | "end";

/** An object or array that is not closed yet. */
interface Open {
  readonly closing: "}" | "]";
  name: string | null;
}

/**
 * Walks through a JSON text up to its end or its first fault.
 *
 * @param json The text, without a byte order mark.
 * @returns The fault; null where the text is JSON, or too long to be walked through.
 *
 * @example A comma too many
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(walkJson('{"a": 1,}'), {
 *   why: 'expected a name in double quotes, found "}"',
 *   offset: 8,
 * });
 * ```
 */
export function walkJson(json: string, takeName: TakeName = () => {}): JsonFault | null {
  const open: Open[] = [];
  let wanted: Wanted = "value";
  TOKEN.lastIndex = 0;
  for (;;) {
    const from = TOKEN.lastIndex;
    const token = readToken(json);
    if (token === undefined) return null;
    if (token === null) return faultAfter(json, from, wanted, open.at(-1));
    const offset = TOKEN.lastIndex - token.length;
    const inner = open.at(-1);
    const next = follow(wanted, token, inner);
    if (next === null) {
      return { why: `expected ${expected(wanted, inner)}, found ${cut(token)}`, offset };
    }
    if (next === "colon" && inner !== undefined) {
      inner.name = JSON.parse(token);
      takeName(open.flatMap(({ name }) => name ?? []), offset);
    } else if (token === "{" || token === "[") {
      open.push({ closing: token === "{" ? "}" : "]", name: null });
    } else if (token === inner?.closing) open.pop();
    wanted = next === "comma" && open.length === 0 ? "end" : next;
  }
}

/** Reads the next piece; null at the end or at a fault, undefined where the text is too long. */
function readToken(json: string): string | null | undefined {
  try {
    return TOKEN.exec(json)?.[1] ?? null;
  } catch {
    // A string of a megabyte is too long for the expression.
    return undefined;
  }
}

/** What may come after a piece; null where the piece itself may not come. */
function follow(wanted: Wanted, token: string, open: Open | undefined): Wanted | null {
  switch (wanted) {
    case "colon":
      return token === ":" ? "value" : null;
    case "end":
      return null;
    case "comma":
      if (token === open?.closing) return "comma";
      return token !== "," ? null : open?.closing === "}" ? "name" : "value";
    case "first-name":
    case "name":
      if (token === "}" && wanted === "first-name") return "comma";
      return token.startsWith('"') ? "colon" : null;
    case "first-value":
    case "value":
      if (token === "]" && wanted === "first-value") return "comma";
      if (token === "{") return "first-name";
      if (token === "[") return "first-value";
      return "}],:".includes(token) ? null : "comma";
  }
}

const EXPECTED: Readonly<Record<Exclude<Wanted, "comma">, string>> = {
  colon: 'a ":"',
  end: "the end of the file",
  name: "a name in double quotes",
  "first-name": 'a name in double quotes, or "}"',
  value: "a value",
  "first-value": 'a value, or "]"',
};

function expected(wanted: Wanted, open: Open | undefined): string {
  return wanted === "comma" ? `a comma or "${open?.closing}"` : EXPECTED[wanted];
}

/** The fault of what is not a piece of JSON; null at the end of a whole text. */
function faultAfter(
  json: string,
  from: number,
  wanted: Wanted,
  open: Open | undefined,
): JsonFault | null {
  const rest = json.slice(from).replace(/^[ \t\r\n]+/, "");
  const offset = json.length - rest.length;
  if (rest === "") {
    if (wanted === "end") return null;
    return { why: `expected ${expected(wanted, open)}, found the end of the file`, offset };
  }
  if (/^(?:\/[/*]|#)/.test(rest)) {
    return { why: "it has a comment, which JSON does not allow", offset };
  }
  if (rest.startsWith("'")) {
    return { why: "text is in single quotes, and JSON needs double quotes", offset };
  }
  const why = rest.startsWith('"')
    ? "a text in double quotes is not closed in its line, or has an escape that JSON does not know"
    : `expected ${expected(wanted, open)}, found ${cut(/^(?:[\w.+-]+|.)/su.exec(rest)![0])}`;
  return { why, offset };
}

/** Longest piece that is shown, characters. */
const LONGEST = 20;

function cut(token: string): string {
  const text = token.startsWith('"') ? token.slice(1, -1) : token;
  return `"${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}"`;
}
