/** Finds the decisions to explain in a loop's journal, each with its facts and events. Pure. */
import { type RuleStanding, standRules } from "../../loop/explain.ts";
import { stateOfEnd } from "../../loop/reasons.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import { isDecision, isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { turnOf } from "../history/entry_view.ts";
import { type RunStanding, standRunRules } from "./run_rules.ts";

/** A decision with its facts and the events around it. */
export interface ExplainedDecision {
  readonly entry: JournalEntry;
  /** The events since the previous decision: pauses, gaps, guidance. */
  readonly before: readonly JournalEntry[];
  /** The events after it, if it is the last decision. */
  readonly since: readonly JournalEntry[];
  /** The facts behind it; if it was not made at a Stop, the facts of the last Stop. */
  readonly inputs: DecisionInputs | null;
  /** When the facts were gathered, if for an earlier decision; null otherwise. */
  readonly inputsAtMs: number | null;
  /** Of a run: the facts of the last agent that ended. */
  readonly agent: AgentFacts | null;
  /** The standing of each rule; empty if unknown. */
  readonly rules: readonly (RuleStanding | RunStanding)[];
  /** For an end, the option that raises its limit, or else what to do next. */
  readonly next: string | null;
  /** The reason of an end that no rule decided; null if a rule decided. */
  readonly outside: string | null;
  /** The user's guidance that applied; null if the journal does not say. */
  readonly guidance: JournalEntry["guidance"] | null;
}

/** Checks whether a journal entry can be explained: it is a decision, or the end of a run's agent. */
function isExplained(entry: JournalEntry): boolean {
  return isDecision(entry) || entry.kind === "iteration" || entry.kind === "agent-end";
}

/**
 * Explains the last decision of a journal, or all decisions of one turn: its waits, and the decision
 * that ended the turn or the loop.
 *
 * @param entries The journal, oldest first.
 * @param turn The turn's number; null for the last decision.
 * @param nextOf Returns what to do after an end, by its code.
 * @returns The decisions, oldest first.
 */
export function explainEntries(
  entries: readonly JournalEntry[],
  turn: number | null,
  nextOf: (code: string) => string | null,
): ExplainedDecision[] {
  const indexes = entries.flatMap((entry, index) => isExplained(entry) ? [index] : []);
  return chooseIndexes(entries, indexes, turn)
    .map((index) => explainAt(entries, index, indexes, nextOf));
}

/** Lists the numbers of the turns that have a decision. */
export function listTurns(entries: readonly JournalEntry[]): number[] {
  const numbers = entries.filter(isExplained).map(turnOf)
    .filter((turn) => turn !== null);
  return [...new Set(numbers)].sort((left, right) => left - right);
}

/** Chooses the last of several decisions of one kind in a turn, such as waits. */
function chooseIndexes(
  entries: readonly JournalEntry[],
  indexes: readonly number[],
  turn: number | null,
): number[] {
  if (turn === null) return indexes.slice(-1);
  const ofTurn = indexes.filter((index) => turnOf(entries[index]!) === turn);
  const lastOfKind = new Map(ofTurn.map((index) => [entries[index]?.kind, index]));
  return [...lastOfKind.values()].sort((left, right) => left - right);
}

function explainAt(
  entries: readonly JournalEntry[],
  index: number,
  indexes: readonly number[],
  nextOf: (code: string) => string | null,
): ExplainedDecision {
  const entry = entries[index]!;
  const place = indexes.indexOf(index);
  const previous = indexes[place - 1] ?? -1;
  const isLast = place === indexes.length - 1;
  const before = entries.slice(0, index + 1);
  const judged = before.findLast(({ inputs }) => inputs !== undefined);
  const isJudged = entry.inputs !== undefined;
  const isRun = entry.event === "run" || entry.agent !== undefined;
  const agent = isRun
    ? before.findLast(({ agent }) => agent?.endedBy !== undefined)?.agent ?? null
    : null;
  const end = isEnd(entry) ? entry.code ?? "" : null;
  return {
    entry,
    before: entries.slice(previous + 1, index).filter(isNews),
    since: isLast ? entries.slice(index + 1).filter(isNews) : [],
    inputs: judged?.inputs ?? null,
    inputsAtMs: judged === undefined || isJudged ? null : judged.atMs,
    agent,
    rules: isRun
      ? standRunRules(agent, end)
      : entry.inputs === undefined
      ? []
      : standRules(entry.inputs, entry.rule ?? null),
    next: end === null ? null : nextOf(end),
    outside: end === null || isJudged || isRun ? null : explainOutside(entry),
    guidance: before.findLast(({ guidance }) => guidance !== undefined)?.guidance ?? null,
  };
}

/** Checks whether an entry is worth showing. An agent's start is not, since its end includes it. */
function isNews({ kind }: JournalEntry): boolean {
  return kind !== "agent";
}

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
 * Explains an end for which no facts were gathered.
 *
 * @returns One or two sentences.
 *
 * @example The kill switch
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(
 *   explainOutside({ code: "kill-switch", event: "PreToolUse" }),
 *   "You asked for it, before a tool call. That comes before every rule.",
 * );
 * ```
 */
export function explainOutside({ code, event }: Pick<JournalEntry, "code" | "event">): string {
  const moment = MOMENTS[event] ?? `at the event "${event}"`;
  return stateOfEnd(code ?? "") === "stopped"
    ? `You asked for it, ${moment}. That comes before every rule.`
    : `ralph ended the loop ${moment}, without asking the rules.`;
}
