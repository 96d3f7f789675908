/**
 * Explains an iteration or the end of `ralph run`. Pure.
 *
 * @module
 */
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import { isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { findChanges, type RunWhatIf } from "./run_changes.ts";
import { type RunStanding, standRules } from "./run_rules.ts";

/** An explained iteration or end of a run. */
export interface RunExplanation {
  /** The facts of the last agent that ended; null where none did. */
  readonly agent: AgentFacts | null;
  readonly rules: readonly RunStanding[];
  readonly changes: readonly RunWhatIf[];
}

/**
 * Explains the last line of the journal of a run.
 *
 * @param entries The journal up to the line.
 * @returns Null where a session owns the loop.
 */
export function explainRun(entries: readonly JournalEntry[]): RunExplanation | null {
  const entry = entries.at(-1);
  const withAgent = entries.findLast(({ agent }) => agent?.endedBy !== undefined);
  if (entry === undefined || entry.event !== "run" && entry.agent === undefined) return null;
  const agent = withAgent?.agent ?? null;
  const end = isEnd(entry) ? entry.code : null;
  return {
    agent,
    rules: standRules(agent, end),
    changes: agent === null ? [] : findChanges(agent, end),
  };
}
