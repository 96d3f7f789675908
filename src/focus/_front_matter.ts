/**
 * The YAML block at the top of a file.
 *
 * @module
 */
import type { FrontMatter } from "./document.ts";

/** Larger front matter is no front matter: bytes of text. */
const MAX_LENGTH = 65_536;
/** Search no further for its end: lines. */
const MAX_LINES = 1_000;

/**
 * Finds where the front matter stands.
 *
 * Blank lines may come before it, which YAML's own tools forbid and editors leave.
 *
 * @param lines The file's lines.
 * @returns Indexes of its two delimiter lines, or null where the file has none.
 */
export function findFrontMatter(lines: readonly string[]): { start: number; end: number } | null {
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

/** A rule, words and another rule are no front matter: its first line has a key or a comment. */
function looksLikeYaml(lines: readonly string[], from: number, end: number): boolean {
  for (let index = from; index < end; index++) {
    const line = lines[index]!.trim();
    if (line !== "" && !line.startsWith("#")) return /^["'\w][^:]*:(?:\s|$)|^\{/.test(line);
  }
  return true;
}

/**
 * Reads front matter; broken YAML is a problem in the value, never an error.
 *
 * @param yaml The text between the delimiters.
 */
export async function readFrontMatter(yaml: string): Promise<FrontMatter> {
  if (yaml.length > MAX_LENGTH) {
    return { attributes: {}, problem: `The front matter is larger than ${MAX_LENGTH} characters` };
  }
  const { parse } = await import("@std/yaml");
  try {
    const value = parse(yaml);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { attributes: value as Record<string, unknown>, problem: null };
    }
    if (value === null || value === undefined) return { attributes: {}, problem: null };
    return { attributes: {}, problem: "The front matter has no keys" };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    return { attributes: {}, problem: `The front matter is not valid YAML: ${why}` };
  }
}
