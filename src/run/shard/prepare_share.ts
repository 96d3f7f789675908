/** Prepares a run with several agents or machines: `--parallel`, `--shard` and `--merge`. */
import { UsageError } from "../../error.ts";
import { basename } from "@std/path";
import { filesOfPlan } from "../plan/find_plan.ts";
import type { Plan } from "../plan/plan.ts";
import {
  limitWorkers,
  type Parallel,
  readMachine,
  type ShardNumber,
  type Sharing,
} from "../parallel/prepare_parallel.ts";
import { countIndependent, readScopes } from "../../plan/order/independence.ts";
import { openRepository, type Repository } from "../parallel/repository.ts";
import { divide, findShardWork } from "./division.ts";
import { hidePassword } from "./remote.ts";
import { readShard } from "./shard_option.ts";
import { showCommand } from "../../text/shell_word.ts";

/** The options of a run with several agents or machines. */
interface ParallelOptions {
  readonly shard: string | undefined;
  readonly merge: boolean;
  readonly push: string | undefined;
  readonly parallel: number;
  readonly "allow-dirty": boolean;
}

/** The remote if `--push` is not given. */
const DEFAULT_REMOTE = "origin";

/**
 * Prepares a run whose agents work in worktrees, without changing anything.
 *
 * @param variable Reads an environment variable.
 * @returns Null if no worktrees are needed, and notes for the user.
 * @throws {UsageError} If an option or the remote cannot be used, or agents cannot get worktrees here.
 */
export async function prepareParallel(
  project: string,
  plan: Plan,
  options: ParallelOptions,
  variable: (name: string) => string | undefined,
): Promise<{ readonly parallel: Parallel | null; readonly notes: readonly string[] }> {
  const { shard, merge, push, parallel: wanted, "allow-dirty": isDirtyAllowed } = options;
  const isShared = shard !== undefined || merge;
  if (shard !== undefined && merge) {
    throw new UsageError("--shard and --merge cannot be used together", {
      hint: "Run the shards first, then 'ralph run --merge' on one machine.",
    });
  }
  if (!isShared && push !== undefined) {
    throw new UsageError("--push needs --shard or --merge", {
      hint: "For the first of two machines: --shard 1/2.",
    });
  }
  if (!isShared && wanted <= 1) return { parallel: null, notes: [] };
  const number = shard === undefined ? null : readShard(shard, variable);
  const repository = await openRepository(project, filesOfPlan(plan.path), {
    option: merge ? "--merge" : number === null ? "--parallel" : "--shard",
    isDirtyAllowed,
    isDetachedAllowed: number !== null,
  });
  const { workers, note } = limitWorkers(wanted, readMachine());
  const sharing = isShared
    ? { remote: await requireRemote(repository, push ?? DEFAULT_REMOTE), shard: number }
    : null;
  const how = sharing === null ? describeOrder(plan) : describeSharing(plan, sharing);
  const notes = [note, how].filter((text) => text !== null);
  return { parallel: { repository, workers, sharing }, notes };
}

/** Checks that a remote exists. @returns Its name or address. */
async function requireRemote({ git }: Repository, name: string): Promise<string> {
  const isRemote = (await git.run("remote", "get-url", "--", name)).isOk;
  if (!name.startsWith("-") && (isRemote || /[:/]/.test(name))) return name;
  throw new UsageError(`There is no git remote "${name}"`, {
    hint: name === DEFAULT_REMOTE
      ? "Name the remote, or give its address: --push REMOTE."
      : `Add it: ${showCommand(["git", "remote", "add", "--", name, "ADDRESS"])}`,
  });
}

function describeOrder(plan: Plan): string | null {
  if (plan.open <= 1 || countIndependent(plan, readScopes(plan)) > 0) return null;
  return "Note: one agent works at a time, since no two open items are independent. Mark " +
    "items with [parallel], or list the files of each '### Task'";
}

function describeSharing(plan: Plan, { remote, shard }: Sharing): string {
  return shard === null
    ? `Merge: takes what shards of ${basename(plan.path)} pushed to ${hidePassword(remote)}`
    : `${describeShard(plan, shard)}; pushes to ${hidePassword(remote)}`;
}

/** Describes a shard's part of the plan. */
function describeShard(plan: Plan, shard: ShardNumber): string {
  const { index, count } = shard;
  const name = `Shard ${index}/${count}`;
  if (plan.open === 0) return `${name}: no item of the plan is open`;
  const { own, later } = findShardWork(plan, shard);
  const numbers = plan.items.flatMap(({ key }, at) => own.has(key) ? [at + 1] : []);
  const isInOrder = divide(plan, count).length === 1 && count > 1;
  const why = isInOrder
    ? "; the plan has no independent items, so shard 1 works on all of them in order and the others on nothing"
    : "";
  const wait = later === 0 ? "" : `; ${later} more can begin after a merge`;
  return `${name}: ${
    numbers.length === 0
      ? "no item"
      : `${numbers.length === 1 ? "item" : "items"} ${numbers.join(", ")}`
  } of ${plan.items.length}${why}${wait}`;
}
