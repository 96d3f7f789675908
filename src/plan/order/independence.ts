/**
 * Decides which items of a plan can be worked on at the same time. Pure.
 *
 * @module
 */
import type { PlanEntry } from "./entries.ts";
import { type PlanTask, taskOf } from "./tasks.ts";

/** The parts of a plan that determine the order of its items. */
interface Ordered<Item extends PlanEntry = PlanEntry> {
  readonly items: readonly Item[];
  readonly tasks: readonly PlanTask[];
}

/** The files that an item changes, if the plan names them. */
export type ItemScope =
  /** Marked `[parallel]`, or a step of such an item: independent of everything outside of that item. */
  | { readonly kind: "marked"; readonly branch?: TreeBranch }
  /** The files of its task. */
  | {
    readonly kind: "files";
    readonly task: number;
    readonly files: readonly string[];
    readonly branch?: TreeBranch;
  }
  /** Unknown, so the plan's order applies. */
  | { readonly kind: "unknown" };

/** The position of an item in the tree of a plan. */
interface TreeBranch {
  /** Keys, from the outermost item to itself. */
  readonly path: readonly string[];
  /** The number of keys up to the last one with a mark; 0 without a mark. */
  readonly marked: number;
}

/**
 * Finds out what each item changes.
 *
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

/** Makes a function that returns the scope of an item. */
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

/**
 * Checks whether neither item is a step of the other. Marks count only below an item that both are steps
 * of.
 */
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
 * @param plan The current plan.
 * @param scopes The scope of each item.
 * @param blocked Keys of the items that are in progress or failed: items that depend on them wait.
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
 * Groups the first open items that can be worked on at the same time. Each group starts when the previous
 * ones are done.
 *
 * @param workers The maximum number of agents at a time.
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

/** Maximum number of groups; a person reads no more. */
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

/** Removes what plans add to a path: `./`, a slash at the end, and line numbers. */
function normalize(path: string): string {
  return path.replace(/:\d+(?:-\d+)?$/, "").replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
}

function overlap(left: string, right: string): boolean {
  if (left.includes("*") || right.includes("*")) return true;
  return left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);
}
