/** Keeps the branches that the agents of a run committed on beside the project's checkout. */
import { type BranchTicks, findBranchTicks } from "../../evidence/progress/branch_ticks.ts";
import type { MovedHead } from "../../evidence/progress/heads.ts";
import type { Plan } from "../plan/plan.ts";

/** The branches of a run, by name; the newest last. */
export class BranchLog {
  readonly #branches = new Map<string, MovedHead>();
  #last: readonly MovedHead[] = [];

  /** Notes the branches that a turn committed on. */
  note(moved: readonly MovedHead[]): void {
    this.#last = moved;
    for (const head of moved) {
      this.#branches.delete(head.name);
      this.#branches.set(head.name, head);
    }
  }

  /** Finds the branches of the last turn, and those of earlier turns on which an open item is ticked. */
  async find(folder: string, { path, items }: Plan): Promise<BranchTicks[]> {
    const open = items.filter(({ state }) => state === "open").map(({ text }) => text);
    const found = await findBranchTicks(folder, path, open, [...this.#branches.values()]);
    const isLast = ({ name }: MovedHead) => this.#last.some((head) => head.name === name);
    return found.filter((branch) => branch.ticked.length > 0 || isLast(branch));
  }
}
