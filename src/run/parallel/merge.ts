/**
 * Merges the branch of a finished item into the branch that the run was started on: rebases it, verifies it
 * again, then fast-forwards. Merges only one branch at a time.
 *
 * @module
 */
import type { FailedCheck } from "../job/job.ts";
import { appendToFile, finishItem, type PlanCopy } from "./plan_copies.ts";
import type { Git } from "./git.ts";
import type { Repository } from "./repository.ts";
import type { RunBranch } from "./run_branch.ts";
import type { Worktree } from "./save_work.ts";
import { DETACHED, literal, readWorkTree } from "./work_tree.ts";

/** An item that an agent has finished, as found in its worktree. */
interface FinishedItem {
  readonly key: string;
  readonly text: string;
  /** Its line in the plan's copy: ticked, or skipped with a reason. Null if its agent removed it. */
  readonly rawLine: string | null;
  /** Number of agents that worked on it. */
  readonly tries: number;
}

/** Whether an item is now in the run's branch, and why not. */
export type Merged =
  /** `commit` is the tip of the run's branch afterwards. */
  | { readonly kind: "merged"; readonly commit: string }
  /** Its branch is finished; another machine merges it. */
  | { readonly kind: "finished"; readonly commit: string }
  /** The item has to be done again, on top of the merged state. */
  | {
    readonly kind: "again";
    readonly why: string;
    readonly conflicts: readonly string[];
    readonly check: FailedCheck | null;
  }
  /** It is not merged, and will not be tried again. */
  | { readonly kind: "failed"; readonly why: string };

/** An item to merge, its worktree, and the way to verify it. */
export interface MergeRequest {
  readonly repository: Repository;
  readonly runBranch: RunBranch;
  /** The worktree of its finished branch. */
  readonly worktree: Worktree;
  readonly copies: readonly PlanCopy[];
  /** The agent's additions to each companion of the plan, by the path of the original. */
  readonly added: ReadonlyMap<string, string>;
  readonly item: FinishedItem;
  /**
   * Verifies the worktree after a rebase onto a commit of the run's branch; null if it may be merged.
   */
  readonly verify: (target: string) => Promise<FailedCheck | null>;
  readonly isStopped: () => boolean;
}

/** The result of an item when the run is stopped. */
export const STOPPED: Merged = { kind: "failed", why: "the run was stopped" };

/** Maximum number of rebases of a branch because the user committed meanwhile. */
const MOST_TRIES = 5;

/**
 * Merges a finished item and ticks it in the plan.
 *
 * @throws {GitError} If git fails in an unexpected way; the branch still has all commits.
 */
export async function mergeItem(request: MergeRequest): Promise<Merged> {
  const { repository, runBranch, worktree, copies, isStopped } = request;
  const { git } = worktree;
  let { base } = worktree;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (isStopped()) return STOPPED;
    const target = await repository.git.ask("rev-parse", "HEAD");
    const move = await runBranch.findMove();
    if (move !== null) return { kind: "failed", why: move };
    const rebased = target === base
      ? null
      : await git.run("rebase", "-q", "--merge", "--onto", target, base);
    if (rebased?.isOk === false) {
      const { out } = await git.run("diff", "--name-only", "--diff-filter=U", "-z");
      await git.run("rebase", "--abort");
      const conflicts = out.split("\0").filter((path) => path !== "");
      const why = "its changes conflict with merged ones";
      return { kind: "again", why, conflicts, check: null };
    }
    base = target;
    const check = await request.verify(target);
    if (isStopped()) return STOPPED;
    if (check !== null) {
      const why = `\`${check.command}\` fails after the merge`;
      return { kind: "again", why, conflicts: [], check };
    }
    // Files that verification changed in the worktree are not part of the change.
    await git.run("checkout", "-q", "--", ".");
    const verified = await git.ask("rev-parse", "HEAD");
    const now = await readWorkTree(repository.git, trackedOf(copies));
    if (now.head !== target) continue;
    const refusal = await findRefusal(repository, now.branch, target, verified);
    if (refusal !== null) return { kind: "failed", why: refusal };
    const direct = await carryOver(request, now.paths, verified !== target);
    const commit = await git.ask("rev-parse", "HEAD");
    runBranch.noteMerge(commit);
    const failure = await fastForward(repository.git, target, commit);
    if (failure === null) {
      await carryDirect(request, direct);
      return { kind: "merged", commit };
    }
    // The next try carries the tick over again, into the plan as it is then.
    await git.ask("reset", "-q", "--hard", verified);
    if (await repository.git.ask("rev-parse", "HEAD") === target) {
      return { kind: "failed", why: failure };
    }
  }
  return { kind: "failed", why: "the branch kept moving" };
}

/**
 * Moves the run's branch to a commit, regardless of the user's configuration for merges.
 *
 * @returns Why it failed; null if it succeeded.
 */
async function fastForward(git: Git, target: string, commit: string): Promise<string | null> {
  const how = ["-q", "--ff-only", "--no-squash", "--no-verify-signatures"];
  // An ignored file of the user, such as .env, is not in any commit.
  const merged = await git.run("merge", ...how, "--no-overwrite-ignore", commit);
  const head = await git.ask("rev-parse", "HEAD");
  if (merged.isOk && (head !== target || commit === target)) return null;
  // Git changes the files first. If it then could not move the branch, this restores the files; if git
  // changed none, this changes none.
  if (head === target) await git.run("read-tree", "-m", "-u", commit, target);
  return merged.why || "git merge did not move the branch";
}

/** Finds out why the user's own tree cannot take the commits. @returns Null if it can. */
async function findRefusal(
  { git, branch, dirty }: Repository,
  current: string,
  target: string,
  commit: string,
): Promise<string | null> {
  if (current !== branch) {
    const shown = current === DETACHED ? "no branch" : current;
    return `the project is on ${shown} now, not ${branch}`;
  }
  if (dirty.length === 0) return null;
  const changed = await git.ask("diff", "--name-only", "-z", target, commit);
  const overlap = changed.split("\0").find((path) => dirty.includes(path));
  return overlap === undefined ? null : `it changes ${overlap}, which has uncommitted changes`;
}

/**
 * Ticks the item and extends the companions in the commit that is merged, for files that git tracks and that
 * the user has not changed.
 *
 * @param dirty Paths with uncommitted changes of the user.
 * @param hasCommit Whether the branch has a commit of its own.
 * @returns The originals that have to be written directly.
 */
async function carryOver(
  { worktree: { git }, copies, item, added }: MergeRequest,
  dirty: readonly string[],
  hasCommit: boolean,
): Promise<ReadonlySet<string>> {
  const direct = new Set<string>();
  const changed: string[] = [];
  for (const [index, { original, copy, tracked }] of copies.entries()) {
    const more = added.get(original);
    if (index > 0 && more === undefined) continue;
    if (tracked === null || dirty.includes(tracked)) {
      direct.add(original);
      continue;
    }
    if (index > 0) appendToFile(copy, more ?? "");
    else if (await finishItem(copy, item.key, item.rawLine) !== "written") continue;
    changed.push(tracked);
  }
  if (changed.length === 0) return direct;
  const how = hasCommit ? ["--amend", "--no-edit"] : ["-m", messageOf(item)];
  const options = ["-q", "--no-verify", "--cleanup=whitespace", ...how];
  await git.ask("commit", ...options, "--", ...literal(changed));
  return direct;
}

function messageOf({ rawLine, text }: FinishedItem): string {
  return rawLine === null ? `Remove from the plan: ${text}` : text;
}

async function carryDirect(
  { copies, item, added }: MergeRequest,
  direct: ReadonlySet<string>,
): Promise<void> {
  for (const [index, { original }] of copies.entries()) {
    if (!direct.has(original)) continue;
    if (index === 0) await finishItem(original, item.key, item.rawLine);
    else appendToFile(original, added.get(original) ?? "");
  }
}

function trackedOf(copies: readonly PlanCopy[]): string[] {
  return copies.flatMap(({ tracked }) => tracked ?? []);
}
