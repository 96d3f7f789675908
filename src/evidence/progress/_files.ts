/** The files that count as a project's tree, without files of ralph and other tools; and its submodules. */
import { join } from "../../system/path.ts";
import { askGit } from "../../system/run_git.ts";
import { attempt } from "../../error.ts";
import { infoOf, isThere, realPathOf } from "../../store/files/presence.ts";
import { IGNORED_PATTERNS } from "../../store/project_files.ts";
import { walkFiles } from "../../ideas/tree/walk_files.ts";

/** Folders that tools write, often without an entry in an ignore file. */
const MADE_BY_TOOLS: ReadonlySet<string> = new Set([
  "node_modules",
  "target",
  ".venv",
  "__pycache__",
  ".ralph-logs",
]);

/** A larger tree takes too long to read in a hook. */
export const MOST_FILES = 20_000;
/** Maximum number of entries to visit, including those that do not count. */
const MOST_WALKED = 100_000;

/** Matches the last two names of a path (docs/start-up.md). */
const OURS = new RegExp(`^(?:[^/]*/)?(?:${IGNORED_PATTERNS.map(toSource).join("|")})$`);

/** Translates a pattern of git that applies at any depth into the source of a regular expression. */
function toSource(pattern: string): string {
  return pattern.replace(/^\*\*\//, "").split("*").map(RegExp.escape).join("[^/]*");
}

/**
 * Checks whether a file does not count as progress.
 *
 * @param ignored Absolute paths that do not count.
 */
export function isLeftOut(path: string, ignored: readonly string[]): boolean {
  return ignored.includes(path) || OURS.test(path.split("/").slice(-2).join("/"));
}

/**
 * Checks whether a path is in a folder that tools write.
 *
 * @param path Relative, with slashes.
 */
export function isMadeByTools(path: string): boolean {
  return path.split("/").slice(0, -1).some((folder) => MADE_BY_TOOLS.has(folder));
}

/**
 * Lists the files below a folder, without ignored files and links.
 *
 * @param folder Absolute.
 * @returns Their absolute paths, in a fixed order; null if there are more than 20,000.
 */
export async function listFiles(folder: string): Promise<string[] | null> {
  const { files, isCut } = await walkFiles(folder, MOST_WALKED);
  const kept = files.filter((name) => !isMadeByTools(name));
  return isCut || kept.length > MOST_FILES ? null : kept.map((name) => join(folder, name));
}

/** Maximum number of submodules to read. */
const MOST_SUBMODULES = 50;

/**
 * Lists the submodules that are checked out.
 *
 * @param top The top of a work tree, absolute, links resolved.
 * @param endsAt Deadline, in milliseconds of `performance.now()`.
 * @returns Their folders, absolute, without links.
 */
export async function listSubmodules(top: string, endsAt: number): Promise<string[]> {
  if (!isThere(join(top, ".gitmodules"))) return [];
  const answer = await askGit(top, "ls-files", ["-z", "--stage"], endsAt);
  const entries = answer.kind === "text" ? answer.text.split("\0") : [];
  return entries.flatMap((entry) => /^160000 [^\t]*\t([^]+)$/.exec(entry)?.[1] ?? [])
    .map((path) => join(top, path))
    .filter((folder) => isWithin(top, folder) && isThere(join(folder, ".git")))
    .slice(0, MOST_SUBMODULES);
}

/** Number of folders that are searched for nested repositories, and their depth. */
const MOST_SEARCHED = 2_000;
const MOST_LEVELS = 3;

/**
 * Lists the repositories below a folder that are not submodules, such as those that the outer repository
 * ignores. An agent may work in them.
 *
 * @param top A folder, absolute, links resolved.
 * @returns Their folders, absolute, in a fixed order, without links.
 */
export function listNested(top: string): string[] {
  const found: string[] = [];
  let level = [top];
  let left = MOST_SEARCHED;
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      for (const { name, isDirectory } of attempt(() => [...Deno.readDirSync(folder)]) ?? []) {
        if (!isDirectory || name === ".git" || MADE_BY_TOOLS.has(name)) continue;
        if (--left < 0) return found.sort();
        const path = join(folder, name);
        // A submodule's `.git` is a file.
        if (infoOf(join(path, ".git"))?.isDirectory === true) found.push(path);
        else below.push(path);
      }
    }
    level = below;
  }
  return found.sort();
}

/**
 * Checks whether a folder is below the top. A forged index may name any path, and a folder in it may be a
 * link.
 */
function isWithin(top: string, folder: string): boolean {
  return realPathOf(folder) === folder && folder.startsWith(join(top, "/"));
}
