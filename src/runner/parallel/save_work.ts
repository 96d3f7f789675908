/**
 * Commits what an agent left in its worktree to the worktree's branch, whatever the agent did to git
 * there: another branch, a detached HEAD, an unfinished rebase, a lock.
 *
 * @module
 */
import { join } from "../../path/path.ts";
import { removeFile } from "../../store/files/presence.ts";
import type { Git } from "./git.ts";

/** A worktree and its branch. */
export interface Worktree {
  readonly git: Git;
  readonly path: string;
  readonly branch: string;
  /** The commit that its changes begin at. */
  readonly base: string;
  /** Untracked paths from the top that are not the agent's work, such as the plan's copies. */
  readonly keptOut: readonly string[];
}

/** Locks of processes that have ended. */
const LOCKS: readonly string[] = ["index.lock", "HEAD.lock"];

/** Ends what the agent left unfinished in git, without a change of its files. */
export async function releaseGit({ git }: Pick<Worktree, "git">): Promise<void> {
  if (git.folders !== null) {
    for (const name of LOCKS) removeFile(join(git.folders.own, name));
  }
  await git.run("rebase", "--quit");
}

/**
 * Commits all work to the worktree's branch.
 *
 * @param worktree The worktree; its agent has ended.
 * @param message The commit's message.
 * @returns Why the work cannot be merged, although it is committed; null if it can.
 * @throws {Error} If it cannot be committed; then it is only in the worktree.
 */
export async function saveWork(worktree: Worktree, message: string): Promise<string | null> {
  const { git } = worktree;
  await releaseGit(worktree);
  const hasConflict = await git.ask("ls-files", "--unmerged") !== "";
  await commitRest(worktree, message);
  const moved = await adoptHead(worktree);
  return hasConflict ? "its agent left a merge with conflicts" : moved;
}

async function commitRest({ git, base, keptOut }: Worktree, message: string): Promise<void> {
  const listed = await git.ask("ls-files", "-z", "--others", "--exclude-standard");
  // Only a repository is listed as a folder.
  const repository = listed.split("\0").find((path) => path.endsWith("/"));
  if (repository !== undefined) throw nested(git, repository);
  await git.ask("add", "-A");
  if (keptOut.length > 0) {
    const paths = keptOut.map((path) => `:(literal)${path}`);
    await git.ask("rm", "-r", "-q", "-f", "--cached", "--ignore-unmatch", "--", ...paths);
  }
  const added = await git.ask("diff", "--cached", "--raw", "--no-renames", "-z", base);
  const link = /^:\d{6} 160000 \S+ \S+ A\0([^\0]*)/.exec(
    added.slice(Math.max(0, added.search(/:\d{6} 160000 \S+ \S+ A\0/))),
  )?.[1];
  if (link !== undefined) throw nested(git, link);
  const isMerging = (await git.run("rev-parse", "--verify", "-q", "MERGE_HEAD")).isOk;
  if (!isMerging && (await git.run("diff", "--cached", "--quiet")).isOk) return;
  await git.ask("commit", "-q", "--no-verify", "--cleanup=whitespace", "-m", message);
}

function nested({ folder }: Git, path: string): Error {
  return new Error(
    `"${path}" is a repository of its own, which cannot be merged; its worktree stays: ${folder}`,
  );
}

/** Makes the agent's commits those of the worktree's branch. */
async function adoptHead({ git, branch }: Worktree): Promise<string | null> {
  const ref = `refs/heads/${branch}`;
  if ((await git.run("symbolic-ref", "-q", "HEAD")).out === ref) return null;
  const head = await git.ask("rev-parse", "HEAD");
  const tip = await git.run("rev-parse", "--verify", "-q", ref);
  const isAhead = !tip.isOk || (await git.run("merge-base", "--is-ancestor", tip.out, head)).isOk;
  if (isAhead) {
    await git.ask("update-ref", ref, head);
    await git.ask("symbolic-ref", "HEAD", ref);
    return null;
  }
  const isBehind = (await git.run("merge-base", "--is-ancestor", head, tip.out)).isOk;
  if (isBehind && (await git.run("checkout", "-q", branch)).isOk) return null;
  await git.ask("branch", await findFreeBranch(git, branch), head);
  return "its agent left commits on two branches";
}

/**
 * Finds a name for a new branch.
 *
 * @param stem The name; a number is added where it is used already.
 */
export async function findFreeBranch(git: Git, stem: string): Promise<string> {
  for (let take = 1;; take++) {
    const name = take === 1 ? stem : `${stem}-${take}`;
    if (!(await git.run("rev-parse", "--verify", "-q", `refs/heads/${name}`)).isOk) return name;
  }
}
