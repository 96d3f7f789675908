/** The facts of one iteration of `ralph run`, as its line of the journal keeps them. */
import { count, list, nullable, number, object, type ShapeOf, text, truth } from "./shape.ts";
import { RuleSettingsSchema } from "./rule_settings.ts";

/** How the facts are read and written. What only the end shows is missing at the start. */
export const AgentFactsSchema = object({
  /** The iteration's number, from 1; one that the API failed has the next one's number. */
  iteration: count,
  /** The open item; null for a finished plan. */
  item: nullable(text),
  log: text,
  /** Whether it is the last iteration unless it makes progress. */
  isRecovery: truth,
  items: object({ done: count, total: count, skipped: count }),
}, {
  /** What ended the process: `exit`, `idle-timeout`, `task-timeout`, … */
  endedBy: text,
  /** How it failed; null if it succeeded. */
  failure: nullable(text),
  /** Exit status as a shell reports it: 124 for a timeout, 128 + n for a signal. */
  status: number,
  signal: nullable(text),
  durationMs: number,
  /** From its last output to its end. */
  silentMs: number,
  /** The terminal that it ran on; null if none could start. */
  terminal: nullable(text),
  /** Null if the agent does not report them. */
  tokens: nullable(number),
  costUsd: nullable(number),
  /** Whether the project changed or an item was completed; missing if that was not determined. */
  hasProgress: truth,
  /** The commit that is checked out; empty without git. */
  commit: text,
  /** Branches and worktrees beside the checked-out commit that got a new one; left out without any. */
  movedHeads: list(object({ name: text, commit: text })),
  /** The items that were ticked, with the command that passed for it; null without one. */
  ticked: list(object({ text, check: nullable(text) })),
  /** Ticks that were undone, since their commands failed. */
  reverted: count,
  /** Iterations in a row without progress, this one included. */
  stale: count,
  /** How often the same error came in a row. */
  sameErrors: count,
  /** Whether the run already had its recovery iteration since the last progress. */
  hasRecovered: truth,
  /** What the run may use, and has used, this iteration included; null for no limit and unknown. */
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
