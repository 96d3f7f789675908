/**
 * The facts of one Stop decision, as its line of the journal keeps them: what the rules decided by,
 * and what a person wants to see later. Enough to judge again by the same rules.
 */
import { count, list, nullable, number, object, type ShapeOf, text, truth } from "./shape.ts";

/** The settings that the rules read; by their own names, as in every file. */
const RuleSettingsSchema = object({
  max_hours: number,
  min_hours: number,
  max_iterations: number,
  min_iterations: number,
  max_tokens: nullable(number),
  max_cost_usd: nullable(number),
  eternal: truth,
  similarity_threshold: number,
  window_size: number,
  verify_max_rejections: number,
  enable_validation_phase: truth,
  validation_rounds: number,
  validation_score: number,
});

/** How the facts are read and written. */
export const DecisionFactsSchema = object({
  /** The rule that decided; `none` where no rule applied, so that the loop went on. */
  rule: text,
  /** What was gathered for the decision at a price: `exploration`, `verification`. */
  satisfied: list(text),
  /** Before the decision, as all that follows. */
  iteration: count,
  phase: text,
  state: text,
  activeMs: number,
  /** Null for unknown, which is not 0. */
  usage: object({ tokens: nullable(number), costUsd: nullable(number) }),
  settings: RuleSettingsSchema,
  /** Whether the loop has no task, only exploration. */
  isFree: truth,
  /** How the task was judged, and by which signal. */
  task: object({ kind: text }, {
    signal: object({ name: text, confidence: number, detail: text }),
  }),
  signals: list(object({ name: text, confidence: number })),
  items: object({ done: count, total: count, open: count }),
  tags: object({
    promise: nullable(text),
    blocked: nullable(text),
    validated: truth,
    findings: count,
  }, {
    /** The first of the findings; missing without one. */
    reported: list(object({ severity: text, text })),
  }),
  /** Continuations in a row without a tool call. */
  toolless: count,
  /** The client's cap on them; 0 for no cap. */
  blockCap: number,
  repetition: nullable(
    object({ kind: text, outputs: count, similarity: number, progress: list(text) }),
  ),
  /** Similar outputs in a row, the last one included, with nothing seen to change; at least 1. */
  alikeOutputs: count,
  idlePhrase: nullable(text),
  /** Whether the loop counts as idle, from an idle phrase to the next change. */
  isIdle: truth,
  /** How many verification commands gate completion. */
  checks: count,
  verification: object({ kind: text }, {
    /** The command that failed. */
    command: text,
    why: text,
  }),
  /** Rejections in a row without a change in the project, before this decision. */
  verifyRejections: count,
  adapter: nullable(object({
    name: text,
    shouldContinue: truth,
    confidence: number,
    reason: text,
    metrics: number,
    converged: truth,
  })),
  validation: object({
    cycle: count,
    round: count,
    closed: count,
    /** Findings of this cycle that are still open. */
    findings: count,
    score: nullable(number),
    ended: nullable(text),
    forced: nullable(text),
  }),
  /** Null where exploration did not run, or could not tell. */
  opportunities: nullable(count),
  /** What wakes the session by itself; null where nothing does. */
  waitsOn: nullable(text),
  /** How many commands of the agent still run. */
  shells: count,
  permissionMode: nullable(text),
  killSwitch: nullable(text),
  hasMarker: truth,
  isStopQueued: truth,
  /** The commit that is checked out; empty without git or before the first commit. */
  commit: text,
  /** What changed since the answer before; null after the first answer of a session. */
  changes: nullable(object({
    kinds: list(text),
    /** Whether the files were compared: where not, a changed file may be missing from `kinds`. */
    isTreeKnown: truth,
  })),
});

/** The facts of one Stop decision. */
export type DecisionFacts = ShapeOf<typeof DecisionFactsSchema>;
