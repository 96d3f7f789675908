/**
 * Prepares a run that shares its plan with other machines: `--shard` and `--merge`.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import { basename } from "@std/path";
import { companionsOf } from "../plan/find_plan.ts";
import type { Plan } from "../plan/plan.ts";
import {
  limitWorkers,
  type Parallel,
  readMachine,
  type ShardNumber,
} from "../parallel/prepare_parallel.ts";
import { openRepository } from "../parallel/repository.ts";
import { divide, findShardWork } from "./division.ts";
import { hidePassword } from "./remote.ts";
import { readShard } from "./shard_option.ts";

/** The options of machines that share a plan. */
export interface ShareOptions {
  readonly shard: string | undefined;
  readonly merge: boolean;
  readonly push: string | undefined;
  readonly parallel: number;
  readonly "allow-dirty": boolean;
}

/** The remote without `--push`. */
const DEFAULT_REMOTE = "origin";

/**
 * Whether the run shares its plan with other machines.
 *
 * @throws {UsageError} If it does not, but a remote is given.
 */
export function isShared(
  { shard, merge, push }: Pick<ShareOptions, "shard" | "merge" | "push">,
): boolean {
  if (shard !== undefined || merge) return true;
  if (push === undefined) return false;
  throw new UsageError("--push needs --shard or --merge", {
    hint: "For the first of two machines: --shard 1/2.",
  });
}

/**
 * Prepares a run that shares its plan; changes nothing.
 *
 * @param plan The plan.
 * @param options The options.
 * @param variable Reads an environment variable.
 * @returns What drives the run, and notes for the user.
 * @throws {UsageError} If an option or the remote cannot be used.
 */
export async function prepareShare(
  project: string,
  plan: Plan,
  options: ShareOptions,
  variable: (name: string) => string | undefined,
): Promise<{ readonly parallel: Parallel; readonly notes: readonly string[] }> {
  const { shard, merge, push = DEFAULT_REMOTE } = options;
  if (shard !== undefined && merge) {
    throw new UsageError("--shard and --merge cannot be used together", {
      hint: "Run the shards first, then 'ralph run --merge' on one machine.",
    });
  }
  const number = shard === undefined ? null : readShard(shard, variable);
  const { progress, findings } = companionsOf(plan.path);
  const repository = await openRepository(project, [plan.path, progress, findings], {
    option: merge ? "--merge" : "--shard",
    isDirtyAllowed: options["allow-dirty"],
    isDetachedAllowed: !merge,
  });
  const isRemote = (await repository.git.run("remote", "get-url", "--", push)).isOk;
  if (push.startsWith("-") || !isRemote && !/[:/]/.test(push)) {
    throw new UsageError(`There is no git remote "${push}"`, {
      hint: push === DEFAULT_REMOTE
        ? "Name the remote, or give its address: --push REMOTE."
        : `Add it: git remote add ${push} ADDRESS.`,
    });
  }
  const { workers, note } = limitWorkers(options.parallel, readMachine());
  return {
    parallel: { repository, workers, sharing: { remote: push, shard: number } },
    notes: [
      ...note === null ? [] : [note],
      number === null
        ? `Merge: takes what shards of ${basename(plan.path)} pushed to ${hidePassword(push)}`
        : `${describeShard(plan, number)}; pushes to ${hidePassword(push)}`,
    ],
  };
}

/** Describes which part of the plan is a shard's. */
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
