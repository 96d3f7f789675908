/**
 * Decides which items of a plan can be worked on at the same time. Pure.
 *
 * @module
 */
import type { PlanEntry } from "./entries.ts";
import { type PlanTask, taskOf } from "./tasks.ts";

/** A plan as far as the order of its items depends on it. */
interface Ordered<Item extends PlanEntry = PlanEntry> {
  readonly items: readonly Item[];
  readonly tasks: readonly PlanTask[];
}

/** What an item changes, as far as the plan says. */
export type ItemScope =
  /** Marked `[parallel]`, or a step of such an item: independent of what is outside of that item. */
  | { readonly kind: "marked"; readonly branch?: TreeBranch }
  /** The files of its task. */
  | {
    readonly kind: "files";
    readonly task: number;
    readonly files: readonly string[];
    readonly branch?: TreeBranch;
  }
  /** Unknown: the plan's order applies. */
  | { readonly kind: "unknown" };

/** Where an item is in the tree of a plan. */
interface TreeBranch {
  /** Keys, from the outermost item to itself. */
  readonly path: readonly string[];
  /** How many of them there are up to the last one with a mark; 0 without a mark. */
  readonly marked: number;
}

/**
 * Finds out what each item changes.
 *
 * @param plan The plan.
 * @returns The scopes, by the items' keys.
 */
export function readScopes(
  { items, tasks }: Ordered,
): Map<string, ItemScope> {
  const byKey = new Map(items.map((item) => [item.key, item]));
  return new Map(items.map((item, index) => [item.key, scopeOf(item, index)]));

  function scopeOf(item: PlanEntry, index: number): ItemScope {
    const branch = branchOf(item);
    if (branch.marked > 0) return { kind: "marked", branch };
    const task = taskOf(item, index, items.length, tasks);
    return task === null || task.files.length === 0
      ? { kind: "unknown" }
      : { kind: "files", task: task.number, files: task.files.map(normalize), branch };
  }

  function branchOf(item: PlanEntry): TreeBranch {
    const around: PlanEntry[] = [];
    for (let at: PlanEntry | undefined = item; at !== undefined; at = byKey.get(at.parent ?? "")) {
      around.unshift(at);
    }
    const marked = around.findLastIndex(({ isParallel }) => isParallel) + 1;
    return { path: around.map(({ key }) => key), marked };
  }
}

/** Makes a function that finds what an item changes. */
export function scopeIn(scopes: ReadonlyMap<string, ItemScope>) {
  return ({ key }: Pick<PlanEntry, "key">): ItemScope => scopes.get(key) ?? { kind: "unknown" };
}

/**
 * Checks whether two items can be worked on at the same time.
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
  if (!areApart(left, right)) return false;
  if (left.kind === "marked" || right.kind === "marked") return true;
  return left.task !== right.task &&
    left.files.every((path) => right.files.every((other) => !overlap(path, other)));
}

type KnownScope = Exclude<ItemScope, { kind: "unknown" }>;

/** Checks whether no item is a step of the other, and marks count for what is below the item that both are steps of. */
function areApart(left: KnownScope, right: KnownScope): boolean {
  const [one, other] = [left.branch?.path ?? [], right.branch?.path ?? []];
  let common = 0;
  while (common < one.length && one[common] === other[common]) common++;
  if (common > 0 && (common === one.length || common === other.length)) return false;
  return [left, right].every(({ kind, branch }) =>
    kind !== "marked" || branch === undefined || branch.marked > common
  );
}

/**
 * Lists the open items that can start now.
 *
 * @param plan The plan as it is now.
 * @param scopes What each item changes.
 * @param blocked Keys of the items that are worked on, or that failed: items that depend on them wait.
 * @returns The items in the plan's order.
 */
export function listReady<Item extends PlanEntry>(
  { items }: Pick<Ordered<Item>, "items">,
  scopes: ReadonlyMap<string, ItemScope>,
  blocked: ReadonlySet<string>,
): Item[] {
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
export function groupItems<Item extends PlanEntry>(
  { items }: Pick<Ordered<Item>, "items">,
  scopes: ReadonlyMap<string, ItemScope>,
  workers: number,
): Item[][] {
  const groups: Item[][] = [];
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
  { items }: Pick<Ordered, "items">,
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
