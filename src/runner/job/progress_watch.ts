/**
 * Whether an iteration got anywhere: items, tree, commits.
 *
 * @module
 */
import { takeTreeMark } from "../../evidence/progress/tree_mark.ts";
import { companionsOf } from "../plan/find_plan.ts";
import type { Plan } from "../plan/plan.ts";

/** Between two agents there is more time than in a hook: milliseconds. */
const TREE_TIMEOUT_MS = 10_000;

/** Compares with how the project was before an iteration. */
export class ProgressWatch {
  readonly #done: ReadonlySet<string>;

  private constructor(
    readonly project: string,
    readonly baseline: Plan,
    readonly tree: string | null,
  ) {
    const done = baseline.items.filter(({ state }) => state === "done");
    this.#done = new Set(done.map(({ key }) => key));
  }

  /** Takes the baseline. */
  static async begin(project: string, plan: Plan): Promise<ProgressWatch> {
    return new ProgressWatch(project, plan, await takeMark(project, plan));
  }

  /** Whether an item was ticked before the iteration. */
  wasDone(key: string): boolean {
    return this.#done.has(key);
  }

  /** Whether more items are done, or fewer open: skipping is an answer too. */
  hasAdvanced(plan: Plan): boolean {
    return plan.done > this.baseline.done || plan.open < this.baseline.open;
  }

  /** Whether items, a commit, or the tree are new; a tree that cannot be known is no proof against it. */
  async hasMoved(plan: Plan): Promise<boolean> {
    if (plan.items.length !== this.baseline.items.length) return true;
    const tree = await takeMark(this.project, plan);
    return this.tree === null || tree === null || tree !== this.tree;
  }
}

function takeMark(project: string, { path }: Plan): Promise<string | null> {
  const { progress, findings } = companionsOf(path);
  return takeTreeMark(project, [path, progress, findings], TREE_TIMEOUT_MS);
}
