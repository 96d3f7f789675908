/** Keeps who did each item of a run, how often it was begun, how long it took, and where it is. */
import { followItem } from "../plan/follow_item.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";

/** Why an item is not completed that its agent removed. */
export const REMOVED = "it was removed from the plan unfinished";

/** What came of one item. */
export interface ItemReport {
  readonly item: string;
  /** The number of the last agent's place in a parallel run, from 1; null with one agent at a time. */
  readonly worker: number | null;
  /** The machine that did it, such as `shard 2/3`; left out for this machine. */
  readonly by?: string;
  /** How many agents worked on it. */
  readonly tries: number;
  /** Time of all tries, in milliseconds. */
  readonly durationMs: number;
  /** The branch of the last try; null if it was done in the project's own tree. */
  readonly branch: string | null;
  /**
   * The commit after it was completed; null without git, where it is not completed, and where nothing was
   * committed since it was begun.
   */
  readonly commit: string | null;
  /** Why it is not completed; empty if it is. */
  readonly why: string;
  /** What it needs a person for. */
  readonly need?: string;
}

/** A branch whose commits are not in the run's branch. */
export interface UnmergedBranch {
  readonly name: string;
  readonly commit: string;
  /** Whether a later try of its item is merged; left out if none is. */
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

  /** @param start The plan at the start of the run. */
  constructor(start: Pick<Plan, "items">) {
    this.#start = start;
  }

  /** What came of each item, in the order of their first end. */
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

  /** Notes work; tries and time are added to those of earlier work on the item. */
  note({ key, text }: { readonly key: string; readonly text: string }, last: Work): void {
    const before = this.#reports.get(key);
    const tries = (before?.tries ?? 0) + last.tries;
    const durationMs = (before?.durationMs ?? 0) + last.durationMs;
    this.#reports.set(key, { ...last, item: text, tries, durationMs });
  }
}
