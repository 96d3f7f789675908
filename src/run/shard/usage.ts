/** What agents used on several machines, or in several starts of one. Pure. */
import { addKnown } from "../../loop/usage.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";

/** What agents used; unknown amounts are null. */
export interface Used {
  /** Number of agents, without reviewers. */
  readonly iterations: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  /** The reviewers' part. */
  readonly reviewers?: LoopRecord["usage"]["reviewers"] | undefined;
}

/** Nothing used. */
export const NOTHING_USED: Used = { iterations: 0, tokens: null, costUsd: null };

/** Returns what the agents of a loop used. */
export function usedBy({ iteration, usage }: Pick<LoopRecord, "iteration" | "usage">): Used {
  return { iterations: iteration, ...usage };
}

/** Adds what was used elsewhere; unknown amounts stay unknown. */
export function addUsed(one: Used, two: Used): Used {
  const [ours, theirs] = [one.reviewers, two.reviewers];
  const reviewers = ours === undefined || theirs === undefined ? ours ?? theirs : {
    agents: ours.agents + theirs.agents,
    tokens: addKnown(ours.tokens, theirs.tokens),
    costUsd: addKnown(ours.costUsd, theirs.costUsd),
  };
  return {
    iterations: one.iterations + two.iterations,
    tokens: addKnown(one.tokens, two.tokens),
    costUsd: addKnown(one.costUsd, two.costUsd),
    ...reviewers === undefined ? {} : { reviewers },
  };
}
