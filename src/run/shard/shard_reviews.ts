/** The reviews of a shard's items, in its result and in the record of the machine that merges. Pure. */
import type { ReviewRecord } from "../../store/records/loop_record.ts";
import { followItem } from "../plan/follow_item.ts";
import type { Plan } from "../plan/plan.ts";
import type { UsableRecord } from "./finished_items.ts";
import type { ShardResult, ShardReview } from "./shard_result.ts";

/** Why an item has no review. */
const NOT_REVIEWED = "its shard ended before the review";

/**
 * Lists what came of the reviews of a plan's items.
 *
 * @param reviews The reviews of this shard's loop, by the keys that the items had in the agents' plans.
 */
export function listShardReviews(
  { items }: Pick<Plan, "items">,
  reviews: readonly ReviewRecord[],
): ShardReview[] {
  const told = reviews.filter((each) => each.reviews > 0 || each.missing !== null || each.isDue);
  return items.flatMap((item) => {
    const review = followItem(item, items, told);
    if (review === null) return [];
    const { reviews: count, open, missing, isDue } = review;
    return [{
      key: item.key,
      reviews: count,
      open,
      missing: missing ?? (isDue ? NOT_REVIEWED : null),
    }];
  });
}

/**
 * Takes the reviews out of shards' results: of each item one, that of the shard whose work is merged.
 *
 * @param plan The plan; reviews of items that it does not have are left out.
 * @param usable The finished items, by key.
 */
export function takeShardReviews(
  { items }: Pick<Plan, "items">,
  results: readonly ShardResult[],
  usable: ReadonlyMap<string, UsableRecord>,
): ReviewRecord[] {
  const all = results.flatMap(({ shard, shards, reviews = [] }) =>
    reviews.map((review) => ({ ...review, by: `shard ${shard}/${shards}` }))
  );
  return items.flatMap(({ key, text }) => {
    const by = usable.get(key)?.by;
    const review = all.find((each) => each.key === key && (by === undefined || each.by === by));
    if (review === undefined) return [];
    const { reviews, open, missing } = review;
    return [{
      key,
      item: text,
      commit: "",
      reviews,
      timesSentBack: 0,
      open,
      missing,
      waitedMs: 0,
      isDue: false,
      isSentBack: false,
    }];
  });
}
