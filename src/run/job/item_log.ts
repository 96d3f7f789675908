/** Records who worked on each item of a run, how often and how long, and where its result is. */
import { followItem } from "../plan/follow_item.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";

/** Why an item is not complete if its agent removed it. */
export const REMOVED = "it was removed from the plan unfinished";

/** The result of one item. */
export interface ItemReport {
  readonly item: string;
  /** The worker number of the last agent in a parallel run, from 1; null with one agent at a time. */
  readonly worker: number | null;
  /** The machine that worked on it, such as `shard 2/3`; left out for this machine. */
  readonly by?: string;
  /** Number of agents that worked on it. */
  readonly tries: number;
  /** Time of all tries, in milliseconds. */
  readonly durationMs: number;
  /** The branch of the last try; null if it was done in the project's own tree. */
  readonly branch: string | null;
  /**
   * The commit after it was completed. Null without git, if it is not complete, or if nothing was
   * committed since it was begun.
   */
  readonly commit: string | null;
  /** Why it is not complete; empty if it is. */
  readonly why: string;
  /** The action that it needs from a person. */
  readonly need?: string;
}

/** A branch whose commits are not in the run's branch. */
export interface UnmergedBranch {
  readonly name: string;
  readonly commit: string;
  /** Whether a later try of its item is merged; left out if no later try is. */
  readonly isReplaced?: boolean;
}

/** Some work on an item. */
type Work = Omit<ItemReport, "item">;

/** The items of a run that were begun. */
export class ItemLog {
  readonly #start: Pick<Plan, "items">;
  readonly #reports = new Map<string, ItemReport>();
  /** The commit before the first try of each item. */
  readonly #bases = new Map<string, string>();

  /** Begins an empty log. @param start The plan at the start of the run. */
  constructor(start: Pick<Plan, "items">) {
    this.#start = start;
  }

  /** The results of the items, in the order in which they first ended. */
  get reports(): readonly ItemReport[] {
    return [...this.#reports.values()];
  }

  /**
   * Notes a try in the project's own tree.
   *
   * @param item The item; null for a finished plan.
   * @param plan The plan after the try.
   * @param head The checked-out commit before and after the try; empty without git.
   * @param failure How the agent failed; empty if it succeeded.
   */
  noteInPlace(
    item: PlanItem | null,
    plan: Plan,
    head: { readonly before: string; readonly after: string },
    durationMs: number,
    failure: string,
  ): void {
    if (item === null) return;
    const base = this.#bases.get(item.key) ?? head.before;
    this.#bases.set(item.key, base);
    const state = followItem(item, this.#start.items, plan.items)?.state;
    const isOpen = state === "open" || state === undefined;
    const open = state === undefined ? REMOVED : "it is still open";
    this.note(item, {
      worker: null,
      tries: 1,
      durationMs,
      branch: null,
      commit: isOpen || head.after === base ? null : head.after || null,
      why: isOpen ? failure || open : "",
    });
  }

  /** Records work on an item; adds its tries and time to earlier ones. */
  note({ key, text }: { readonly key: string; readonly text: string }, last: Work): void {
    const before = this.#reports.get(key);
    const tries = (before?.tries ?? 0) + last.tries;
    const durationMs = (before?.durationMs ?? 0) + last.durationMs;
    this.#reports.set(key, { ...last, item: text, tries, durationMs });
  }
}
