/**
 * Whether an iteration got anywhere: items, tree, commits.
 *
 * @module
 */
import { takeTreeMark } from "../evidence/progress/tree_mark.ts";
import type { Job } from "./job.ts";
import { companionsOf } from "./plan/find_plan.ts";
import type { Plan } from "./plan/plan.ts";

/** Between two agents there is more time than in a hook: milliseconds. */
const TREE_TIMEOUT_MS = 10_000;

/** Compares with how things stood before an iteration. */
export class ProgressWatch {
  readonly #job: Pick<Job, "project" | "planPath">;
  readonly #before: Plan;
  readonly #tree: string | null;
  readonly #done: ReadonlySet<string>;

  private constructor(
    job: Pick<Job, "project" | "planPath">,
    before: Plan,
    tree: string | null,
  ) {
    this.#job = job;
    this.#before = before;
    this.#tree = tree;
    this.#done = new Set(
      before.items.filter(({ state }) => state === "done").map(({ key }) => key),
    );
  }

  /** Takes the baseline. */
  static async begin(
    job: Pick<Job, "project" | "planPath">,
    plan: Plan,
  ): Promise<ProgressWatch> {
    return new ProgressWatch(job, plan, await mark(job));
  }

  /** Whether an item was ticked before the iteration. */
  wasDone(key: string): boolean {
    return this.#done.has(key);
  }

  /** More items done, or fewer open ones: skipping is an answer too. */
  hasAdvanced(plan: Plan): boolean {
    return plan.done > this.#before.done || plan.open < this.#before.open;
  }

  /** New items, a commit, or another tree; a tree that cannot be known is no proof against it. */
  async hasMoved(plan: Plan): Promise<boolean> {
    if (plan.items.length !== this.#before.items.length) return true;
    const tree = await mark(this.#job);
    return this.#tree === null || tree === null || tree !== this.#tree;
  }
}

function mark({ project, planPath }: Pick<Job, "project" | "planPath">): Promise<string | null> {
  const { progress, findings } = companionsOf(planPath);
  return takeTreeMark(project, [planPath, progress, findings], TREE_TIMEOUT_MS);
}
