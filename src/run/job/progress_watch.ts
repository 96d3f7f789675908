/** Detects the progress of an iteration: items, tree, commits. */
import { beginHeads, type MovedHead, readHeads } from "../../evidence/progress/heads.ts";
import { readCommit } from "../../evidence/progress/mark.ts";
import { takeTreeMark } from "../../evidence/progress/tree_mark.ts";
import { filesOfPlan } from "../plan/find_plan.ts";
import type { HeadsSeen } from "../../store/records/heads_seen.ts";
import { TurnCommits } from "../iteration/turn_commits.ts";
import type { Plan } from "../plan/plan.ts";

/** Time limit for scanning the tree, in milliseconds; longer than in a hook. */
const TREE_TIMEOUT_MS = 10_000;

/** Compares the project with its state before an iteration. */
export class ProgressWatch {
  readonly #done: ReadonlySet<string>;

  private constructor(
    readonly project: string,
    readonly baseline: Plan,
    readonly tree: string | null,
    readonly commit: string,
    /** The repository's other heads; null if other agents move them at the same time. */
    readonly heads: HeadsSeen | null,
    /** The commits since the iteration began. */
    readonly commits: TurnCommits,
  ) {
    const done = baseline.items.filter(({ state }) => state === "done");
    this.#done = new Set(done.map(({ key }) => key));
  }

  /** Remembers the state. @param isAlone Whether no other agent of the run works in the repository. */
  static async begin(project: string, plan: Plan, isAlone: boolean): Promise<ProgressWatch> {
    const commit = readCommit(project);
    const heads = isAlone ? beginHeads(project, commit) : null;
    const [commits, tree] = await Promise.all([
      TurnCommits.begin(project, isAlone),
      takeMark(project, plan),
    ]);
    return new ProgressWatch(project, plan, tree, commit, heads, commits);
  }

  /** Reads the branches and worktrees other than the checkout that got a commit since. */
  readMovedHeads(): readonly MovedHead[] {
    const { heads, project } = this;
    return heads === null ? [] : readHeads(project, readCommit(project), heads).moved;
  }

  wasDone(key: string): boolean {
    return this.#done.has(key);
  }

  /** Checks whether more items are done or fewer are open; skipping an item counts too. */
  hasAdvanced(plan: Plan): boolean {
    return plan.done > this.baseline.done || plan.open < this.baseline.open;
  }

  /** Reads the checked-out commit before and now (empty without git), and the other heads that moved. */
  readHead(): {
    readonly before: string;
    readonly after: string;
    readonly moved: readonly MovedHead[];
  } {
    const moved = this.readMovedHeads();
    return { before: this.commit, after: readCommit(this.project), moved };
  }

  /** Checks whether items, a commit on any head, or the tree changed; a tree that cannot be compared did. */
  async hasMoved(plan: Plan): Promise<boolean> {
    if (plan.items.length !== this.baseline.items.length) return true;
    if (this.readMovedHeads().length > 0) return true;
    const tree = await takeMark(this.project, plan);
    return this.tree === null || tree === null || tree !== this.tree;
  }
}

function takeMark(project: string, { path }: Plan): Promise<string | null> {
  return takeTreeMark(project, filesOfPlan(path), TREE_TIMEOUT_MS);
}
