/**
 * What shards finished, as far as their results and the remote's branches agree. Pure.
 *
 * @module
 */
import type { Plan } from "../plan/plan.ts";
import type { FinishedRecord, ShardResult } from "./shard_result.ts";

/** A finished item whose branch is what its shard pushed. */
export interface UsableRecord extends FinishedRecord {
  /** The shard that did it. */
  readonly by: string;
}

/** What shards finished. */
export interface FinishedItems {
  /** The records whose branches can be used, by the items' keys. */
  readonly usable: ReadonlyMap<string, UsableRecord>;
  /** A sentence for each record that cannot be used. */
  readonly notes: readonly string[];
}

/**
 * Finds the finished items whose branches are what their shards pushed.
 *
 * @param plan The plan; records of items that it does not have are left out.
 * @param results The results.
 * @param branches The remote's branches, by name.
 */
export function findFinished(
  { items }: Pick<Plan, "items">,
  results: readonly ShardResult[],
  branches: ReadonlyMap<string, string>,
): FinishedItems {
  const usable = new Map<string, UsableRecord>();
  const notes: string[] = [];
  const open = new Set(items.filter(({ state }) => state === "open").map(({ key }) => key));
  const known = new Set(items.map(({ key }) => key));
  for (const { shard, shards, finished } of results) {
    for (const record of finished) {
      const { key, branch, commit } = record;
      if (!known.has(key) || usable.has(key)) continue;
      const there = branches.get(branch);
      if (there === commit) usable.set(key, { ...record, by: `shard ${shard}/${shards}` });
      else if (open.has(key)) {
        notes.push(
          there === undefined
            ? `Warning: shard ${shard}/${shards} finished an item whose branch is not on the remote`
            : `Warning: ${branch} is not what shard ${shard}/${shards} pushed: found ${
              there.slice(0, 12)
            }, expected ${commit.slice(0, 12)}`,
        );
      }
    }
  }
  return { usable, notes };
}
