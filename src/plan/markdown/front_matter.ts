/** The block of keys at the top of a file. */

/** Number of lines that are searched for its end. */
const MAX_LINES = 1_000;

/**
 * Reads the front matter of a file.
 *
 * Blank lines may come before it: YAML tools forbid them, but editors leave them.
 *
 * @returns No lines, and 0, if the file has no front matter.
 *
 * @example Words between two rules are not front matter
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readFrontMatter(["---", "status: open", "---"]), { lines: ["status: open"], end: 3 });
 * assertEquals(readFrontMatter(["---", "Some words", "---"]), { lines: [], end: 0 });
 * ```
 */
export function readFrontMatter(lines: readonly string[]) {
  const none = { lines: [], end: 0 };
  const start = lines.findIndex((line) => line.trim() !== "");
  if (start === -1 || !/^---[ \t]*$/.test(lines[start]!)) return none;
  const length = lines.slice(start + 1, start + MAX_LINES)
    .findIndex((line) => /^(?:---|\.\.\.)[ \t]*$/.test(line));
  const inside = lines.slice(start + 1, start + 1 + length);
  return length >= 0 && looksLikeYaml(inside) ? { lines: inside, end: start + length + 2 } : none;
}

/** Checks whether the first line that is not a comment has a key. */
function looksLikeYaml(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  return first === undefined || /^["'\w][^:]*:(?:\s|$)|^\{/.test(first.trim());
}

/**
 * Reads one value of front matter without YAML. Only plain words count, which is the form of a state.
 *
 * @param key The key, in any case.
 * @returns The words; null for another kind of value, or without one.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readPlainValue(['Status: "in progress" # since May'], "status"), "in progress");
 * assertEquals(readPlainValue(["status: done, but for the docs"], "status"), null);
 * ```
 */
export function readPlainValue(lines: readonly string[], key: string): string | null {
  const pattern = new RegExp(
    `^${RegExp.escape(key)}:[ \\t]+(["']?)([a-z][\\w -]*?)\\1[ \\t]*(?:[ \\t]#.*)?$`,
    "i",
  );
  const value = lines.map((line) => pattern.exec(line)?.[2]).find((read) => read !== undefined);
  return value === undefined || isBroken(lines) ? null : value;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}", '"': '"', "'": "'" };

/**
 * Checks whether lines cannot be YAML: a tab indents, or a value begins with a bracket or quote but does
 * not end with one.
 */
function isBroken(lines: readonly string[]): boolean {
  if (lines.some((line) => /^ *\t[ \t]*\S/.test(line))) return true;
  const begins = lines.flatMap((line, index) => /^[^\s#-]/.test(line) ? [index] : []);
  return begins.some((begin, at) => {
    const entry = lines.slice(begin, begins[at + 1]).join("\n");
    const value = /^[^:]+:\s+([^]*)$/.exec(entry)?.[1]?.replace(/\s#.*$/gm, "").trim() ?? "";
    const closing = CLOSING[value[0] ?? ""];
    return closing !== undefined && (value.length === 1 || !value.endsWith(closing));
  });
}
