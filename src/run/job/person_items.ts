/** The items of a run that wait for a person, and the choice of items to work on meanwhile. */
import { blockedOn } from "../../loop/reason.ts";
import { listReady, readScopes } from "../../plan/order/independence.ts";
import { firstOpenItem, type Plan, type PlanItem } from "../plan/plan.ts";
import type { RunContext } from "./context.ts";
import { endOf } from "./ending.ts";
import type { RunEnd } from "./job.ts";

/** The open items that agents cannot complete without a person. */
export class PersonItems {
  /** The need of each item, by its key. */
  readonly #needs = new Map<string, string>();

  /** The keys of these items. */
  get keys(): ReadonlySet<string> {
    return new Set(this.#needs.keys());
  }

  /** Notes what an item needs, also in the loop's record, where `ralph status` reads it. */
  note({ key, text }: PlanItem, need: string, { loop }: Pick<RunContext, "loop">): void {
    this.#needs.set(key, need);
    loop.change(({ waitingItems = [], ...record }) => ({
      ...record,
      waitingItems: [...waitingItems.filter((item) => item.key !== key), { key, text, need }],
    }));
  }

  /**
   * Chooses the next item: the first one, or the first that is independent of the waiting items.
   *
   * @param plan The items to choose from.
   * @param whole The plan, which defines their dependencies.
   */
  choose(plan: Plan, whole: Plan): PlanItem | null {
    const waiting = this.#list(plan);
    if (waiting.length === 0) return firstOpenItem(plan);
    const keys = new Set(waiting.map(({ key }) => key));
    return listReady(plan, readScopes(whole), keys)[0] ?? null;
  }

  /** Creates the end of a run in which only waiting items and their dependents are open. */
  end(plan: Plan): RunEnd {
    const waiting = this.#list(plan);
    const need = waiting[0]?.need ?? "";
    const evidence = waiting.map(({ text, need }) => `"${text}": ${need}`);
    return { ...endOf(blockedOn(need), undefined, waiting.length > 1 ? evidence : []), need };
  }

  #list({ items }: Plan) {
    return items.flatMap(({ key, state, text }) => {
      const need = state === "open" ? this.#needs.get(key) : undefined;
      return need === undefined ? [] : [{ key, text, need }];
    });
  }
}
