/** Finds an item again after its line was edited. Pure. */
import { continuesTitle } from "../../evidence/completion/new_items.ts";
import { noteItemsOf, type Plan, type PlanItem, selectItems, titleOf } from "./plan.ts";

/**
 * Finds an item in a later version of its plan: by its key, or as a new item that begins with its words,
 * such as one that was skipped with a reason.
 *
 * @param earlier The items of the plan when the item was read.
 * @param now The items of the later version.
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
  return now.find((item) => !known.has(item.key) && continuesTitle(titleOf(item.key), title)) ??
    null;
}

/**
 * Finds for every item of a later version the item that it was at the start: the inverse of
 * {@linkcode followItem} for all items at once, in linear time.
 * @returns The earlier items' keys by the later ones'; a new item is left out.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const now = [{ key: "Sort: not needed#0" }, { key: "Test#0" }];
 * const origins = findOrigins([{ key: "Sort#0" }, { key: "Test#0" }], now);
 * assertEquals([...origins], [["Sort: not needed#0", "Sort#0"], ["Test#0", "Test#0"]]);
 * ```
 */
export function findOrigins(
  earlier: readonly Pick<PlanItem, "key">[],
  now: readonly Pick<PlanItem, "key">[],
): ReadonlyMap<string, string> {
  const known = new Set(earlier.map(({ key }) => key));
  const present = new Set(now.map(({ key }) => key));
  /** The first item with each title among the items that no longer exist. */
  const gone = new Map<string, { readonly key: string; readonly at: number }>();
  for (const [at, { key }] of earlier.entries()) {
    if (!present.has(key) && !gone.has(titleOf(key))) gone.set(titleOf(key), { key, at });
  }
  const origins = new Map<string, string>();
  for (const { key } of now) {
    if (known.has(key)) {
      origins.set(key, key);
      continue;
    }
    const begun = startsOf(titleOf(key)).flatMap((title) => gone.get(title) ?? []);
    // Each item is matched once.
    for (const item of begun) gone.delete(titleOf(item.key));
    const [first] = begun.toSorted((one, other) => one.at - other.at);
    if (first !== undefined) origins.set(key, first.key);
  }
  return origins;
}

/** UTF-16 units; a longer title is only compared as a whole. */
const LONGEST_START = 1_000;

/** Lists the beginnings of a title up to each character that is neither a letter nor a digit. */
function startsOf(title: string): string[] {
  return [...title.slice(0, LONGEST_START).matchAll(/[^\p{L}\p{N}]/gu)]
    .map(({ index }) => title.slice(0, index));
}

/**
 * Checks whether an open item was removed, not reworded or replaced by others.
 *
 * @param earlier The plan when the item was read.
 * @param now The later version.
 */
export function isRemoved(item: PlanItem, earlier: Plan, now: Plan): boolean {
  // The ledger keeps a limited number of open items.
  const rest = earlier.items.filter(({ key }) => key !== item.key);
  const before = noteItemsOf(undefined, { ...earlier, items: [item, ...rest] });
  const title = titleOf(item.key);
  return noteItemsOf(before, now).gone.some((gone) => title.startsWith(gone));
}

/**
 * Narrows a plan to one item, if it still exists.
 *
 * @param key The item's key; null for the whole plan.
 * @param start The plan when the item was chosen.
 */
export function narrowPlan(plan: Plan, key: string | null, start: Plan): Plan {
  if (key === null) return plan;
  const item = followItem({ key }, start.items, plan.items);
  return selectItems(plan, item === null ? [] : [item]);
}
