/**
 * The worktrees of a parallel run: created below the loop's folder in the home folder, and removed without
 * losing a commit.
 *
 * @module
 */
import { dirname, join } from "@std/path";
import { attempt } from "../../error.ts";
import { isThere, namesIn, removeFolder } from "../../store/files/presence.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import { numberedNames } from "../../text/numbered.ts";
import { findFolders } from "../repository/worktree_folders.ts";
import { BRANCH_PREFIX, branchNameOf } from "./branch_names.ts";
import { type Git, GitError } from "./git.ts";
import type { PlanCopy } from "./plan_copies.ts";
import { findFreeBranch, saveWork, type Worktree } from "./save_work.ts";
import type { Repository } from "./repository.ts";

/** Maximum number of tries to create a worktree while other runs create theirs. */
const MOST_TRIES = 10;

/**
 * Creates a worktree on a new branch.
 *
 * @param repository The run's repository.
 * @param folder The folder of the run's worktrees.
 * @param name The item's number and text, for the branch.
 * @param planPath The plan, for the branch.
 * @param from The commit that the branch begins at, and the commit that its changes begin at. Default: the
 *   run's branch.
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
  for (let tries = 1;; tries++) {
    const branch = await findFreeBranch(git, branchNameOf(planPath, name));
    const path = findFreePath(join(folder, String(name.number)));
    const made = await git.run("worktree", "add", "-q", "-b", branch, path, commit);
    if (made.isOk) {
      return { git: git.at(path, findFolders(git, path)), path, branch, base };
    }
    // What git created before it failed contains no work.
    removeFolder(path);
    await git.run("worktree", "prune");
    // A run in another worktree of the repository took the name, or is creating a worktree right now.
    const isTaken = /already exists|cannot lock ref/.test(made.why);
    const isBusy = /failed to read .*commondir/.test(made.why);
    if (!isTaken) await git.run("branch", "-q", "-D", branch);
    if (!isTaken && !isBusy || tries === MOST_TRIES) {
      throw new GitError(`git worktree add failed: ${made.why}`);
    }
  }
}

/**
 * Removes a worktree. Uncommitted changes are committed to its branch first; a branch without commits
 * of its own is deleted.
 *
 * @param repository The run's repository.
 * @param copies The plan and its companions in the worktree; the rest of the branch is the agent's work.
 * @returns The branch, if it has commits that are not in the run's branch.
 * @throws {Error} If work cannot be committed; in that case the worktree stays.
 */
export async function removeWorktree(
  { git }: Pick<Repository, "git">,
  worktree: Worktree,
  copies: readonly PlanCopy[],
): Promise<UnmergedBranch | null> {
  if (isThere(worktree.path)) {
    // A failed merge may have moved the agent's work on top of the work of others.
    const tip = await worktree.git.run("rev-parse", "HEAD");
    const fork = await git.run("merge-base", "HEAD", tip.out);
    const base = await git.contains(fork.out, worktree.base) ? fork.out : worktree.base;
    await saveWork({ ...worktree, base }, copies, "Unfinished work");
    // A damaged worktree can have branches that only exist there.
    const head = await worktree.git.ask("rev-parse", "HEAD");
    const named = await git.ask("for-each-ref", "--count=1", `--contains=${head}`, "refs/heads/");
    if (named === "") throw new GitError(`commit ${head} is on no branch`);
  }
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
  // Twice, since git leaves a worktree locked if it is killed while creating it.
  const removed = await git.run("worktree", "remove", "--force", "--force", path);
  if (!removed.isOk) {
    removeFolder(path);
    await git.run("worktree", "unlock", path);
    await git.run("worktree", "prune");
  }
  // Removes the run's folder after its last worktree.
  attempt(() => Deno.removeSync(dirname(path)));
  return await dropMerged(git, branch);
}

/** Deletes a branch whose commits are all in the run's branch; returns it otherwise. */
async function dropMerged(git: Git, branch: string): Promise<UnmergedBranch | null> {
  // Git refuses if a commit would be lost.
  if ((await git.run("branch", "-q", "-d", branch)).isOk) return null;
  const commit = await git.find(`refs/heads/${branch}`);
  if (commit === null) return null;
  if (!await git.contains("HEAD", commit)) return { name: branch, commit };
  await git.run("branch", "-q", "-D", branch);
  return null;
}

/** Branches created by {@linkcode addWorktree}, not branches of the user. */
const ITEM_BRANCH = /^ralph\/[^/]+\/\d+-[^/]+$/;

/** Maximum number of branches deleted by one call of git. */
const MOST_NAMES = 500;

/**
 * Deletes the branches of items that are in the present branch and in no worktree, for example after a run
 * was killed right after a merge.
 *
 * @param git Git in the project's own tree.
 * @returns Their names.
 */
export async function deleteMerged(git: Git): Promise<string[]> {
  const format = "--format=%(refname:lstrip=2) %(worktreepath)";
  const ref = `refs/heads/${BRANCH_PREFIX}`;
  const listed = await git.run("for-each-ref", "--merged=HEAD", format, ref);
  const names = listed.out.split("\n").filter((line) => line.endsWith(" "))
    .map((line) => line.trim()).filter((name) => ITEM_BRANCH.test(name));
  for (let from = 0; from < names.length; from += MOST_NAMES) {
    // Git keeps a branch that it refuses to delete, and deletes the others.
    await git.run("branch", "-q", "-d", ...names.slice(from, from + MOST_NAMES));
  }
  const left = await git.run("for-each-ref", "--format=%(refname:lstrip=2)", ref);
  if (!left.isOk) return [];
  const kept = new Set(left.out.split("\n"));
  return names.filter((name) => !kept.has(name));
}

function findFreePath(stem: string): string {
  const isFree = (path: string) => !isThere(path) || namesIn(path).length === 0;
  return numberedNames(stem).find(isFree) ?? stem;
}
