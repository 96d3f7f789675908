/** The facts of one iteration of `ralph run`, as its line of the journal keeps them. */
import { count, list, nullable, number, object, type ShapeOf, text, truth } from "./shape.ts";
import { RuleSettingsSchema } from "./rule_settings.ts";

/** The shape of the facts. Fields that only the end sets are missing at the start. */
export const AgentFactsSchema = object({
  /** The iteration's number, from 1. One that failed at the API shares its number with the next. */
  iteration: count,
  /** The open item; null for a finished plan. */
  item: nullable(text),
  log: text,
  /** True for the last iteration, unless it makes progress. */
  isRecovery: truth,
  items: object({ done: count, total: count, skipped: count }),
}, {
  /** The reason that the process ended: `exit`, `idle-timeout`, `task-timeout`, … */
  endedBy: text,
  /** The kind of failure; null if it succeeded. */
  failure: nullable(text),
  /** Exit status as a shell reports it: 124 for a timeout, 128 + n for a signal. */
  status: number,
  signal: nullable(text),
  durationMs: number,
  /** Time from its last output to its end. */
  silentMs: number,
  /** The terminal that it ran on; null if none could be started. */
  terminal: nullable(text),
  /** Null if the agent does not report them. */
  tokens: nullable(number),
  costUsd: nullable(number),
  /** True if the project changed or an item was completed; missing if that was not determined. */
  hasProgress: truth,
  /** The commit that is checked out; empty without git. */
  commit: text,
  /** Branches and worktrees other than the checked-out commit that got a new commit; left out without any. */
  movedHeads: list(object({ name: text, commit: text })),
  /** The items that were ticked, each with the command that passed for it; null without one. */
  ticked: list(object({ text, check: nullable(text) })),
  /** Number of ticks that were undone because their commands failed. */
  reverted: count,
  /** Iterations in a row without progress, this one included. */
  stale: count,
  /** How many times in a row the same error occurred. */
  sameErrors: count,
  /** True if the run has had its recovery iteration since the last progress. */
  hasRecovered: truth,
  /** Limits of the run and its use so far, with this iteration; null for no limit, or an unknown use. */
  limits: RuleSettingsSchema,
  spent: object({
    iterations: count,
    activeMs: number,
    tokens: nullable(number),
    costUsd: nullable(number),
  }),
});

/** The facts of one iteration. */
export type AgentFacts = ShapeOf<typeof AgentFactsSchema>;
