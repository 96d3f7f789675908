/** The cycle of a run with one or several agents: read the plan and work on it until the run must end. */
import { noteItemsOf, type Plan } from "../plan/plan.ts";
import { rereadPlan } from "../plan/reread_plan.ts";
import { NOTHING_USED, type Used } from "../shard/shard_result.ts";
import type { RunContext } from "./context.ts";
import { endByRequest } from "./ending.ts";
import { ItemLog, type ItemReport, type UnmergedBranch } from "./item_log.ts";
import type { RunEnd } from "./job.ts";
import { Waiting } from "./waiting.ts";

/** Works through a plan. */
export abstract class Cycle {
  protected readonly context: RunContext;
  protected readonly waiting: Waiting;
  protected readonly log: ItemLog;
  /** The whole plan as last read. */
  protected whole: Plan;

  /**
   * @param plan The whole plan.
   * @param log The results of its items so far.
   */
  constructor(context: RunContext, plan: Plan, log: ItemLog = new ItemLog(plan)) {
    this.context = context;
    this.waiting = new Waiting(context);
    this.log = log;
    this.whole = plan;
  }

  /** The plan as last read, or this run's part of it. */
  abstract get plan(): Plan;

  /** The result of each item that an agent began, in the order in which they ended. */
  get items(): readonly ItemReport[] {
    return this.log.reports;
  }

  /** Branches with commits that were not merged. */
  get unmerged(): readonly UnmergedBranch[] {
    return [];
  }

  /** The items in progress in addition to this cycle's. */
  protected get working(): readonly Promise<void>[] {
    return [];
  }

  /** Usage by agents of other machines whose work this run merges. */
  get usedElsewhere(): Used {
    return NOTHING_USED;
  }

  async run(): Promise<RunEnd> {
    const { stop } = this.context;
    for (;;) {
      const end = await this.#step();
      const { request } = stop;
      if (request === null && end !== null) return end;
      if (request === null) continue;
      await Promise.all(this.working);
      // A requested stop is the reason unless everything is done, since it also caused later failures.
      if (end?.reason.code === "complete") return { ...end, isOnDisk: request.by === "stop" };
      // The result shows the boxes in their current state.
      await this.readPlan();
      return endByRequest(request);
    }
  }

  async #step(): Promise<RunEnd | null> {
    const { stop } = this.context;
    if (this.working.length === 0) await this.waiting.whilePaused();
    if (stop.request !== null) return null;
    const lost = await this.findLoss();
    return stop.request === null ? await this.work(lost) : null;
  }

  /**
   * Works until something changes.
   *
   * @param lost An end because something is lost that the run cannot continue without.
   * @returns The end of the run; null to continue, also if a stop was requested.
   */
  protected abstract work(lost: RunEnd | null): Promise<RunEnd | null>;

  /** Checks what the run cannot continue without, first the plan, which is read again. */
  protected findLoss(): Promise<RunEnd | null> {
    return this.readPlan();
  }

  /** Reads the plan again. @returns An end if it is lost. */
  protected async readPlan(): Promise<RunEnd | null> {
    const { job, workFolder } = this.context;
    const { plan, lost } = await rereadPlan(this.whole, workFolder, this.context);
    if (plan === null) return lost;
    this.whole = plan;
    job.planPath = plan.path;
    // A single agent in a worktree has a copy of the plan.
    if (job.onlyItem === null) this.#noteItems(plan);
    return lost;
  }

  /** Records where the plan is and the state of its items. */
  #noteItems(plan: Plan): void {
    const { loop } = this.context;
    const { focus, planSeen } = loop.record;
    const ledger = noteItemsOf(planSeen.ledger, plan);
    const items = Math.max(planSeen.items, plan.total);
    const isSame = focus.path === plan.path && items === planSeen.items &&
      JSON.stringify(ledger) === JSON.stringify(planSeen.ledger);
    if (isSame) return;
    loop.change((record) => ({
      ...record,
      focus: { ...record.focus, path: plan.path },
      planSeen: { ...record.planSeen, items, ledger },
    }));
  }
}
