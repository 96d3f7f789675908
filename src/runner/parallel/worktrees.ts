/**
 * The worktrees of a parallel run: made below the loop's folder in the home folder, and removed
 * without losing a commit.
 *
 * @module
 */
import { basename, dirname, join } from "../../path/path.ts";
import { isThere, namesIn, removeFolder } from "../../store/files/presence.ts";
import { findGitFolders } from "../../store/git_exclude.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import { readText } from "../../store/files/text_file.ts";
import { resolveLinks } from "../../store/project.ts";
import { BRANCH_PREFIX, branchNameOf } from "./branch_names.ts";
import { type Git, GitError, type WorktreeFolders } from "./git.ts";
import { findFreeBranch, saveWork, type Worktree } from "./save_work.ts";
import type { Repository } from "./repository.ts";

/**
 * Finds the folder of all runs' worktrees. Claude Code asks before each write below a `.claude` folder,
 * whatever it is allowed, so they are beside it.
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
  const at = `${ralphHome}/`.indexOf("/.claude/");
  const folder = at < 0 ? ralphHome : join(ralphHome.slice(0, at), ".local/state/ralph");
  return join(folder, "worktrees");
}

/**
 * Makes a worktree on a new branch.
 *
 * @param repository The run's repository.
 * @param folder The folder of the run's worktrees.
 * @param name The item's number and text, for the branch.
 * @param planPath The plan, for the branch.
 * @param from The commit that the branch begins at, and the one that its changes begin at. Default:
 *   the run's branch.
 * @throws {GitError} If git refuses, for example because the disk is full.
 */
export async function addWorktree(
  { git }: Repository,
  folder: string,
  name: { readonly number: number; readonly text: string },
  planPath: string,
  from?: { readonly commit: string; readonly base: string },
): Promise<Worktree> {
  const commit = from?.commit ?? await git.ask("rev-parse", "HEAD");
  const base = from?.base ?? commit;
  const branch = await findFreeBranch(git, branchNameOf(planPath, name));
  const path = findFreePath(join(folder, String(name.number)));
  const made = await git.run("worktree", "add", "-q", "-b", branch, path, commit);
  if (!made.isOk) {
    // What git made before it failed has no work in it.
    removeFolder(path);
    await git.run("worktree", "prune");
    await git.run("branch", "-q", "-D", branch);
    throw new GitError(`git worktree add failed: ${made.why}`);
  }
  return { git: git.at(path, findFolders(git, path)), path, branch, base, keptOut: [] };
}

/**
 * Removes a worktree. Uncommitted changes are committed to its branch first; a branch without commits
 * of its own is deleted.
 *
 * @param repository The run's repository.
 * @returns The branch, if it has commits that are not in the run's branch.
 * @throws {Error} If work cannot be committed; then the worktree stays.
 */
export async function removeWorktree(
  { git }: Pick<Repository, "git">,
  worktree: Worktree,
): Promise<UnmergedBranch | null> {
  if (isThere(worktree.path)) await saveWork(worktree, "Unfinished work");
  return await dropWorktree({ git }, worktree);
}

/**
 * Removes a worktree without uncommitted work.
 *
 * @returns The branch, if it has commits that are not in the run's branch.
 */
export async function dropWorktree(
  { git }: Pick<Repository, "git">,
  { path, branch }: Worktree,
): Promise<UnmergedBranch | null> {
  // Twice: git leaves a worktree locked that it was killed in the middle of making.
  const removed = await git.run("worktree", "remove", "--force", "--force", path);
  if (!removed.isOk) {
    removeFolder(path);
    await git.run("worktree", "prune");
  }
  return await dropMerged(git, branch);
}

/** Deletes a branch whose commits are all in the run's branch; returns it otherwise. */
async function dropMerged(git: Git, branch: string): Promise<UnmergedBranch | null> {
  // Git refuses where a commit would be lost.
  if ((await git.run("branch", "-q", "-d", branch)).isOk) return null;
  const commit = await git.run("rev-parse", "--verify", "-q", `refs/heads/${branch}`);
  if (!commit.isOk) return null;
  if ((await git.run("merge-base", "--is-ancestor", commit.out, "HEAD")).isOk) {
    await git.run("branch", "-q", "-D", branch);
    return null;
  }
  return { name: branch, commit: commit.out };
}

/**
 * Lists the branches of parallel runs whose commits are not in the present branch.
 *
 * @param git Git in the project's own tree.
 * @param prefix The branches' folder: `ralph/`, or that of a plan.
 */
export async function listUnmerged(git: Git, prefix: string): Promise<UnmergedBranch[]> {
  const { isOk, out } = await git.run(
    "for-each-ref",
    "--no-merged=HEAD",
    "--format=%(refname:short) %(objectname)",
    `refs/heads/${prefix}`,
  );
  if (!isOk || out === "") return [];
  return out.split("\n").map((line) => {
    const at = line.lastIndexOf(" ");
    return { name: line.slice(0, at), commit: line.slice(at + 1) };
  });
}

/**
 * Finds worktrees that runs left behind, such as a killed one.
 *
 * @param git Git in the project's own tree.
 * @param worktreesDir The folder of all runs' worktrees.
 */
export async function listLeftWorktrees(git: Git, worktreesDir: string): Promise<Worktree[]> {
  const { isOk, out } = await git.run("worktree", "list", "--porcelain");
  if (!isOk) return [];
  const left: Worktree[] = [];
  for (const block of out.split("\n\n")) {
    const path = /^worktree (.*)$/m.exec(block)?.[1] ?? "";
    // Without a branch: its agent left HEAD detached.
    const branch = /^branch refs\/heads\/(.*)$/m.exec(block)?.[1] ??
      `${BRANCH_PREFIX}left/${basename(path)}`;
    const base = /^HEAD (.*)$/m.exec(block)?.[1] ?? "";
    if (!path.startsWith(join(resolveLinks(worktreesDir), "/"))) continue;
    left.push({ git: git.at(path, findFolders(git, path)), path, branch, base, keptOut: [] });
  }
  return left;
}

/** Finds the folders of a worktree's repository, not by its `.git` file, which its agent can write. */
function findFolders(git: Git, path: string): WorktreeFolders | null {
  const common = findGitFolders(git.folder)?.common;
  if (common === undefined) return null;
  const dotGit = join(path, ".git");
  const own = namesIn(join(common, "worktrees"))
    .map((name) => join(common, "worktrees", name))
    .find((folder) => {
      const read = readText(join(folder, "gitdir"));
      return read.kind === "text" && resolveLinks(dirname(read.text.trim())) === dirname(dotGit);
    });
  return own === undefined ? null : { own, common };
}

function findFreePath(stem: string): string {
  for (let take = 1;; take++) {
    const path = take === 1 ? stem : `${stem}-${take}`;
    if (!isThere(path) || namesIn(path).length === 0) return path;
  }
}
