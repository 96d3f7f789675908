/**
 * The worktrees of a parallel run: made below the loop's folder in the home folder, and removed
 * without losing a commit.
 *
 * @module
 */
import { basename, join } from "../../path/path.ts";
import { isThere, namesIn, removeFolder } from "../../store/files/presence.ts";
import { shorten } from "../../text/shorten.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import { Git } from "./git.ts";
import type { Repository } from "./repository.ts";

/** A worktree and its branch. */
export interface Worktree {
  readonly git: Git;
  readonly path: string;
  readonly branch: string;
  /** The commit that its changes begin at. */
  readonly base: string;
}

/** Below it are the branches of all runs. */
export const BRANCH_PREFIX = "ralph/";

/**
 * Names the branches of a plan: `ralph/PLAN/`.
 *
 * @example A plan with blanks
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(branchFolderOf("/p/My plan.md"), "ralph/my-plan/");
 * ```
 */
export function branchFolderOf(planPath: string): string {
  return `${BRANCH_PREFIX}${slugOf(basename(planPath).replace(/\.md$/i, ""))}/`;
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
  const stem = `${branchFolderOf(planPath)}${name.number}-${slugOf(name.text)}`;
  const branch = await findFreeBranch(git, stem);
  const path = findFreePath(join(folder, String(name.number)));
  await git.ask("worktree", "add", "-q", "-b", branch, path, commit);
  return { git: new Git(path), path, branch, base };
}

/**
 * Commits what an agent left uncommitted.
 *
 * @param worktree The worktree, without the plan's copies.
 * @param message The commit's message.
 */
export async function commitRest({ git }: Worktree, message: string): Promise<void> {
  await git.ask("add", "-A");
  if ((await git.run("diff", "--cached", "--quiet")).isOk) return;
  await git.ask("commit", "-q", "--no-verify", "-m", message);
}

/**
 * Removes a worktree. Uncommitted changes are committed to its branch first; a branch without commits
 * of its own is deleted.
 *
 * @param repository The run's repository.
 * @returns The branch, if it has commits that are not in the run's branch.
 */
export async function removeWorktree(
  { git }: Pick<Repository, "git">,
  worktree: Worktree,
): Promise<UnmergedBranch | null> {
  const { path } = worktree;
  if (isThere(path)) {
    await worktree.git.run("rebase", "--abort");
    await commitRest(worktree, "Unfinished work").catch(() => {});
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
  const removed = await git.run("worktree", "remove", "--force", path);
  if (!removed.isOk) {
    removeFolder(path);
    await git.run("worktree", "prune");
  }
  return await dropMerged(git, branch);
}

/** Deletes a branch whose commits are all in the run's branch; returns it otherwise. */
async function dropMerged(git: Git, branch: string): Promise<UnmergedBranch | null> {
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
 * @param loopsDir The folder of all loops, whose worktrees are ralph's.
 */
export async function listLeftWorktrees(git: Git, loopsDir: string): Promise<Worktree[]> {
  const { isOk, out } = await git.run("worktree", "list", "--porcelain");
  if (!isOk) return [];
  return out.split("\n\n").flatMap((block) => {
    const path = /^worktree (.*)$/m.exec(block)?.[1] ?? "";
    const branch = /^branch refs\/heads\/(.*)$/m.exec(block)?.[1];
    const base = /^HEAD (.*)$/m.exec(block)?.[1] ?? "";
    if (!path.startsWith(join(loopsDir, "/"))) return [];
    return [{ git: new Git(path), path, branch: branch ?? "", base }];
  });
}

async function findFreeBranch(git: Git, stem: string): Promise<string> {
  for (let take = 1;; take++) {
    const name = take === 1 ? stem : `${stem}-${take}`;
    if (!(await git.run("rev-parse", "--verify", "-q", `refs/heads/${name}`)).isOk) return name;
  }
}

function findFreePath(stem: string): string {
  for (let take = 1;; take++) {
    const path = take === 1 ? stem : `${stem}-${take}`;
    if (!isThere(path) || namesIn(path).length === 0) return path;
  }
}

/** Letters, digits and hyphens, at most 40 characters. */
function slugOf(text: string): string {
  const slug = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return shorten(slug, 40).replace(/[^\p{L}\p{N}-]/gu, "").replace(/-+$/, "") || "item";
}
