/** How shards ended, according to their results. Pure. */
import { type EndState, EXIT, type ReasonRow, REASONS } from "../../loop/reasons.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { oneLine } from "../../text/shorten.ts";
import { endOf } from "../job/ending.ts";
import type { RunEnd } from "../job/job.ts";
import { type ShardResult, usedByShards } from "./shard_result.ts";

/** Maximum number of failed items that are named per shard. */
const MOST_FAILED = 20;

/** Describes each shard in a line: its usage, why it ended, and the items that it could not complete. */
export function describeShards(results: readonly ShardResult[]): string[] {
  return results.flatMap(({ shard, shards, failed, end, ...result }) => {
    const { iterations, tokens, costUsd } = usedByShards([result]);
    const amounts = [
      showCount(iterations, "agent"),
      ...tokens === null ? [] : [`${showAmount(tokens)} tokens`],
      ...costUsd === null ? [] : [`$${costUsd.toFixed(2)}`],
    ];
    const why = end === null ? "its end is not known; it may still work" : oneLine(end);
    return [
      `shard ${shard}/${shards} (${amounts.join(", ")}): ${why}`,
      ...failed.slice(0, MOST_FAILED).map(({ item, why }) =>
        `  not completed: ${oneLine(item, 100)}: ${oneLine(why)}`
      ),
    ];
  });
}

/**
 * Creates the end of a merge after all shards have ended, if the open items belong to shards that were stuck
 * or that reached a limit.
 *
 * @param merged The beginning of the sentence: the merged items.
 * @returns Null if a shard has not ended, or ended for another reason.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const result = { shard: 1, shards: 1, end: "Out of time", code: "max-runtime" };
 * assertEquals(
 *   endByShards([result], "Nothing to merge")?.reason.sentence,
 *   "Nothing to merge: shard 1/1 reached a limit; run it again with a higher --max-hours",
 * );
 * assertEquals(endByShards([{ ...result, shards: 2 }], "Nothing to merge"), null);
 * ```
 */
export function endByShards(
  results: readonly Pick<ShardResult, "shard" | "shards" | "end" | "code">[],
  merged: string,
): RunEnd | null {
  const count = results[0]?.shards;
  if (results.length !== count || results.some(({ shards }) => shards !== count)) return null;
  const ends = results.map((result) => ({ ...result, row: rowOf(result) }));
  const withState = (state: EndState) => ends.filter(({ row }) => row?.state === state);
  const [stuck, limited] = [withState("stuck"), withState("limit")];
  if (stuck.length + limited.length + withState("done").length < ends.length) return null;
  if (stuck.length > 0) {
    const sentence = `${merged}: ${nameShards(stuck)} ${
      stuck.length === 1 ? "was" : "were"
    } stuck: ${oneLine(stuck[0]!.end!)}`;
    return endOf({ code: "shard-stuck", sentence });
  }
  if (limited.length === 0) return null;
  const options = new Set(limited.flatMap(({ row }) => row?.limit?.option ?? []));
  const them = limited.length === 1 ? "it" : "them";
  const higher = options.size === 0 ? "" : ` with a higher ${[...options].join(" and ")}`;
  const sentence = `${merged}: ${nameShards(limited)} reached a limit; run ${them} again${higher}`;
  return endOf({ code: "items-left", sentence }, EXIT.failure);
}

function nameShards(shards: readonly Pick<ShardResult, "shard" | "shards">[]): string {
  const names = shards.map(({ shard, shards }) => `${shard}/${shards}`).join(", ");
  return `${shards.length === 1 ? "shard" : "shards"} ${names}`;
}

/** Finds the reason of a result, which comes from a remote and may have a code of another version. */
function rowOf({ end, code = "" }: Pick<ShardResult, "end" | "code">): ReasonRow | undefined {
  return end !== null && Object.hasOwn(REASONS, code)
    ? REASONS[code as keyof typeof REASONS]
    : undefined;
}
