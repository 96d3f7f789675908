/**
 * The differences in a run whose plan several machines share: as one of these machines, or as the machine
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

/** The result of an item from another machine. */
export interface DoneElsewhere {
  /** The machine, such as `shard 2/3`. */
  readonly by: string;
  /** The branch that it pushed. */
  readonly branch: string;
  /** Time that the item took there, in milliseconds. */
  readonly durationMs: number;
  /** Number of agents that worked on it there. */
  readonly tries: number;
  /** The item's line, ticked; null if its agent removed the unfinished item from the plan. */
  readonly rawLine: string | null;
  /** The path of its agent's moved copy of the plan, relative to the top of the repository. */
  readonly planMovedTo?: string;
  /** Its agent's additions to the progress file and to the findings file. */
  readonly notes: readonly [progress: string, findings: string];
}

/** How an item is worked on, if not in the usual way. */
export interface UnitWork {
  /** The start of its branch: a commit, with changes since a base. Default: the run's branch. */
  readonly from?: { readonly commit: string; readonly base: string };
  /** The result from another machine; if it is set, no agent works. */
  readonly done?: DoneElsewhere;
  /** Handles the finished branch. Default: merges it. */
  readonly deliver?: (request: MergeRequest) => Promise<Merged>;
}

/** A run's share of a plan. */
export interface Share {
  /** Reads the work of other machines. @returns An end if the run cannot begin. */
  begin(context: RunContext, plan: Plan): Promise<RunEnd | null>;
  /** Narrows a plan to the items that this run works on; items that it finished count as done. */
  narrow(plan: Plan): Plan;
  /** Narrows a plan to the items that are counted. */
  count(plan: Plan): Plan;
  /** Determines each item's dependencies. */
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
  /** Publishes the end for other machines. @returns The end, which may be a different one. */
  close(end: RunEnd, items: readonly ItemReport[]): Promise<RunEnd>;
  /** Usage by agents of other machines. */
  readonly usedElsewhere: Used;
  /** Branches that could not be pushed. */
  readonly kept: readonly UnmergedBranch[];
}
