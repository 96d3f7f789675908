/**
 * Renders the facts behind a decision as labelled lines, with "unknown" for missing ones. Pure.
 */
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import { openFindings } from "../../loop/validation/validation_score.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { showElapsed } from "../../text/time.ts";
import { nameAgentEnd, nameChanges } from "../history/entry_view.ts";
import type { TermRow } from "../core/text_layout.ts";
import { shortenLine } from "../view/task_lines.ts";

const COMMIT_DIGITS = 10;

/** Lists the facts of a Stop that no rule mentions. Lines that do not apply are left out. */
export function listFacts(inputs: DecisionInputs): TermRow[] {
  const { facts, record: { phase, validation }, task } = inputs;
  const { checks, completion: { signals } } = facts;
  return withText([
    ["phase", phase],
    ["task", describeTask(inputs)],
    ["looks done", signals.map(({ name }) => nameSignal(name, inputs)).join(", ") || null],
    [
      "claim",
      task.kind === "ask" ? `${nameSignal(task.claim.name, inputs)}, though work is open` : null,
    ],
    ["changes", describeChanges(facts)],
    ["idle", facts.idlePhrase === null ? null : `it said "${facts.idlePhrase}"`],
    [
      "validation",
      validation.round === 0 && validation.ended === null ? null : describeValidation(inputs),
    ],
    ["checks", checks.length === 0 ? null : describeChecks(inputs)],
    ["permissions", facts.permissionMode],
  ]);
}

/** Lists the known facts about an agent process. */
export function listAgentFacts(agent: AgentFacts): TermRow[] {
  const { durationMs, failure, silentMs, status } = agent;
  const silent = silentMs === undefined
    ? ""
    : `, the last output ${showElapsed(silentMs)} before the end`;
  const how = nameAgentEnd(agent);
  // A status other than 0 already tells of the error.
  const failed = failure === "agent-failed" && status === 0 ? "; it reported an error" : "";
  return withText([
    ["item", agent.item === null ? "none, the plan was finished" : shortenLine(agent.item)],
    ["agent", how === null ? null : how + failed],
    ["time", durationMs === undefined ? null : showElapsed(durationMs) + silent],
    ["tokens", describeUsage({ tokens: agent.tokens ?? null, costUsd: agent.costUsd ?? null })],
    ["progress", agent.hasProgress === undefined ? "unknown" : agent.hasProgress ? "yes" : "no"],
    ["commit", agent.commit?.slice(0, COMMIT_DIGITS) || null],
    ["log", agent.log],
  ]);
}

const SIGNALS: Readonly<Record<string, string>> = {
  "no_pending_items": "no box is open",
  "explicit_marker": "the plan says so in a marker",
  "frontmatter_status": "the plan's status says so",
  "semantic_phrase": "the plan says so in a sentence",
  "promise": "the agent gave the promise",
};

/** Names the evidence that the task is complete. */
function nameSignal(
  name: string,
  { facts: { completion: { done, total } } }: DecisionInputs,
): string {
  if (name !== "all_checkboxes") return SIGNALS[name] ?? name;
  return done === total ? `all ${showCount(total, "box", "boxes")} ticked` : "all boxes are ticked";
}

/** Leaves out rows without text, which do not apply. */
function withText(rows: readonly (readonly [label: string, text: string | null])[]): TermRow[] {
  return rows.flatMap(([label, text]): TermRow[] => text === null ? [] : [[label, text]]);
}

/** Lists the guidance that applied. */
export function listGuidance(guidance: JournalEntry["guidance"] | null): TermRow[] {
  if (guidance == null) return [];
  return [
    ...guidance.encouraged.map((text): TermRow => ["encouraged", shortenLine(text)]),
    ...guidance.forbidden.map((text): TermRow => ["forbidden", shortenLine(text)]),
  ];
}

function describeTask({ facts: { completion: items }, isFree }: DecisionInputs): string {
  if (isFree) return "none, the loop explores";
  if (items.total === 0) return "a plan or task without items";
  return `${items.done} of ${showCount(items.total, "item")} done`;
}

function describeUsage(
  { costUsd, tokens }: { readonly costUsd: number | null; readonly tokens: number | null },
): string {
  const amount = tokens === null ? "unknown" : showAmount(tokens);
  return costUsd === null ? amount : `${amount}, $${costUsd.toFixed(2)}`;
}

function describeChanges({ changes, mark: { commit } }: DecisionInputs["facts"]): string {
  const at = commit === "" ? "" : ` (commit ${commit.slice(0, COMMIT_DIGITS)})`;
  if (changes === null) return `not known, this was the session's first answer${at}`;
  if (changes.kinds.length > 0) {
    return `${nameChanges(changes.kinds)} since the answer before${at}`;
  }
  const files = changes.isTreeKnown ? "file, " : "";
  const unknown = changes.isTreeKnown ? "" : "; files were not compared";
  return `no commit, ${files}item or metric since the answer before${unknown}${at}`;
}

const VALIDATION_ENDS: Readonly<Record<string, string>> = {
  "score": "passed",
  "exhausted": "not passed, all rounds are used",
  "plateau": "not passed, another cycle found as much",
};

function describeValidation({ record: { validation } }: DecisionInputs): string {
  const { cycle, ended, round } = validation;
  const where = ended === null
    ? `round ${round}${cycle > 1 ? ` of cycle ${cycle}` : ""}`
    : VALIDATION_ENDS[ended];
  return `${where}, ${showCount(openFindings(validation).length, "open finding")}`;
}

function describeChecks({ facts: { checks, verification }, record }: DecisionInputs): string {
  const count = showCount(checks.length, "command");
  switch (verification.kind) {
    case "passed":
      return `${count}, all passed`;
    case "rejected":
      return `\`${verification.command}\` failed, after ${
        showCount(record.verifyRejections, "failure")
      } before`;
    case "unknown":
      return `could not run: ${verification.why}`;
    default:
      return `${count}, not run`;
  }
}
