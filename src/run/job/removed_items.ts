/** Open items that were removed from a run's plan. */
import { askOnce } from "./asked_once.ts";
import type { RunContext } from "./context.ts";

/** Keeps track of whether an agent was asked about them, which happens once. */
export class RemovedItems {
  readonly #context: Pick<RunContext, "job" | "loop">;

  constructor(context: Pick<RunContext, "job" | "loop">) {
    this.#context = context;
  }

  /** The titles of the removed items. */
  get titles(): readonly string[] {
    return this.#context.loop.record.planSeen.ledger?.gone ?? [];
  }

  /** Returns the titles to ask an agent about; empty if one was asked, or none works on the whole plan. */
  takeQuestion(): readonly string[] {
    const { agent, onlyItem } = this.#context.job;
    if (agent === null || onlyItem !== null || this.titles.length === 0) return [];
    return askOnce(this.#context, "removed", null) ? this.titles : [];
  }
}
