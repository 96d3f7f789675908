/** The YAML block at the top of a file. */

/** Characters; larger front matter is not read. */
const MAX_LENGTH = 65_536;
/** Lines that are searched for its end. */
const MAX_LINES = 1_000;

/** The front matter, with its problem where it could not be read as YAML. */
export interface FrontMatter {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly problem: string | null;
}

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

/**
 * Reads front matter as YAML, by a library that is loaded only then.
 *
 * @returns Its attributes; broken YAML is a problem in the value, never an error.
 */
export async function readFrontMatter(
  lines: readonly string[],
  { start, end }: FrontMatterPlace,
): Promise<FrontMatter> {
  const yaml = lines.slice(start + 1, end).join("\n");
  if (yaml.length > MAX_LENGTH) {
    return { attributes: {}, problem: `The front matter is larger than ${MAX_LENGTH} characters` };
  }
  const { extract } = await import("@std/front-matter/yaml");
  try {
    // The comment keeps the first key's indentation, which the library would cut off.
    const { attrs } = extract<unknown>(`---\n#\n${yaml}\n---\n`);
    if (typeof attrs === "object" && attrs !== null && !Array.isArray(attrs)) {
      return { attributes: attrs as Record<string, unknown>, problem: null };
    }
    if (attrs === null || attrs === undefined) return { attributes: {}, problem: null };
    return { attributes: {}, problem: "The front matter has no keys" };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    return { attributes: {}, problem: `The front matter is not valid YAML: ${why}` };
  }
}

/**
 * Reads one value of front matter without YAML: for a scan of many files, where a value that is more
 * than a few words does not count.
 *
 * @returns The words, or null.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readPlainValue(['Status: "in progress" # since May'], "status"), "in progress");
 * ```
 */
export function readPlainValue(lines: readonly string[], key: string): string | null {
  const pattern = new RegExp(`^${RegExp.escape(key)}:[ \\t]*["']?([A-Za-z][\\w -]*)`, "i");
  for (const line of lines) {
    const value = pattern.exec(line)?.[1];
    if (value !== undefined) return value.trim();
  }
  return null;
}
