/**
 * Which of a project's files count as its tree: not ralph's own, not what its tools make anew.
 *
 * @module
 */
import { join } from "@std/path";
import { IGNORED_PATTERNS } from "../../store/project_files.ts";
import { walkFiles } from "../../tree/walk_files.ts";

/** Folders that the tools of a project make anew, where no ignore file says so. */
const MADE_BY_TOOLS: ReadonlySet<string> = new Set([
  "node_modules",
  "target",
  ".venv",
  "__pycache__",
  ".ralph-logs",
]);

/** Nobody looks at a bigger tree in the time of a hook. */
export const MOST_FILES = 20_000;
/** Those that do not count are walked over too. */
const MOST_WALKED = 100_000;

const OURS = new RegExp(`(?:^|/)(?:${IGNORED_PATTERNS.map(toSource).join("|")})$`);

/** A pattern of git that holds at any depth, as the source of a regular expression. */
function toSource(pattern: string): string {
  return pattern.replace(/^\*\*\//, "").split("*").map(RegExp.escape).join("[^/]*");
}

/**
 * Whether a file says nothing about progress.
 *
 * @param path Absolute.
 * @param ignored Absolute paths that the caller leaves out.
 */
export function isLeftOut(path: string, ignored: readonly string[]): boolean {
  return ignored.includes(path) || OURS.test(path.replaceAll("\\", "/"));
}

/**
 * Whether a path lies in a folder that tools make anew.
 *
 * @param path Relative, with slashes.
 */
export function isMadeByTools(path: string): boolean {
  return path.split("/").slice(0, -1).some((folder) => MADE_BY_TOOLS.has(folder));
}

/**
 * The files below a folder that no ignore file names, links left out.
 *
 * @param folder Absolute.
 * @returns Their absolute paths, in a fixed order; null where there are more than 20,000.
 */
export async function listFiles(folder: string): Promise<string[] | null> {
  const { files, isCut } = await walkFiles(folder, MOST_WALKED);
  const kept = files.filter((name) => !isMadeByTools(name));
  return isCut || kept.length > MOST_FILES ? null : kept.map((name) => join(folder, name));
}
