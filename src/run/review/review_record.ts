/**
 * How a run's work is reviewed, and what goes back to a worker, also after `--resume`.
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
  /** How often findings go back to a worker. */
  readonly rounds: number;
}

/** Findings that go back to a worker. */
export interface SentBack {
  /** The item's text; null for the whole plan. */
  readonly item: string | null;
  readonly findings: readonly Finding[];
  /** The branch of the reviewed work; null if the worker has that work in its tree. */
  readonly branch: string | null;
}

/** What is known of an item before its first review. */
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
 * Findings go to a worker only if their item is still open. An item that an agent ticked is still due
 * for its review, unless the tick was in a worktree: it is lost with that.
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
    // The user deleted the item, or made it another one.
    if (state === undefined && isUnfinished) return [];
    const isDue = review.isDue && state === "done" && review.branch === undefined;
    const isSentBack = review.isSentBack && (state === "open" || isDue);
    return [{ ...review, isDue, isSentBack }];
  });
}
