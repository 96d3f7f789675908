/**
 * Did any file of a project's tree change after a moment? By the files' own times: for a moment at
 * which nobody took the tree's mark.
 *
 * @module
 */
import { basename, dirname, join } from "../../path/path.ts";
import { attempt } from "../../error.ts";
import { askGit } from "../../process/ask_git.ts";
import { findGitTop } from "../../store/project.ts";
import { isLeftOut, listFiles } from "./_files.ts";

/** What fits into a Stop hook: milliseconds. */
const TIMEOUT_MS = 3_000;
/** Every write of ours moves it. */
const OUR_FOLDER = ".claude";

/**
 * Looks for a change. Times that only look new (a `touch`, an ignored file that came or went) count
 * as changes: the answer is "no" only where it is certain.
 *
 * @param project The project's root, links resolved.
 * @param ignored Absolute paths that do not count.
 * @param seconds Unix seconds.
 * @returns Whether a file or folder has a later time; null where that cannot be known in 3 s.
 */
export async function hasMovedSince(
  project: string,
  ignored: readonly string[],
  seconds: number,
): Promise<boolean | null> {
  const endsAt = performance.now() + TIMEOUT_MS;
  const tree = await listTree(project, endsAt);
  if (tree === null) return null;
  const paths = tree.paths;
  const folders = new Set([tree.top]);
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    if (isLeftOut(path, ignored)) continue;
    const info = attempt(() => Deno.lstatSync(path));
    if (latestTime(info) > seconds) return true;
    if (info?.isDirectory) {
      // A repository within this one.
      const below = await listFiles(path);
      if (below === null) return null;
      for (const file of below) paths.push(file);
    }
    // What was removed shows in its folder.
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
    if (performance.now() >= endsAt) return null;
  }
  return [...folders].some((folder) =>
    basename(folder) !== OUR_FOLDER && latestTime(attempt(() => Deno.lstatSync(folder))) > seconds
  );
}

/** The folder that is looked through, and its files: those that git knows or would add. */
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
 * When an entry's content or standing changed, in Unix seconds; 0 for one that is gone. The standing
 * (which shows a file that was put there with an old time) is known by whole seconds only.
 */
function latestTime(info: Deno.FileInfo | null): number {
  return Math.max(info?.mtime?.getTime() ?? 0, info?.ctime?.getTime() ?? 0) / 1000;
}
