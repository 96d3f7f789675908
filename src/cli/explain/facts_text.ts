/**
 * The facts of a decision as labelled lines: what was known, and "unknown" where it was not. Pure.
 */
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import { showAmount, showCount, showNames } from "../../text/human_units.ts";
import { HOUR_MS, showDuration, showElapsed } from "../../text/time.ts";
import type { Row } from "../core/text_layout.ts";
import { shortenLine } from "../view/task_lines.ts";

const COMMIT_DIGITS = 10;

/** Lists what a Stop was judged by. Lines that do not apply are left out. */
export function listFacts(facts: DecisionFacts): Row[] {
  const { items, isFree, phase, settings, signals, task, usage, validation } = facts;
  const hours = settings.max_hours * HOUR_MS;
  return [
    ["phase", phase],
    [
      "task",
      isFree
        ? "none, the loop explores"
        : items.total === 0
        ? "a plan or task without items"
        : `${items.done} of ${showCount(items.total, "item")} done, ${items.open} open`,
    ],
    ...signals.length === 0 ? [] : [
      [
        "signals",
        signals.map(({ name, confidence }) => `${name} ${confidence.toFixed(2)}`).join(", "),
      ] as Row,
    ],
    ...task.kind === "ask" ? [["claim", `${task.signal?.name}, over open work`] as Row] : [],
    [
      "time",
      `${showDuration(facts.activeMs)} of ${showDuration(hours)} active` +
      (settings.min_hours === 0 ? "" : `, at least ${showDuration(settings.min_hours * HOUR_MS)}`),
    ],
    [
      "turns",
      `${facts.iteration} of ${settings.max_iterations}` +
      (settings.min_iterations === 0 ? "" : `, at least ${settings.min_iterations}`),
    ],
    ["tokens", describeUsage(usage)],
    ["changes", describeChanges(facts)],
    ["answers", describeAnswers(facts)],
    ["tools", describeTools(facts)],
    ...validation.round === 0 && validation.ended === null
      ? []
      : [["validation", describeValidation(facts)] as Row],
    ...facts.checks === 0 ? [] : [["checks", describeChecks(facts)] as Row],
    ...facts.adapter === null ? [] : [
      [
        "adapter",
        `${facts.adapter.name}: ${facts.adapter.shouldContinue ? "continue" : "stop"}, ` +
        `confidence ${facts.adapter.confidence.toFixed(1)}, ` +
        showCount(facts.adapter.metrics, "metric"),
      ] as Row,
    ],
    ...facts.opportunities === null
      ? []
      : [["exploration", showCount(facts.opportunities, "opportunity", "opportunities")] as Row],
    ...facts.waitsOn === null ? [] : [["waits for", facts.waitsOn] as Row],
    ...facts.permissionMode === null ? [] : [["mode", facts.permissionMode] as Row],
  ];
}

/** Lists what is known of an agent process. */
export function listAgentFacts(agent: AgentFacts): Row[] {
  const { durationMs, endedBy, failure, items, silentMs, spent } = agent;
  return [
    ["item", agent.item === null ? "none, the plan was finished" : shortenLine(agent.item)],
    ["its plan", `${items.done} of ${showCount(items.total, "item")} done`],
    [
      "agent",
      [
        `ended by ${endedBy}, status ${agent.status}`,
        ...agent.signal == null ? [] : [agent.signal],
        ...failure == null || failure === endedBy ? [] : [failure],
      ].join(", "),
    ],
    ...durationMs === undefined ? [] : [
      [
        "time",
        showElapsed(durationMs) +
        (silentMs === undefined ? "" : `, the last output ${showElapsed(silentMs)} before the end`),
      ] as Row,
    ],
    ["tokens", describeUsage({ tokens: agent.tokens ?? null, costUsd: agent.costUsd ?? null })],
    ...spent === undefined ? [] : [
      [
        "run so far",
        `${showDuration(spent.activeMs)} active, tokens ${describeUsage(spent)}`,
      ] as Row,
    ],
    [
      "progress",
      agent.hasProgress === undefined ? "unknown" : agent.hasProgress ? "yes" : "no",
    ],
    ...agent.commit ? [["commit", agent.commit.slice(0, COMMIT_DIGITS)] as Row] : [],
    ["log", agent.log],
  ];
}

/** Lists the guidance that applied. */
export function listGuidance(guidance: JournalEntry["guidance"] | null): Row[] {
  if (guidance == null) return [];
  return [
    ...guidance.encouraged.map((text): Row => ["encouraged", shortenLine(text)]),
    ...guidance.forbidden.map((text): Row => ["forbidden", shortenLine(text)]),
  ];
}

function describeUsage(
  { costUsd, tokens }: { readonly costUsd: number | null; readonly tokens: number | null },
): string {
  const amount = tokens === null ? "unknown" : showAmount(tokens);
  return costUsd === null ? amount : `${amount}, $${costUsd.toFixed(2)}`;
}

function describeChanges({ changes, commit }: DecisionFacts): string {
  const at = commit === "" ? "" : ` (commit ${commit.slice(0, COMMIT_DIGITS)})`;
  if (changes === null) return `not known, this was the session's first answer${at}`;
  if (changes.kinds.length > 0) {
    return `${showNames(changes.kinds)} since the answer before${at}`;
  }
  const files = changes.isTreeKnown ? "file, " : "";
  const unknown = changes.isTreeKnown ? "" : "; files were not compared";
  return `no commit, ${files}item or metric since the answer before${unknown}${at}`;
}

function describeAnswers({ alikeOutputs, idlePhrase, isIdle, repetition }: DecisionFacts): string {
  const alike = repetition !== null
    ? `the last ${repetition.outputs} alike, similarity ${repetition.similarity.toFixed(2)}`
    : alikeOutputs > 1
    ? `the last ${alikeOutputs} alike`
    : "the last ones differ";
  if (idlePhrase !== null) return `${alike}; it said "${idlePhrase}"`;
  return isIdle ? `${alike}; idle since an earlier answer` : alike;
}

function describeTools({ blockCap, toolless }: DecisionFacts): string {
  const cap = blockCap <= 0 ? "no cap" : `Claude Code's cap is ${blockCap}`;
  return toolless === 0
    ? "used since the last continuation"
    : `none in ${showCount(toolless, "continuation")} (${cap})`;
}

function describeValidation({ settings, validation }: DecisionFacts): string {
  const { cycle, ended, findings, round, score } = validation;
  const where = ended === null ? `cycle ${cycle}, round ${round}` : `ended by ${ended}`;
  // A score in the middle of a cycle would read as a failure.
  const scored = score === null || ended === null
    ? ""
    : `, score ${score.toFixed(2)} (needs ${settings.validation_score.toFixed(2)})`;
  return `${where}${scored}, ${showCount(findings, "open finding")}`;
}

function describeChecks({ checks, verification, verifyRejections }: DecisionFacts): string {
  const count = showCount(checks, "command");
  switch (verification.kind) {
    case "passed":
      return `${count}, all passed`;
    case "rejected":
      return `\`${verification.command}\` failed, after ${
        showCount(verifyRejections, "failure")
      } before`;
    case "unknown":
      return `could not run: ${verification.why}`;
    default:
      return `${count}, not run`;
  }
}
