/**
 * Checks by the files' times whether any file of a project's tree changed after a given time, for times
 * without a mark of the tree.
 */
import { basename, dirname, join } from "../../system/path.ts";
import { attempt } from "../../error.ts";
import { askGit } from "../../system/run_git.ts";
import { findGitTop } from "../../store/project.ts";
import { isLeftOut, listFiles, listNested } from "./_files.ts";

/** Time limit in milliseconds that fits into a Stop hook. */
const TIMEOUT_MS = 3_000;
/** Files that git writes at a commit. */
const COMMIT_FILES: readonly string[] = [".git/HEAD", ".git/logs/HEAD"];
/** ralph's folder, which changes whenever ralph writes. */
const OUR_FOLDER = ".claude";

/**
 * Checks whether a file or folder changed after a given time. A `touch` counts as a change, as does an
 * ignored file that appears or disappears. So only false is certain.
 *
 * @param ignored Absolute paths that do not count.
 * @returns Null if that cannot be determined within 3 s.
 */
export async function hasMovedSince(
  project: string,
  ignored: readonly string[],
  sinceMs: number,
): Promise<boolean | null> {
  const endsAt = performance.now() + TIMEOUT_MS;
  const nested = listNested(project);
  const trees = await Promise.all([project, ...nested].map((folder) => listTree(folder, endsAt)));
  const timeOf = (path: string) => latestTime(attempt(() => Deno.lstatSync(path)));
  const commits = nested.flatMap((folder) => COMMIT_FILES.map((name) => join(folder, name)));
  if (commits.some((path) => timeOf(path) > sinceMs)) return true;
  const paths: string[] = [];
  const folders = new Set<string>();
  for (const tree of trees) {
    if (tree === null) return null;
    for (const path of tree.paths) paths.push(path);
    folders.add(tree.top);
  }
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    if (isLeftOut(path, ignored)) continue;
    const info = attempt(() => Deno.lstatSync(path));
    if (latestTime(info) > sinceMs) return true;
    if (info?.isDirectory) {
      // A folder in git's list is a nested repository.
      const below = await listFiles(path);
      if (below === null) return null;
      for (const file of below) paths.push(file);
    }
    // A removed file changes the time of its folder.
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
    if (performance.now() >= endsAt) return null;
  }
  return [...folders].some((folder) => basename(folder) !== OUR_FOLDER && timeOf(folder) > sinceMs);
}

/** Lists the folder to search, and its files that git tracks or would add. */
async function listTree(
  project: string,
  endsAt: number,
): Promise<{ top: string; paths: string[] } | null> {
  const top = findGitTop(project);
  if (top !== null) {
    const options = ["-z", "--cached", "--others", "--exclude-standard"];
    const answer = await askGit(top, "ls-files", options, endsAt);
    if (answer.kind === "late") return null;
    if (answer.kind === "text") {
      const names = answer.text.split("\0").filter((name) => name !== "");
      return { top, paths: names.map((name) => join(top, name)) };
    }
  }
  const paths = await listFiles(project);
  return paths === null ? null : { top: project, paths };
}

/**
 * Returns when an entry's content or status changed, in epoch milliseconds; 0 for a missing entry. The
 * status time, which reveals a file that was added with an old time, is in whole seconds only.
 */
function latestTime(info: Deno.FileInfo | null): number {
  return Math.max(info?.mtime?.getTime() ?? 0, info?.ctime?.getTime() ?? 0);
}
