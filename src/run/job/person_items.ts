/** The items of a run that wait for a person, and what can be worked on meanwhile. */
import { blockedOn } from "../../loop/reason.ts";
import { listReady, readScopes } from "../../plan/order/independence.ts";
import { firstOpenItem, type Plan, type PlanItem } from "../plan/plan.ts";
import type { RunContext } from "./context.ts";
import { endOf } from "./ending.ts";
import type { RunEnd } from "./job.ts";

/** The items that agents cannot complete without a person, while they are open. */
export class PersonItems {
  /** What each needs, by its key. */
  readonly #needs = new Map<string, string>();

  /** Their keys. */
  get keys(): ReadonlySet<string> {
    return new Set(this.#needs.keys());
  }

  /** Notes what an item needs, in the loop's record too, which `ralph status` reads. */
  note({ key, text }: PlanItem, need: string, { loop }: Pick<RunContext, "loop">): void {
    this.#needs.set(key, need);
    loop.change(({ waitingItems = [], ...record }) => ({
      ...record,
      waitingItems: [...waitingItems.filter((item) => item.key !== key), { key, text, need }],
    }));
  }

  /**
   * Chooses the next item: the first, or the first that is independent of those that wait.
   *
   * @param plan The items to choose from.
   * @param whole The plan, which says what they depend on.
   */
  choose(plan: Plan, whole: Plan): PlanItem | null {
    const waiting = this.#list(plan);
    if (waiting.length === 0) return firstOpenItem(plan);
    const keys = new Set(waiting.map(({ key }) => key));
    return listReady(plan, readScopes(whole), keys)[0] ?? null;
  }

  /** Creates the end of a run in which nothing but these items, and what depends on them, is open. */
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
