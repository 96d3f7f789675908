/**
 * What a run does differently if several machines share a plan: as one of them, or as the machine
 * that merges.
 *
 * @module
 */
import type { RunContext } from "../job/context.ts";
import type { ItemReport, UnmergedBranch } from "../job/item_log.ts";
import type { RunEnd } from "../job/job.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import type { Used } from "../shard/shard_result.ts";
import type { ItemScope } from "../../plan/order/independence.ts";
import type { Merged, MergeRequest } from "./merge.ts";

/** What another machine did for an item. */
export interface DoneElsewhere {
  /** The machine, such as `shard 2/3`. */
  readonly by: string;
  /** The branch that it pushed. */
  readonly branch: string;
  /** How long it took there, in milliseconds. */
  readonly durationMs: number;
  /** How many agents worked on it there. */
  readonly tries: number;
  /** The item's line, ticked; null if its agent removed it from the plan unfinished. */
  readonly rawLine: string | null;
  /** Where its agent moved its copy of the plan, from the top of the repository. */
  readonly planMovedTo?: string;
  /** What its agent added to the progress file and to the findings file. */
  readonly notes: readonly [progress: string, findings: string];
}

/** How an item is worked on, if that is not the usual way. */
export interface UnitWork {
  /** Where its branch begins: at a commit, as changes since a base. Default: the run's branch. */
  readonly from?: { readonly commit: string; readonly base: string };
  /** What another machine did; then no agent works. */
  readonly done?: DoneElsewhere;
  /** What becomes of the finished branch. Default: it is merged. */
  readonly deliver?: (request: MergeRequest) => Promise<Merged>;
}

/** A run's part of a shared plan. */
export interface Share {
  /** Finds out what other machines did. @returns An end if the run cannot begin. */
  begin(context: RunContext, plan: Plan): Promise<RunEnd | null>;
  /** Narrows a plan to the items that this run works on; what it finished is done. */
  narrow(plan: Plan): Plan;
  /** Narrows a plan to the items that are counted. */
  count(plan: Plan): Plan;
  /** Finds out what each item depends on. */
  readScopes(plan: Plan): Map<string, ItemScope>;
  /** Decides how an item is worked on. */
  planWork(item: PlanItem): UnitWork;
  /**
   * Ends a run without open items of its own.
   *
   * @param plan The whole plan.
   * @returns Null if the finished plan has to be checked first.
   */
  finish(plan: Plan): RunEnd | null;
  /** Makes the end known to other machines. @returns The end, which may be another one. */
  close(end: RunEnd, items: readonly ItemReport[]): Promise<RunEnd>;
  /** What agents of other machines used. */
  readonly usedElsewhere: Used;
  /** Branches that could not be pushed. */
  readonly kept: readonly UnmergedBranch[];
}
