/** Describes a journal entry for people: a label, a sentence, and details. Pure. */
import { STATES } from "../../lifecycle/view/state_view.ts";
import { stateOfEnd } from "../../loop/reasons.ts";
import { nameEnd } from "../../lifecycle/view/end_line.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import { isEnd, journalDocument, type JournalEntry } from "../../store/records/journal.ts";
import { showAmount, showCount, showNames } from "../../text/human_units.ts";
import { showDuration, showElapsed } from "../../text/time.ts";
import type { Style } from "../core/style.ts";
import { nameInstruction } from "../status/phrases.ts";
import { shortenLine } from "../view/task_lines.ts";

interface EntryView {
  /** At most 10 characters. */
  readonly label: string;
  readonly tone: keyof Style | null;
  readonly text: string;
  readonly more: readonly string[];
}

/**
 * Returns the turn that an entry belongs to. Turn 0 is that of the first prompt, which no limit counts.
 * In a run, each agent is a turn. An entry that continues the loop has the next turn's number, although
 * it belongs to the turn that it ends.
 */
export function turnOf(
  { agent, iteration, kind }: Pick<JournalEntry, "agent" | "iteration" | "kind">,
): number | null {
  if (agent !== undefined) return agent.iteration;
  return kind === "continue" && iteration !== null ? Math.max(0, iteration - 1) : iteration;
}

/** Returns a journal entry for output as JSON, with the number of the turn as people read it. */
export function entryDocument(entry: JournalEntry): Record<string, unknown> {
  return { ...journalDocument(entry), iteration: turnOf(entry) };
}

const LABELS: Readonly<Record<string, readonly [label: string, tone: EntryView["tone"]]>> = {
  "start": ["start", "bold"],
  "resume": ["resumed", "green"],
  "wake": ["woken", "green"],
  "claim": ["claimed", null],
  "pause": ["paused", "yellow"],
  "drain": ["stopping", "yellow"],
  "user-wait": ["needs you", "yellow"],
  "guidance": ["guidance", null],
  "constraints": ["constraint", null],
  "agent": ["agent", null],
  "iteration": ["agent end", null],
  "agent-end": ["agent end", "yellow"],
  "review": ["review", null],
  "merge": ["merge", null],
  "wait": ["waits", "yellow"],
};

const SENTENCE_CHARACTERS = 600;

/** Describes a journal entry. */
export function viewEntry(entry: JournalEntry): EntryView {
  const { more, ...view } = entry.kind === "continue"
    ? viewContinuation(entry)
    : isEnd(entry)
    ? viewEnd(entry)
    : viewEvent(entry);
  return { ...view, more: more.map((line) => shortenLine(line)) };
}

function viewEvent(entry: JournalEntry): EntryView {
  const { agent, code, evidence, kind, leftOut = [], sentence } = entry;
  const isGap = isLeftOut(entry);
  const [label, tone] = isGap ? [code ?? "", "yellow"] as const : LABELS[kind] ?? ["note", null];
  // The label already names what it is.
  const said = kind === "pause"
    ? /paused \(([^()]*)\)/.exec(sentence)?.[1] ?? sentence
    : sentence.replace(/^(?:waits|Waited) /, "");
  // The facts of an agent name its end; the rest is about the items.
  const details = agent === undefined
    ? [...kind === "pause" || isGap ? [] : evidence, ...leftOut]
    : [describeAgent(agent), ...describeHeads(agent.movedHeads), ...evidence.slice(3)].filter((
      line,
    ) => line !== "");
  return {
    label,
    tone: agent?.failure != null ? "red" : tone,
    text: shortenLine(`${said}${describeSpan(entry)}`, SENTENCE_CHARACTERS),
    more: details,
  };
}

/** Checks whether an entry is about time that was not counted: a silence, or a wait for a person. */
function isLeftOut({ code, kind }: JournalEntry): boolean {
  return kind === "note" && (code === "gap" || code === "waited");
}

function viewContinuation({ code, inputs, evidence }: JournalEntry): EntryView {
  const what = nameInstruction(code) ?? code ?? "";
  const text = [what, ...inputs === undefined ? [] : describeProgress(inputs)].join(" · ");
  const more = evidence.filter((line) => line.startsWith("finding ("));
  return { label: "continue", tone: null, text, more };
}

function viewEnd(entry: JournalEntry): EntryView {
  const tone = STATES[stateOfEnd(entry.code ?? "")].tone;
  return { label: "ended", tone, text: nameEnd(entry), more: entry.evidence };
}

const CHANGES: Readonly<Record<string, string>> = {
  "checklist": "ticked items",
  "tree": "changed files",
  "metric": "metrics",
  "plan": "other items in the plan",
};

/** Names the kinds of changes in the project. */
export function nameChanges(kinds: readonly string[]): string {
  return showNames(kinds.map((kind) => CHANGES[kind] ?? kind));
}

/** Names the branches that a turn committed on. */
function describeHeads(heads: readonly { readonly name: string }[] = []): string[] {
  return heads.length === 0 ? [] : [`committed on ${showNames(heads.map(({ name }) => name))}`];
}

/** Describes the known progress at a Stop. */
function describeProgress(
  { facts: { changes, completion: items, movedHeads }, record }: DecisionInputs,
): string[] {
  return [
    ...items.total === 0 ? [] : [`${items.done} of ${showCount(items.total, "item")}`],
    `${showDuration(record.accumulatedRuntimeMs)} active`,
    ...changes === null || changes.kinds.length === 0 ? [] : [`new: ${nameChanges(changes.kinds)}`],
    ...describeHeads(movedHeads),
  ];
}

/** The causes that end an agent's process, by code. */
const AGENT_ENDS: Readonly<Record<string, string>> = {
  "idle-timeout": "ended by ralph: it printed nothing for too long",
  "task-timeout": "ended by ralph: it took too long",
  "completion-grace": "ended by ralph: it was done, but did not exit",
  "stop": "ended, as you asked",
  "limit": "ended by ralph: a limit was reached",
  "interrupt": "ended, as you asked",
  "not-started": "did not start",
};

/** Names how an agent's process ended; null while it runs. */
export function nameAgentEnd(
  { endedBy, signal, status = 0 }: Pick<AgentFacts, "endedBy" | "signal" | "status">,
): string | null {
  if (endedBy === undefined) return null;
  const end = AGENT_ENDS[endedBy];
  if (end !== undefined) return end;
  if (signal != null) return `ended by the signal ${signal}`;
  return status === 0 ? "ended by itself" : `ended with exit code ${status}`;
}

function describeAgent(agent: AgentFacts): string {
  const { costUsd, durationMs, hasProgress, items, tokens } = agent;
  const how = nameAgentEnd(agent);
  if (how === null) return "";
  return [
    `${items.done} of ${showCount(items.total, "item")}`,
    ...durationMs === undefined ? [] : [showElapsed(durationMs)],
    how,
    ...tokens == null ? [] : [`${showAmount(tokens)} tokens`],
    ...costUsd == null ? [] : [`$${costUsd.toFixed(2)}`],
    ...hasProgress === undefined ? [] : [hasProgress ? "progress" : "no progress"],
  ].join(" · ");
}

/** Describes the length of a finished pause, if the sentence does not name it. */
function describeSpan(entry: JournalEntry): string {
  const { kind, span } = entry;
  if (span === undefined || span.to === null || isLeftOut(entry) || kind === "pause") return "";
  return ` (paused for ${showDuration(span.to - span.from)})`;
}
