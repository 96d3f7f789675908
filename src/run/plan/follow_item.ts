/** Finds an item again after its line was edited. Pure. */
import { type Plan, type PlanItem, selectItems, titleOf } from "./plan.ts";

/**
 * Finds an item in a later reading of its plan: under its key, or as a new item that begins with its
 * words, such as one that was skipped with a reason.
 *
 * @param earlier The items of the plan when the item was read.
 * @param now The items of the later reading.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const [one, more] = [{ key: "Sort#0" }, { key: "Sort more#0" }];
 * const skipped = { key: "Sort: not needed#0" };
 * assertEquals(followItem(one, [one, more], [skipped, more]), skipped);
 * assertEquals(followItem(one, [one, more], [more]), null);
 * ```
 */
export function followItem<Item extends Pick<PlanItem, "key">>(
  { key }: Pick<PlanItem, "key">,
  earlier: readonly Pick<PlanItem, "key">[],
  now: readonly Item[],
): Item | null {
  const same = now.find((item) => item.key === key);
  if (same !== undefined) return same;
  const known = new Set(earlier.map((item) => item.key));
  const title = titleOf(key);
  return now.find((item) => !known.has(item.key) && isLonger(titleOf(item.key), title)) ?? null;
}

/**
 * Narrows a plan to one item, as far as it is still there.
 *
 * @param key The item's key; null for the whole plan.
 * @param start The plan when the item was chosen.
 */
export function narrowPlan(plan: Plan, key: string | null, start: Plan): Plan {
  if (key === null) return plan;
  const item = followItem({ key }, start.items, plan.items);
  return selectItems(plan, item === null ? [] : [item]);
}

function isLonger(title: string, start: string): boolean {
  return title.startsWith(start) && /^[^\p{L}\p{N}]/u.test(title.slice(start.length));
}
