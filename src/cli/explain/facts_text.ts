/**
 * What a decision was made by, as labelled lines, with "unknown" where something was not known. Pure.
 */
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { Draft } from "../../store/records/draft.ts";
import { openFindings } from "../../loop/validation/validation_score.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import { showAmount, showCount, showNames } from "../../text/human_units.ts";
import { HOUR_MS, showDuration, showElapsed } from "../../text/time.ts";
import type { TermRow } from "../core/text_layout.ts";
import { shortenLine } from "../view/task_lines.ts";

const COMMIT_DIGITS = 10;

/** Lists what a Stop was judged by. Lines that do not apply are left out. */
export function listFacts(draft: Draft): TermRow[] {
  const { facts, record, settings, task } = draft;
  const { adapter, checks, completion: { signals }, opportunities } = facts;
  const { phase, usage, validation } = record;
  const { max_hours, max_iterations, min_hours, min_iterations } = settings;
  const least = min_hours === 0 ? "" : `, at least ${showDuration(min_hours * HOUR_MS)}`;
  return withText([
    ["phase", phase],
    ["task", describeTask(draft)],
    [
      "signals",
      signals.map(({ name, confidence }) => `${name} ${confidence.toFixed(2)}`).join(", ") || null,
    ],
    ["claim", task.kind === "ask" ? `${task.claim.name}, over open work` : null],
    [
      "time",
      `${showDuration(record.accumulatedRuntimeMs)} of ${
        showDuration(max_hours * HOUR_MS)
      } active${least}`,
    ],
    [
      "turns",
      `${record.iteration} of ${max_iterations}` +
      (min_iterations === 0 ? "" : `, at least ${min_iterations}`),
    ],
    ["tokens", describeUsage(usage)],
    ["changes", describeChanges(facts)],
    ["answers", describeAnswers(draft)],
    ["tools", describeTools(facts)],
    [
      "validation",
      validation.round === 0 && validation.ended === null ? null : describeValidation(draft),
    ],
    ["checks", checks.length === 0 ? null : describeChecks(draft)],
    ["adapter", adapter && describeAdapter(adapter)],
    [
      "exploration",
      opportunities === null ? null : showCount(opportunities, "opportunity", "opportunities"),
    ],
    ["waits for", facts.waitsOn],
    ["mode", facts.permissionMode],
  ]);
}

/** Lists what is known of an agent process. */
export function listAgentFacts(agent: AgentFacts): TermRow[] {
  const { durationMs, endedBy, failure, items, silentMs, spent } = agent;
  const silent = silentMs === undefined
    ? ""
    : `, the last output ${showElapsed(silentMs)} before the end`;
  const how = [`ended by ${endedBy}, status ${agent.status}`, agent.signal]
    .concat(failure === endedBy ? [] : [failure]).filter((text) => text != null);
  return withText([
    ["item", agent.item === null ? "none, the plan was finished" : shortenLine(agent.item)],
    ["its plan", `${items.done} of ${showCount(items.total, "item")} done`],
    ["agent", how.join(", ")],
    ["time", durationMs === undefined ? null : showElapsed(durationMs) + silent],
    ["tokens", describeUsage({ tokens: agent.tokens ?? null, costUsd: agent.costUsd ?? null })],
    [
      "run so far",
      spent ? `${showDuration(spent.activeMs)} active, tokens ${describeUsage(spent)}` : null,
    ],
    ["progress", agent.hasProgress === undefined ? "unknown" : agent.hasProgress ? "yes" : "no"],
    ["commit", agent.commit?.slice(0, COMMIT_DIGITS) || null],
    ["log", agent.log],
  ]);
}

/** Leaves out what does not apply: its text is null. */
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

function describeTask({ facts: { completion: items }, isFree }: Draft): string {
  if (isFree) return "none, the loop explores";
  if (items.total === 0) return "a plan or task without items";
  return `${items.done} of ${showCount(items.total, "item")} done`;
}

function describeAdapter(
  { confidence, metrics, name, shouldContinue }: NonNullable<Draft["facts"]["adapter"]>,
): string {
  return `${name}: ${shouldContinue ? "continue" : "stop"}, confidence ${confidence.toFixed(1)}, ` +
    showCount(metrics, "metric");
}

function describeUsage(
  { costUsd, tokens }: { readonly costUsd: number | null; readonly tokens: number | null },
): string {
  const amount = tokens === null ? "unknown" : showAmount(tokens);
  return costUsd === null ? amount : `${amount}, $${costUsd.toFixed(2)}`;
}

function describeChanges({ changes, mark: { commit } }: Draft["facts"]): string {
  const at = commit === "" ? "" : ` (commit ${commit.slice(0, COMMIT_DIGITS)})`;
  if (changes === null) return `not known, this was the session's first answer${at}`;
  if (changes.kinds.length > 0) {
    return `${showNames(changes.kinds)} since the answer before${at}`;
  }
  const files = changes.isTreeKnown ? "file, " : "";
  const unknown = changes.isTreeKnown ? "" : "; files were not compared";
  return `no commit, ${files}item or metric since the answer before${unknown}${at}`;
}

function describeAnswers({ facts, record }: Draft): string {
  const { alikeOutputs, idlePhrase, repetition } = facts;
  const alike = repetition !== null
    ? `the last ${repetition.outputs} alike, similarity ${repetition.similarity.toFixed(2)}`
    : alikeOutputs > 1
    ? `the last ${alikeOutputs} alike`
    : "the last ones differ";
  if (idlePhrase !== null) return `${alike}; it said "${idlePhrase}"`;
  return record.idle !== null ? `${alike}; idle since an earlier answer` : alike;
}

function describeTools({ blockCap, toollessContinuations: toolless }: Draft["facts"]): string {
  const cap = blockCap <= 0 ? "no cap" : `Claude Code's cap is ${blockCap}`;
  return toolless === 0
    ? "used in the last turn"
    : `none in ${showCount(toolless, "turn")} (${cap})`;
}

function describeValidation({ record: { validation }, settings }: Draft): string {
  const { cycle, ended, round, score } = validation;
  const where = ended === null ? `cycle ${cycle}, round ${round}` : `ended by ${ended}`;
  // A score in the middle of a cycle would read as a failure.
  const scored = score === null || ended === null
    ? ""
    : `, score ${score.toFixed(2)} (needs ${settings.validation_score.toFixed(2)})`;
  return `${where}${scored}, ${showCount(openFindings(validation).length, "open finding")}`;
}

function describeChecks({ facts: { checks, verification }, record }: Draft): string {
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
