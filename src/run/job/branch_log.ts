/** Keeps the branches other than the project's checkout that the agents of a run committed on. */
import { findBranchTicks, keepUnmerged } from "../../evidence/progress/branch_ticks.ts";
import { EXIT } from "../../loop/reasons.ts";
import {
  nameUnmerged,
  needMerge,
  type UnmergedHead,
  type UnmergedTicks,
} from "../../loop/unmerged.ts";
import type { Judged } from "../iteration/judge.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import type { RunContext } from "./context.ts";
import type { RunEnd } from "./job.ts";

/** A branch, and the item of the turn that last committed on it; null for a finished plan. */
interface LoggedHead extends UnmergedHead {
  readonly item: string | null;
}

/** The branches of a run by name, newest last. */
export class BranchLog {
  readonly #folder: string;
  readonly #branches = new Map<string, LoggedHead>();
  #last: readonly UnmergedHead[] = [];
  /** The branches that the current agent was told about. */
  #told: readonly UnmergedTicks[] = [];

  constructor({ workFolder }: Pick<RunContext, "workFolder">) {
    this.#folder = workFolder;
  }

  /** Notes the branches that a turn committed on. */
  note(moved: readonly UnmergedHead[], item: PlanItem | null): void {
    this.#last = moved;
    for (const head of moved) {
      this.#branches.delete(head.name);
      this.#branches.set(head.name, { ...head, item: item?.key ?? null });
    }
  }

  /**
   * Selects the branches to tell the next agent about: the unmerged branches of the last turn, the branches
   * of earlier turns of its item, and the branches on which an open item is ticked.
   */
  async tell(plan: Plan, item: PlanItem | null): Promise<readonly UnmergedTicks[]> {
    const branches = await this.#find(plan);
    const isLast = ({ name }: UnmergedHead) => this.#last.some((head) => head.name === name);
    this.#told = branches.filter((branch) =>
      branch.ticked.length > 0 || isLast(branch) || branch.item === (item?.key ?? null)
    );
    return this.#told;
  }

  /**
   * Finds out whether an agent that did not fail left an item on a branch for the second time: it was told
   * about a branch on which the item is ticked, and did not merge it.
   *
   * @returns What a person has to merge; null if there is nothing to merge.
   */
  async findNeed(
    plan: Plan,
    { text }: PlanItem,
    { failure }: Pick<Judged, "failure">,
  ): Promise<string | null> {
    if (failure !== null || needMerge([text], this.#told) === null) return null;
    return needMerge([text], await this.#find(plan));
  }

  /** Adds the unmerged branches to the reason of an end without success. */
  async nameIn(end: RunEnd): Promise<RunEnd> {
    if (end.exitCode === EXIT.done) return end;
    return { ...end, reason: nameUnmerged(end.reason, await this.#findUnmerged()) };
  }

  async #find({ path, items }: Plan): Promise<(LoggedHead & UnmergedTicks)[]> {
    const open = items.filter(({ state }) => state === "open").map(({ text }) => text);
    return await findBranchTicks(this.#folder, path, open, await this.#findUnmerged());
  }

  async #findUnmerged(): Promise<LoggedHead[]> {
    if (this.#branches.size === 0) return [];
    return await keepUnmerged(this.#folder, [...this.#branches.values()]);
  }
}
