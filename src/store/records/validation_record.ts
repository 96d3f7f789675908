/** The parts of a loop's record that keep what reviews found: its validation rounds, and the reviews of `ralph run`. */
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
  /** Rounds of this cycle: declared done, declared done without a tool call, or out of time. */
  closed: list(object({ round: count, how: choice("validated", "talk", "timeout") })),
  /** 0 to 1; null before the first round was closed. */
  score: nullable(number),
  /** How many findings the previous cycle had; null in the first. */
  previousFindings: nullable(count),
  /** Why the phase is over; null while it is not. */
  ended: nullable(choice("score", "exhausted", "plateau")),
  /** `ralph validate` asked for it, whatever the task says: all rounds, or a single round. */
  forced: nullable(choice("all", "round")),
}), () => ({
  /** What the previous cycle left open, until this cycle is over. */
  carried: list(FindingSchema),
  /** Present once the agent called a tool in this round. */
  hasUsedTools: truth,
}));

/** What came of the reviews of an item of `ralph run`, or of the whole plan; the rules are in `src/run/review/`. */
export const ReviewSchema = object(() => ({
  /** The item's key; empty for the whole plan. */
  key: text,
  /** The item's text; null for the whole plan. */
  item: nullable(text),
  /** The commit before the item was begun; empty without git. */
  commit: text,
  /** Reviews that count. */
  reviews: count,
  timesSentBack: count,
  /** Findings of the last review. */
  open: list(object({ severity: text, text })),
  /** Why the last review does not count; null if it does. */
  missing: nullable(text),
  /** How long rate limits and API errors of its reviewers were waited for. */
  waitedMs: inFile("waited_seconds", seconds),
  /** Whether an agent ticked the item, and the review of that has not ended. */
  isDue: truth,
  /** Whether a worker has to fix what is open. */
  isSentBack: truth,
}), () => ({
  /** The branch of the worktree that the item was begun in; left out for the project's own tree. */
  branch: text,
}));
