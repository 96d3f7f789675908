/** Finds the decisions to explain in a loop's journal, with what belongs to each. Pure. */
import { explainDecision, type Explanation } from "../../loop/explain/explain.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import { isDecision, isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { iterationOf } from "../history/entry_view.ts";
import { findChanges, type RunWhatIf } from "./run_changes.ts";
import { type RunStanding, standRules } from "./run_rules.ts";

/** An explained iteration or end of a run. */
interface RunExplanation {
  /** The facts of the last agent that ended; null where none did. */
  readonly agent: AgentFacts | null;
  readonly rules: readonly RunStanding[];
  readonly changes: readonly RunWhatIf[];
}

/** A decision with what belongs to it. */
export interface ExplainedDecision {
  readonly entry: JournalEntry;
  /** What happened since the decision before it: pauses, gaps, guidance. */
  readonly before: readonly JournalEntry[];
  /** What happened since, where it is the last one. */
  readonly since: readonly JournalEntry[];
  /** Its facts; where it was not decided at a Stop, those of the last Stop. */
  readonly facts: DecisionFacts | null;
  /** When the facts were gathered; null where that was for this very decision. */
  readonly factsAtMs: number | null;
  /** Null where there are no facts of its own. */
  readonly explanation: Explanation | null;
  /** Why it ended without a rule of a Stop; null where a rule decided. */
  readonly outside: string | null;
  /** Null for a decision in a session. */
  readonly run: RunExplanation | null;
  /** The user's guidance that applied; null where the journal does not say. */
  readonly guidance: JournalEntry["guidance"] | null;
}

/** Whether a line of the journal can be explained: a decision, or an iteration of a run. */
function isExplained(entry: JournalEntry): boolean {
  return isDecision(entry) || entry.kind === "iteration" || entry.kind === "agent-end";
}

/**
 * Explains the last decision of a journal, or those of one iteration: how it began, its waits, and
 * the end.
 *
 * @param entries The journal, oldest first.
 * @param iteration The iteration's number; null for the last decision.
 * @returns Oldest first; empty without any.
 */
export function explainEntries(
  entries: readonly JournalEntry[],
  iteration: number | null,
): ExplainedDecision[] {
  const indexes = entries.flatMap((entry, index) => isExplained(entry) ? [index] : []);
  return chooseIndexes(entries, indexes, iteration)
    .map((index) => explainAt(entries, index, indexes));
}

/** Lists the numbers of the iterations that have a decision. */
export function listIterations(entries: readonly JournalEntry[]): number[] {
  const numbers = entries.filter(isExplained).map(iterationOf)
    .filter((iteration) => iteration !== null);
  return [...new Set(numbers)].sort((left, right) => left - right);
}

/** Of several decisions of a kind in one iteration, such as waits, the last. */
function chooseIndexes(
  entries: readonly JournalEntry[],
  indexes: readonly number[],
  iteration: number | null,
): number[] {
  if (iteration === null) return indexes.slice(-1);
  const ofIteration = indexes.filter((index) => iterationOf(entries[index]!) === iteration);
  const lastOfKind = new Map(ofIteration.map((index) => [entries[index]?.kind, index]));
  return [...lastOfKind.values()].sort((left, right) => left - right);
}

function explainAt(
  entries: readonly JournalEntry[],
  index: number,
  indexes: readonly number[],
): ExplainedDecision {
  const entry = entries[index]!;
  const place = indexes.indexOf(index);
  const previous = indexes[place - 1] ?? -1;
  const isLast = place === indexes.length - 1;
  const withFacts = entry.facts === undefined
    ? entries.slice(0, index).findLast(({ facts }) => facts !== undefined)
    : entry;
  const run = explainRun(entries.slice(0, index + 1));
  const hasRules = entry.facts !== undefined || run !== null;
  const guided = entries.slice(0, index + 1).findLast(({ guidance }) => guidance !== undefined);
  return {
    entry,
    before: entries.slice(previous + 1, index).filter(isNews),
    since: isLast ? entries.slice(index + 1).filter(isNews) : [],
    facts: withFacts?.facts ?? null,
    factsAtMs: withFacts === undefined || withFacts === entry ? null : withFacts.atMs,
    explanation: entry.facts === undefined ? null : explainDecision(entry.facts),
    outside: !hasRules && isEnd(entry) ? explainOutside(entry) : null,
    run,
    guidance: guided?.guidance ?? null,
  };
}

/** The start of an agent says nothing that its end does not say. */
function isNews({ kind }: JournalEntry): boolean {
  return kind !== "agent";
}

/**
 * Explains the last line of the journal of a run.
 *
 * @returns Null where a session owns the loop.
 */
function explainRun(entries: readonly JournalEntry[]): RunExplanation | null {
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

const REQUESTED: readonly (string | null)[] = ["kill-switch", "stopped-by-user", "disabled"];

const MOMENTS: Readonly<Record<string, string>> = {
  "Stop": "at the end of a turn",
  "StopFailure": "after a turn that failed",
  "PreToolUse": "before a tool call",
  "UserPromptSubmit": "at your next prompt",
  "SessionEnd": "when the session closed",
  "sleep": "while the session rested",
  "stop": "with 'ralph stop'",
  "start": "when the next loop started",
};

/**
 * Explains an end without facts of its own.
 *
 * @returns One or two sentences.
 *
 * @example The kill switch
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(
 *   explainOutside({ code: "kill-switch", event: "PreToolUse" }),
 *   "You asked for it, before a tool call. That comes before every rule, so none was asked.",
 * );
 * ```
 */
export function explainOutside({ code, event }: Pick<JournalEntry, "code" | "event">): string {
  const moment = MOMENTS[event] ?? `at the event "${event}"`;
  return REQUESTED.includes(code)
    ? `You asked for it, ${moment}. That comes before every rule, so none was asked.`
    : `ralph ended the loop ${moment}. No rule of a Stop made this decision.`;
}
