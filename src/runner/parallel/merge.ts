/**
 * Merges the branch of a finished item into the branch that the run was started on: rebased, verified
 * again, then fast-forwarded. Only one branch is merged at a time.
 *
 * @module
 */
import type { FailedCheck } from "../job/verify.ts";
import { appendToFile, type PlanCopy, withdrawCopies, writeItemLine } from "./plan_copies.ts";
import { GitError } from "./git.ts";
import type { Repository } from "./repository.ts";
import { releaseGit, saveWork, type Worktree } from "./save_work.ts";

/** An item that an agent has finished, as its worktree has it. */
export interface FinishedItem {
  readonly key: string;
  readonly text: string;
  /** Its line in the plan's copy: ticked, or skipped with a reason. */
  readonly rawLine: string;
}

/** Whether an item is in the run's branch now, and why not. */
export type Merged =
  /** `commit` is the run's branch after it. */
  | { readonly kind: "merged"; readonly commit: string }
  /** Its branch is finished, and another machine merges it. */
  | { readonly kind: "finished"; readonly commit: string }
  /** The item has to be done once more, on top of what is merged. */
  | { readonly kind: "again"; readonly why: string; readonly check: FailedCheck | null }
  /** The user's own changes are in the way. */
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "stopped" };

/** An item to merge, its worktree, and how it is verified. */
export interface MergeRequest {
  readonly repository: Repository;
  readonly worktree: Worktree;
  readonly copies: readonly PlanCopy[];
  readonly item: FinishedItem;
  /** Verifies the rebased worktree; null if it passed. */
  readonly verify: () => Promise<FailedCheck | null>;
  readonly isStopped: () => boolean;
}

/** How often a branch is rebased again because the user committed meanwhile. */
const MOST_TRIES = 5;

/**
 * Merges a finished item and ticks it in the plan.
 *
 * @throws {GitError} If git fails in an unexpected way; the branch still has all commits.
 */
export async function mergeItem(request: MergeRequest): Promise<Merged> {
  const { repository, worktree, copies, item, isStopped } = request;
  const { git } = worktree;
  const added = await finishBranch(worktree, copies, item.text);
  let { base } = worktree;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (isStopped()) return { kind: "stopped" };
    const target = await repository.git.ask("rev-parse", "HEAD");
    const rebased = target === base ? null : await git.run("rebase", "-q", "--onto", target, base);
    if (rebased?.isOk === false) {
      await git.run("rebase", "--abort");
      return { kind: "again", why: `its changes conflict with merged ones`, check: null };
    }
    base = target;
    const check = await request.verify();
    if (isStopped()) return { kind: "stopped" };
    if (check !== null) {
      return { kind: "again", why: `\`${check.command}\` fails after the merge`, check };
    }
    // What verification left in the worktree is not part of the change.
    await git.run("checkout", "-q", "--", ".");
    const verified = await git.ask("rev-parse", "HEAD");
    const direct = await carryOver(request, added, target);
    const refusal = await fastForward(repository, worktree, target);
    if (refusal === "moved") {
      // The next try carries the tick over again, into what the plan is then.
      await git.ask("reset", "-q", "--hard", verified);
      continue;
    }
    if (refusal !== null) return { kind: "refused", why: refusal };
    await carryDirect(copies, item, added, direct);
    return { kind: "merged", commit: await repository.git.ask("rev-parse", "HEAD") };
  }
  return { kind: "refused", why: "the branch moved again and again" };
}

/**
 * Makes an item's branch consist of its changes: what is uncommitted is committed, and the copies of
 * the plan and its companions are left out.
 *
 * @param message The commit's message.
 * @returns What the agent added to each companion, by the path of the original.
 */
export async function finishBranch(
  worktree: Worktree,
  copies: readonly PlanCopy[],
  message: string,
): Promise<Map<string, string>> {
  await releaseGit(worktree);
  const added = await withdrawCopies(worktree.git, worktree.base, copies);
  const problem = await saveWork(worktree, message);
  if (problem !== null) throw new GitError(problem);
  await squashPlanChanges(worktree, copies, message);
  return added;
}

/** An agent that committed its copy of the plan: its commits become one, without the plan. */
async function squashPlanChanges(
  { git, base, keptOut }: Worktree,
  copies: readonly PlanCopy[],
  message: string,
): Promise<void> {
  const paths = [...copies.flatMap(({ tracked }) => tracked ?? []), ...keptOut]
    .map((path) => `:(literal)${path}`);
  if (paths.length === 0) return;
  const touched = await git.ask("log", "--format=%h", `${base}..HEAD`, "--", ...paths);
  if (touched === "") return;
  await git.ask("reset", "-q", "--soft", base);
  if ((await git.run("diff", "--cached", "--quiet")).isOk) return;
  await git.ask("commit", "-q", "--no-verify", "--cleanup=whitespace", "-m", message);
}

/**
 * Ticks the item, and adds to the companions, in the commit that is merged: for files that git tracks
 * and that have no changes of the user's.
 *
 * @returns Originals that have to be written directly.
 */
async function carryOver(
  { worktree: { git }, repository, copies, item }: MergeRequest,
  added: ReadonlyMap<string, string>,
  target: string,
): Promise<ReadonlySet<string>> {
  const direct = new Set<string>();
  const changed: string[] = [];
  for (const [index, { original, copy, tracked }] of copies.entries()) {
    const more = added.get(original);
    if (index > 0 && more === undefined) continue;
    const isClean = tracked !== null &&
      (await repository.git.run("diff", "--quiet", "HEAD", "--", tracked)).isOk;
    if (tracked === null || !isClean) {
      direct.add(original);
      continue;
    }
    if (index === 0) await writeItemLine(copy, item.key, item.rawLine);
    else appendToFile(copy, more ?? "");
    changed.push(tracked);
  }
  if (changed.length === 0) return direct;
  await git.ask("add", "--", ...changed);
  if ((await git.run("diff", "--cached", "--quiet")).isOk) return direct;
  const isOwnCommit = await git.ask("rev-parse", "HEAD") !== target;
  const how = isOwnCommit ? ["--amend", "--no-edit"] : ["-m", item.text];
  await git.ask("commit", "-q", "--no-verify", "--cleanup=whitespace", ...how);
  return direct;
}

async function carryDirect(
  copies: readonly PlanCopy[],
  item: FinishedItem,
  added: ReadonlyMap<string, string>,
  direct: ReadonlySet<string>,
): Promise<void> {
  for (const [index, { original }] of copies.entries()) {
    if (!direct.has(original)) continue;
    if (index === 0) await writeItemLine(original, item.key, item.rawLine);
    else appendToFile(original, added.get(original) ?? "");
  }
}

/** @returns Null if the run's branch has the commits now; `moved` if it has others too. */
async function fastForward(
  { git, branch, dirty }: Repository,
  worktree: Worktree,
  target: string,
): Promise<string | null> {
  const head = await git.run("symbolic-ref", "-q", "--short", "HEAD");
  if (head.out !== branch) return `the project is on ${head.out || "no branch"} now, not ${branch}`;
  if (await git.ask("rev-parse", "HEAD") !== target) return "moved";
  const changed = dirty.length === 0
    ? ""
    : await git.ask("diff", "--name-only", "-z", target, worktree.branch);
  const overlap = changed.split("\0").find((path) => dirty.includes(path));
  if (overlap !== undefined) return `it changes ${overlap}, which has uncommitted changes`;
  const merged = await git.run(
    "merge",
    "-q",
    "--ff-only",
    // An ignored file of the user's, such as .env, is not in any commit.
    "--no-overwrite-ignore",
    worktree.branch,
  );
  return merged.isOk ? null : merged.why;
}
