/** The items of a run's plan that were removed while they were open. */
import { askOnce } from "./asked_once.ts";
import type { RunContext } from "./context.ts";

/** Keeps whether an agent was asked about them, which happens once. */
export class RemovedItems {
  readonly #context: Pick<RunContext, "job" | "loop">;

  constructor(context: Pick<RunContext, "job" | "loop">) {
    this.#context = context;
  }

  /** Their titles. */
  get titles(): readonly string[] {
    return this.#context.loop.record.planSeen.ledger?.gone ?? [];
  }

  /** The titles to ask an agent about; empty if one was asked, is not there, or has one item only. */
  takeQuestion(): readonly string[] {
    const { agent, onlyItem } = this.#context.job;
    if (agent === null || onlyItem !== null || this.titles.length === 0) return [];
    return askOnce(this.#context, "removed", null) ? this.titles : [];
  }
}
