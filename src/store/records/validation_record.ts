/**
 * The parts of a loop's record with the results of reviews: validation rounds, and reviews of `ralph run`.
 */
import {
  choice,
  count,
  inFile,
  list,
  nullable,
  number,
  object,
  seconds,
  text,
  truth,
} from "./shape.ts";

/** One finding of a validation round that is not fixed yet. */
const FindingSchema = object(() => ({
  /** The round that reported it, 1 to 5. */
  round: count,
  /** As the agent wrote it, in lower case; `medium` if it wrote none. */
  severity: text,
  text,
}));

/** The validation phase; the rules are in `src/loop/validation/validation.ts`. */
export const ValidationSchema = object(() => ({
  /** The validation cycle, from 1; 0 while the phase has not begun. */
  cycle: count,
  /** The round that the agent works on, from 1; 0 while the phase has not begun. */
  round: count,
  /** The loop's active time at which the agent was sent the round; null before that. */
  roundBeganMs: inFile("round_began_seconds", nullable(seconds)),
  findings: list(FindingSchema),
  /** Rounds of this cycle: declared done, declared done without a tool call, or timed out. */
  closed: list(object({ round: count, how: choice("validated", "talk", "timeout") })),
  /** 0 to 1; null before the first round was closed. */
  score: nullable(number),
  /** How many findings the previous cycle had; null in the first. */
  previousFindings: nullable(count),
  /** Why the phase is over; null while it is not. */
  ended: nullable(choice("score", "exhausted", "plateau")),
  /** Set by `ralph validate`, whatever the task's state: all rounds, or a single round. */
  forced: nullable(choice("all", "round")),
}), () => ({
  /** Findings that the previous cycle left open, until this cycle is over. */
  carried: list(FindingSchema),
  /** True once the agent has called a tool in this round. */
  hasUsedTools: truth,
}));

/**
 * The outcome of the reviews of an item of `ralph run`, or of the whole plan; the rules are in
 * `src/run/review/`.
 */
export const ReviewSchema = object(() => ({
  /** The item's key; empty for the whole plan. */
  key: text,
  /** The item's text; null for the whole plan. */
  item: nullable(text),
  /** The commit before the item was begun; empty without git. */
  commit: text,
  /** Number of reviews that count. */
  reviews: count,
  timesSentBack: count,
  /** Findings of the last review. */
  open: list(object({ severity: text, text })),
  /** Why the last review does not count; null if it does. */
  missing: nullable(text),
  /** Time spent waiting for rate limits and API errors of its reviewers. */
  waitedMs: inFile("waited_seconds", seconds),
  /** True if an agent ticked the item, and its review has not ended. */
  isDue: truth,
  /** True if a worker has to fix the open findings. */
  isSentBack: truth,
}), () => ({
  /** The branch of the worktree in which the item was begun; left out for the project's own tree. */
  branch: text,
}));
