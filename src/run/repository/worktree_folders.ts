/** Finds the worktrees of runs, and the folders of their repositories. */
import { dirname, join } from "@std/path";
import { namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { findGitFolders, type GitFolders } from "../../store/git_exclude.ts";
import { resolveLinks } from "../../store/project.ts";

/**
 * Finds the folder of all runs' worktrees. It is outside of `.claude`, since Claude Code asks before each
 * write below a `.claude` folder, whatever is allowed.
 *
 * @param ralphHome Ralph's home folder.
 *
 * @example The default home folder
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(worktreesDirOf("/home/u/.claude/ralph"), "/home/u/.local/state/ralph/worktrees");
 * assertEquals(worktreesDirOf("/srv/ralph"), "/srv/ralph/worktrees");
 * ```
 */
export function worktreesDirOf(ralphHome: string): string {
  return join(stateDirOf(ralphHome), "worktrees");
}

/** Finds the folder for files that runs create for their agents. */
export function stateDirOf(ralphHome: string): string {
  const at = `${ralphHome}/`.indexOf("/.claude/");
  return at < 0 ? ralphHome : join(ralphHome.slice(0, at), ".local/state/ralph");
}

/** Finds the folders of a worktree's repository, without its `.git` file, which its agent can write. */
export function findFolders(
  git: { readonly folders: GitFolders | null; readonly folder: string },
  path: string,
): GitFolders | null {
  const common = (git.folders ?? findGitFolders(git.folder))?.common;
  if (common === undefined) return null;
  const own = namesIn(join(common, "worktrees"))
    .map((name) => join(common, "worktrees", name))
    .find((folder) => worktreeOf(folder) === join(path));
  return own === undefined ? null : { own, common };
}

/** Finds the worktree that belongs to a folder below git's `worktrees`; null if the folder is damaged. */
export function worktreeOf(folder: string): string | null {
  const read = readText(join(folder, "gitdir"));
  return read.kind === "text" ? resolveLinks(dirname(read.text.trim())) : null;
}
