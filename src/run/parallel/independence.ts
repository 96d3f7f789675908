/**
 * Decides which items of a plan can be worked on at the same time. Pure.
 *
 * @module
 */
import type { Plan, PlanItem } from "../plan/plan.ts";
import { taskOf } from "../plan/tasks.ts";

/** What an item changes, as far as the plan says. */
export type ItemScope =
  /** Marked `[parallel]`: independent of every other item with a scope. */
  | { readonly kind: "marked" }
  /** The files of its task. */
  | { readonly kind: "files"; readonly task: number; readonly files: readonly string[] }
  /** Unknown: the plan's order applies. */
  | { readonly kind: "unknown" };

const MARK = /\[parallel\]/i;

/**
 * Finds out what each item changes.
 *
 * @param plan The plan.
 * @returns The scopes, by the items' keys.
 */
export function readScopes(
  { items, tasks }: Pick<Plan, "items" | "tasks">,
): Map<string, ItemScope> {
  return new Map(items.map((item, index) => [item.key, scopeOf(item, index)]));

  function scopeOf(item: PlanItem, index: number): ItemScope {
    if (MARK.test(item.text)) return { kind: "marked" };
    const task = taskOf(item, index, items.length, tasks);
    return task === null || task.files.length === 0
      ? { kind: "unknown" }
      : { kind: "files", task: task.number, files: task.files.map(normalize) };
  }
}

/** Makes a function that finds what an item changes. */
export function scopeIn(scopes: ReadonlyMap<string, ItemScope>) {
  return ({ key }: Pick<PlanItem, "key">): ItemScope => scopes.get(key) ?? { kind: "unknown" };
}

/**
 * Whether two items can be worked on at the same time.
 *
 * @example Different files
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const touches = (task: number, ...files: string[]): ItemScope => ({ kind: "files", task, files });
 * assertEquals(areIndependent(touches(1, "src/a.ts"), touches(2, "src/b.ts")), true);
 * assertEquals(areIndependent(touches(1, "src"), touches(2, "src/b.ts")), false);
 * ```
 */
export function areIndependent(left: ItemScope, right: ItemScope): boolean {
  if (left.kind === "unknown" || right.kind === "unknown") return false;
  if (left.kind === "marked" || right.kind === "marked") return true;
  return left.task !== right.task &&
    left.files.every((path) => right.files.every((other) => !overlap(path, other)));
}

/**
 * Lists the open items that can start now.
 *
 * @param plan The plan as it is now.
 * @param scopes What each item changes.
 * @param blocked Keys of the items that are worked on, or that failed: items that depend on them wait.
 * @returns The items in the plan's order.
 */
export function listReady(
  { items }: Pick<Plan, "items">,
  scopes: ReadonlyMap<string, ItemScope>,
  blocked: ReadonlySet<string>,
): PlanItem[] {
  const scopeOf = scopeIn(scopes);
  const pending = items.filter(({ key, state }) => state === "open" || blocked.has(key));
  return pending.filter((item, index) =>
    !blocked.has(item.key) &&
    pending.every((other, at) =>
      at === index || (at > index && !blocked.has(other.key)) ||
      areIndependent(scopeOf(item), scopeOf(other))
    )
  );
}

/**
 * Groups the first open items by what can be worked on side by side: each group when those before it are
 * done.
 *
 * @param workers How many agents work at a time at most.
 */
export function groupItems(
  { items }: Pick<Plan, "items">,
  scopes: ReadonlyMap<string, ItemScope>,
  workers: number,
): PlanItem[][] {
  const groups: PlanItem[][] = [];
  let open = items.filter(({ state }) => state === "open");
  while (open.length > 0 && groups.length < MOST_GROUPS) {
    const group = listReady({ items: open }, scopes, new Set()).slice(0, workers);
    groups.push(group);
    open = open.filter((item) => !group.includes(item));
  }
  return groups;
}

/** Groups that are looked for: a person reads no more. */
const MOST_GROUPS = 20;

/** Counts the items that are independent of at least one other open item. */
export function countIndependent(
  { items }: Pick<Plan, "items">,
  scopes: ReadonlyMap<string, ItemScope>,
): number {
  const open = items.filter(({ state }) => state === "open")
    .map(scopeIn(scopes));
  return open.filter((scope, index) =>
    open.some((other, at) => at !== index && areIndependent(scope, other))
  ).length;
}

/** Drops what plans add to a path: `./`, a slash at the end, and line numbers. */
function normalize(path: string): string {
  return path.replace(/:\d+(?:-\d+)?$/, "").replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
}

function overlap(left: string, right: string): boolean {
  if (left.includes("*") || right.includes("*")) return true;
  return left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);
}
