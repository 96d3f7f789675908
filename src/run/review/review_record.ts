/**
 * How a run's work is reviewed, and which findings go back to a worker, also after `--resume`.
 *
 * @module
 */
import type { Finding } from "../../loop/facts.ts";
import type { ReviewRecord } from "../../store/records/loop_record.ts";
import type { Agent } from "../agents/choose_agent.ts";
import type { Plan } from "../plan/plan.ts";

/** How a run's work is reviewed. */
export interface ReviewSettings {
  readonly agent: Agent;
  /** Maximum number of times that findings go back to a worker. */
  readonly rounds: number;
}

/** Findings that go back to a worker. */
export interface SentBack {
  /** The item's text; null for the whole plan. */
  readonly item: string | null;
  readonly findings: readonly Finding[];
  /** The branch of the reviewed work; null if that work is in the worker's tree. */
  readonly branch: string | null;
}

/** The record of an item before its first review. */
export const NO_REVIEW: Omit<ReviewRecord, "key" | "item"> = {
  commit: "",
  reviews: 0,
  timesSentBack: 0,
  open: [],
  missing: null,
  waitedMs: 0,
  isDue: false,
  isSentBack: false,
};

/**
 * Adapts the reviews of an interrupted run to the plan, which the user may have changed since.
 *
 * Findings go to a worker only if their item is still open. An item that an agent ticked is still due for
 * its review, unless it was ticked in a worktree, since the tick is lost with the worktree.
 *
 * @param reviews The reviews at the run's end.
 * @param plan The plan at the resume.
 */
export function resumeReviews(
  reviews: readonly ReviewRecord[],
  { items }: Pick<Plan, "items">,
): ReviewRecord[] {
  return reviews.flatMap((review) => {
    if (review.item === null) return [review];
    const state = items.find(({ key }) => key === review.key)?.state;
    const isUnfinished = review.isDue || review.isSentBack;
    // The user deleted the item, or turned it into another one.
    if (state === undefined && isUnfinished) return [];
    const isDue = review.isDue && state === "done" && review.branch === undefined;
    const isSentBack = review.isSentBack && (state === "open" || isDue);
    return [{ ...review, isDue, isSentBack }];
  });
}
