/**
 * Commits what an agent left in its worktree to the worktree's branch, whatever the agent did to git
 * there: another branch, a detached HEAD, an unfinished rebase, a lock.
 *
 * @module
 */
import { join } from "@std/path";
import { isThere, namesIn, removeFile } from "../../store/files/presence.ts";
import { numberedNames } from "../../text/numbered.ts";
import { type Git, GitError } from "./git.ts";
import { isAllKeptOut, readKeptOut } from "./kept_out.ts";
import { literal, readCommitted, readWorkTree, withFolders } from "./work_tree.ts";

/** A worktree and its branch. */
export interface Worktree {
  readonly git: Git;
  readonly path: string;
  readonly branch: string;
  /** The commit that its changes begin at. */
  readonly base: string;
}

/** Ends what the agent left unfinished in git, without a change of its files. */
export async function releaseGit({ git, branch }: Worktree): Promise<void> {
  // Their processes have ended.
  for (const name of namesIn(git.ownFolder)) {
    if (name.endsWith(".lock")) removeFile(join(git.ownFolder, name));
  }
  if (git.folders !== null) removeFile(join(git.folders.common, "refs/heads", `${branch}.lock`));
  const isRebasing = ["rebase-merge", "rebase-apply"]
    .some((name) => isThere(join(git.ownFolder, name)));
  if (isRebasing) await git.run("rebase", "--quit");
}

/**
 * Commits all work to the worktree's branch. Commits that have what is kept out, such as a file that
 * `worktree_setup` made, are made again without it.
 *
 * @param worktree The worktree; its agent has ended.
 * @param message The commit's message.
 * @param leftOut Tracked paths from the top that no commit may change, such as the plan; in the work
 *   tree they are as at the base. Commits that change them are made again too.
 * @returns Why the work cannot be merged, although it is committed; null if it can.
 * @throws {Error} If it cannot be committed; then it is only in the worktree.
 */
export async function saveWork(
  worktree: Worktree,
  message: string,
  leftOut: readonly string[] = [],
): Promise<string | null> {
  const { git, base, branch } = worktree;
  await releaseGit(worktree);
  const keptOut = readKeptOut(git);
  if (isAllKeptOut(keptOut)) return null;
  const state = await readWorkTree(git);
  const committed = await readCommitted(git, base, state.head);
  const nested = state.repository ?? committed.repository;
  if (nested !== null) {
    throw new Error(`"${nested}" is a repository of its own, whose changes cannot be merged`);
  }
  const isOnBranch = state.branch === branch;
  const inCommits = withFolders(committed.paths);
  const isReplayed = isOnBranch && [...leftOut, ...keptOut].some((path) => inCommits.has(path));
  const isMerging = isThere(join(git.ownFolder, "MERGE_HEAD"));
  if (isReplayed || isMerging || state.paths.length > 0) {
    if (isReplayed && isMerging) await git.ask("merge", "--quit");
    if (isReplayed) await replay(git, base, [...leftOut, ...keptOut]);
    await git.ask("add", "-A", "--", ".");
    const seen = withFolders([...state.paths, ...committed.paths]);
    const removed = literal(keptOut.filter((path) => seen.has(path)));
    if (removed.length > 0) {
      const how = ["-r", "-q", "-f", "--cached", "--ignore-unmatch"];
      const list = ["--pathspec-from-file=-", "--pathspec-file-nul"];
      await git.write(removed.join("\0"), "rm", ...how, ...list);
    }
    await commitStaged(git, message);
  }
  // On another branch, what it committed is squashed once it is on this one.
  const moved = isOnBranch
    ? null
    : await adoptHead(worktree) ?? await saveWork(worktree, message, leftOut);
  return state.hasConflict ? "its agent left a merge with conflicts" : moved;
}

/**
 * Makes the branch's commits again without some paths, with their messages and authors. A
 * branch with merges becomes a single commit. The work tree stays.
 */
async function replay(git: Git, base: string, leftOut: readonly string[]): Promise<void> {
  const listed = await git.ask(
    "rev-list",
    "--reverse",
    "--topo-order",
    "--parents",
    `${base}..HEAD`,
  );
  const commits = listed.split("\n").map((line) => line.split(" "));
  await git.ask("reset", "-q", "--soft", base);
  if (commits.some(({ length }) => length !== 2)) return;
  const paths = literal(leftOut).join("\0");
  const which = ["--pathspec-from-file=-", "--pathspec-file-nul"];
  for (const [commit = ""] of commits) {
    await git.ask("read-tree", commit);
    await git.write(paths, "reset", "-q", ...which, base);
    // It fails where nothing else was changed.
    const how = ["--no-verify", "--allow-empty-message", "--cleanup=verbatim"];
    await git.run("commit", "-q", ...how, "-C", commit);
  }
}

/** Commits what is staged, if there is anything. */
async function commitStaged(git: Git, message: string): Promise<void> {
  const made = await git.run("commit", "-q", "--no-verify", "--cleanup=whitespace", "-m", message);
  if (made.isOk || (await git.run("diff", "--cached", "--quiet")).isOk) return;
  throw new GitError(`git commit failed: ${made.why}`);
}

/** Makes the agent's commits those of the worktree's branch. */
async function adoptHead({ git, branch }: Worktree): Promise<string | null> {
  const ref = `refs/heads/${branch}`;
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
  for (const name of numberedNames(stem)) {
    if (!(await git.run("rev-parse", "--verify", "-q", `refs/heads/${name}`)).isOk) return name;
  }
  return stem;
}
