/**
 * Commits an agent's remaining work in its worktree to the worktree's branch, whatever the agent did to git
 * there: another branch, a detached HEAD, an unfinished rebase, a lock.
 *
 * @module
 */
import { join, relative } from "@std/path";
import { namesIn, removeFile } from "../../store/files/presence.ts";
import { numberedNames } from "../../text/numbered.ts";
import { type Git, GitError } from "./git.ts";
import { isAllKeptOut, readKeptOut } from "./kept_out.ts";
import { type PlanCopy, withdrawCopies } from "./plan_copies.ts";
import { findNested, literal } from "./work_tree.ts";

/** A worktree and its branch. */
export interface Worktree {
  readonly git: Git;
  readonly path: string;
  readonly branch: string;
  /** The commit that its changes begin at. */
  readonly base: string;
}

/** Aborts git operations that the agent left unfinished, without changing its files. */
async function releaseGit({ git, branch }: Worktree): Promise<void> {
  // The processes that held the locks have ended.
  for (const name of namesIn(git.ownFolder)) {
    if (name.endsWith(".lock")) removeFile(join(git.ownFolder, name));
  }
  if (git.folders !== null) removeFile(join(git.folders.common, "refs/heads", `${branch}.lock`));
  if (git.isRebasing) await git.run("rebase", "--quit");
}

/** The result of saving the work of a worktree. */
export interface SavedWork {
  /** The agent's additions to each companion of the plan, by the path of the original. */
  readonly added: ReadonlyMap<string, string>;
  /** Why the work cannot be merged, although it is committed; null if it can. */
  readonly problem: string | null;
}

/**
 * Commits all work to the worktree's branch, except the copies of the plan and its companions, and the
 * results of `worktree_setup`. Commits that contain these are created again without them.
 *
 * @param worktree The worktree; its agent has ended.
 * @param message The commit's message.
 * @throws {Error} If the work cannot be committed; it then exists only in the worktree.
 */
export async function saveWork(
  worktree: Worktree,
  copies: readonly PlanCopy[],
  message: string,
): Promise<SavedWork> {
  const { git, base } = worktree;
  await releaseGit(worktree);
  const added = await withdrawCopies(git, base, copies);
  const keptOut = literal(readKeptOut(git));
  if (isAllKeptOut(git)) return { added, problem: null };
  const hasConflict = await git.ask("ls-files", "--unmerged") !== "";
  const moved = await adoptHead(worktree);
  const ofPlan = copies.flatMap(({ tracked, movedTo }) => [
    ...tracked === null ? [] : [tracked],
    ...movedTo === undefined ? [] : [relative(git.folder, movedTo)],
  ]);
  const leftOut = [...literal(ofPlan), ...keptOut];
  if (await isCommitted(git, base, leftOut)) {
    await git.run("merge", "--quit");
    await replay(git, base, leftOut);
  }
  await git.ask("add", "-A", "--", ".");
  if (keptOut.length > 0) {
    const how = ["-r", "-q", "-f", "--cached", "--ignore-unmatch", ...FROM_INPUT];
    await git.write(keptOut.join("\0"), "rm", ...how);
  }
  const nested =
    findNested(await git.ask("diff", "--cached", "--raw", "--no-renames", "-z", base)) ??
      await findBare(git, base, await git.ask("write-tree"));
  if (nested !== null) {
    throw new Error(`"${nested}" is a repository of its own, whose changes cannot be merged`);
  }
  await commitStaged(git, message);
  return { added, problem: hasConflict ? "its agent left a merge with conflicts" : moved };
}

/** Options that make git read paths from its input. */
const FROM_INPUT = ["--pathspec-from-file=-", "--pathspec-file-nul"];

/** Checks whether a commit of the branch changes one of the paths. */
async function isCommitted(git: Git, base: string, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return false;
  const wanted = [`^${base}`, "HEAD", "--", ...paths].join("\n");
  return await git.write(wanted, "rev-list", "--full-history", "--stdin") !== "";
}

/**
 * Recreates the branch's commits without some paths, with the same messages and authors. A branch with
 * merges becomes a single commit. The work tree is unchanged.
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
  for (const [commit = ""] of commits) {
    await git.ask("read-tree", commit);
    await git.write(leftOut.join("\0"), "reset", "-q", ...FROM_INPUT, base);
    // This fails if nothing else was changed.
    const how = ["--no-verify", "--allow-empty-message", "--cleanup=verbatim"];
    await git.run("commit", "-q", ...how, "-C", commit);
  }
}

/** Commits the staged changes, if there are any. */
async function commitStaged(git: Git, message: string): Promise<void> {
  const made = await git.run("commit", "-q", "--no-verify", "--cleanup=whitespace", "-m", message);
  if (made.isOk || (await git.run("diff", "--cached", "--quiet")).isOk) return;
  throw new GitError(`git commit failed: ${made.why}`);
}

/**
 * Checks out the worktree's branch at the agent's commits, without changing a file. If the branch has other
 * commits, creates a new branch.
 *
 * @returns Why the commits cannot be merged; null if they can.
 */
async function adoptHead({ git, branch }: Worktree): Promise<string | null> {
  const ref = `refs/heads/${branch}`;
  const head = await git.ask("rev-parse", "HEAD");
  const tip = await git.find(ref);
  const isAhead = tip === null || tip === head || await git.contains(head, tip);
  const own = isAhead ? ref : `refs/heads/${await findFreeBranch(git, branch)}`;
  if (own !== ref || tip !== head) await git.ask("update-ref", own, head);
  await git.ask("symbolic-ref", "HEAD", own);
  return isAhead ? null : "its agent left commits on two branches";
}

/**
 * Finds a name for a new branch.
 *
 * @param stem The name; gets a number if it is already in use.
 */
export async function findFreeBranch(git: Git, stem: string): Promise<string> {
  for (const name of numberedNames(stem)) {
    if (await git.find(`refs/heads/${name}`) === null) return name;
  }
  return stem;
}

/** Finds a folder with files that became a bare repository, which git would use there at once. */
export async function findBare(git: Git, before: string, after: string): Promise<string | null> {
  const [old, now] = await Promise.all([before, after].map(async (tree) => {
    const listed = await git.ask("ls-tree", "-r", "-t", "--full-tree", "--name-only", "-z", tree);
    return new Set(listed.split("\0"));
  }));
  const isBare = (paths: ReadonlySet<string>, folder: string) => {
    const has = (name: string) => paths.has(`${folder}/${name}`);
    return has("HEAD") && (has("commondir") || has("objects") && has("refs"));
  };
  return [...now!].flatMap((path) => path.endsWith("/HEAD") ? [path.slice(0, -5)] : [])
    .find((folder) => old!.has(folder) && isBare(now!, folder) && !isBare(old!, folder)) ?? null;
}
