/** The block of keys at the top of a file. */

/** Lines that are searched for its end. */
const MAX_LINES = 1_000;

interface FrontMatterPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the front matter of a file.
 *
 * Blank lines may precede it: YAML tools forbid them, but editors leave them.
 *
 * @returns Where it is, or null where the file has none.
 *
 * @example Words between two rules are not front matter
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(findFrontMatter(["---", "status: open", "---"]), { start: 0, end: 2 });
 * assertEquals(findFrontMatter(["---", "Some words", "---"]), null);
 * ```
 */
export function findFrontMatter(lines: readonly string[]): FrontMatterPlace | null {
  const start = lines.findIndex((line) => line.trim() !== "");
  if (start === -1 || !/^---[ \t]*$/.test(lines[start]!)) return null;
  const limit = Math.min(lines.length, start + MAX_LINES);
  for (let end = start + 1; end < limit; end++) {
    if (/^(?:---|\.\.\.)[ \t]*$/.test(lines[end]!)) {
      return looksLikeYaml(lines, start + 1, end) ? { start, end } : null;
    }
  }
  return null;
}

/** The first line that is not a comment has a key. */
function looksLikeYaml(lines: readonly string[], from: number, end: number): boolean {
  for (let index = from; index < end; index++) {
    const line = lines[index]!.trim();
    if (line !== "" && !line.startsWith("#")) return /^["'\w][^:]*:(?:\s|$)|^\{/.test(line);
  }
  return true;
}

/** The lines of the front matter of a file, without its rules; empty for none. */
export function frontMatterOf(lines: readonly string[]): readonly string[] {
  const place = findFrontMatter(lines);
  return place === null ? [] : lines.slice(place.start + 1, place.end);
}

/**
 * Reads one value of front matter without YAML: only words count, which is what a state is written in.
 *
 * @param key Case does not matter.
 * @returns The words; null for a value of another kind, or none.
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
  for (const line of lines) {
    const value = pattern.exec(line)?.[2];
    if (value !== undefined) return value;
  }
  return null;
}
