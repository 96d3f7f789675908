/**
 * The state of a project's tree as one text: two that are equal mean that nothing moved (design §8).
 *
 * @module
 */
import { join } from "@std/path";
import { findGitTop } from "../../store/project.ts";
import { OUR_PROJECT_FILES } from "../../store/git_exclude.ts";

/** git that takes longer has other troubles; then the tree says nothing: milliseconds. */
const GIT_TIMEOUT_MS = 10_000;
/** Without git: more entries are not looked at. */
const MOST_ENTRIES = 20_000;
/** Folders that are made anew by the tools of a project. */
const PASSED_OVER = new Set([
  ".git",
  "node_modules",
  "target",
  ".venv",
  "__pycache__",
  ".ralph-logs",
]);

/**
 * Takes the mark.
 *
 * @param project The project's root.
 * @param ignored Absolute paths that do not count: the plan (its items count instead) and its
 * companions, in which an agent may write its sorrows each round.
 * @returns The mark; null where it cannot be taken.
 */
export async function markTree(
  project: string,
  ignored: readonly string[],
): Promise<string | null> {
  const isIgnored = (path: string) => ignored.includes(path) || isOurs(path);
  return findGitTop(project) === null
    ? markFiles(project, isIgnored)
    : await markRepository(project, isIgnored);
}

const OUR_NAMES = new Set(OUR_PROJECT_FILES.map((pattern) => pattern.replace(/^\*\*\//, "")));

function isOurs(path: string): boolean {
  return [...OUR_NAMES].some((name) => {
    const stem = name.replace(/\*.*$/, "");
    return path.includes(`/${stem}`) && (name.includes("*") || path.endsWith(`/${stem}`));
  });
}

async function markRepository(
  project: string,
  isIgnored: (path: string) => boolean,
): Promise<string | null> {
  const [top, head, changes] = await Promise.all([
    git(project, ["rev-parse", "--show-toplevel"]),
    git(project, ["rev-parse", "--verify", "-q", "HEAD"]),
    git(project, ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames"]),
  ]);
  if (top === null || changes === null) return null;
  const changed = changes.split("\0").filter((entry) => entry !== "").flatMap((entry) => {
    const path = join(top.trimEnd(), entry.slice(3));
    return isIgnored(path) ? [] : [`${entry} ${stampOf(path)}`];
  });
  return [head?.trim() ?? "no commit", ...changed].join("\n");
}

/** Without locks, and without what a repository's own configuration would start. */
async function git(project: string, args: readonly string[]): Promise<string | null> {
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", ...args],
      cwd: project,
      env: { GIT_OPTIONAL_LOCKS: "0" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal: AbortSignal.timeout(GIT_TIMEOUT_MS),
    }).output();
    return success ? new TextDecoder().decode(stdout) : null;
  } catch {
    return null;
  }
}

function markFiles(project: string, isIgnored: (path: string) => boolean): string {
  const marks: string[] = [];
  const folders = [project];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, isDirectory } of listFolder(folder)) {
      if (marks.length >= MOST_ENTRIES) return marks.join("\n");
      const path = join(folder, name);
      if (isDirectory) {
        if (!PASSED_OVER.has(name)) folders.push(path);
      } else if (!isIgnored(path)) marks.push(`${path} ${stampOf(path)}`);
    }
  }
  return marks.join("\n");
}

function listFolder(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)].sort((left, right) => left.name < right.name ? -1 : 1);
  } catch {
    return [];
  }
}

function stampOf(path: string): string {
  try {
    const { size, mtime } = Deno.lstatSync(path);
    return `${size} ${mtime?.getTime() ?? 0}`;
  } catch {
    return "gone";
  }
}
