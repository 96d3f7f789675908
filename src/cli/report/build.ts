/** Makes the report of a loop from its records. Pure. */
import { STATES, type StateView } from "../../lifecycle/view/state_view.ts";
import type { LinesRead } from "../../store/files/jsonl.ts";
import { isEnd, type JournalEntry } from "../../store/records/journal.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { LoopFacts } from "../../store/records/loops.ts";
import { showCount } from "../../text/human_units.ts";
import { oneLine } from "../../text/shorten.ts";
import type { Limits, ReportedCommit, ReportedStep } from "./model.ts";
import { viewEntry } from "../history/entry_view.ts";
import { findWork } from "./work.ts";
import { findConstraints, findGuidance, reportValidation } from "./notes.ts";
import { findLanes, type PresentSpan } from "./spans.ts";
import { findSteps, itemsOf, nameSession } from "./steps.ts";

/** The records that a report is made from. */
export interface ReportSources {
  readonly facts: LoopFacts;
  readonly hasEnded: boolean;
  /** The newest record; null if it cannot be read. */
  readonly record: LoopRecord | null;
  readonly journal: Pick<LinesRead<JournalEntry>, "entries" | "unread">;
  /** The loop's present state or its end, as `status` shows it. */
  readonly state: Pick<StateView, "code" | "what"> & Partial<Pick<StateView, "howToContinue">>;
  readonly nowMs: number;
  /** The running turn so far; null if none runs. */
  readonly present: PresentSpan | null;
}

const SENTENCE_CHARACTERS = 600;
const TASK_CHARACTERS = 600;
/** Maximum pieces of evidence kept of a journal entry, and of their characters. */
const MOST_EVIDENCE = 5;
const EVIDENCE_CHARACTERS = 140;
const EVENT_CHARACTERS = 300;
/** Maximum journal entries in a report; the newest are kept. */
const MOST_EVENTS = 600;

/** The rating of an end, by the colour in which `status` shows it. */
const TONES = { green: "good", yellow: "neutral", red: "bad", dim: "open" } as const;

/** A report on one loop. */
export type LoopReport = ReturnType<typeof buildReport>;

/** Makes the report, without the facts from git. */
export function buildReport(sources: ReportSources) {
  const known = gather(sources);
  return { ...known, unknown: listUnknown(known, sources.journal) };
}

function gather(sources: ReportSources) {
  const { facts, record, journal: { entries }, nowMs } = sources;
  const runAgent = facts.driver === "runner" ? nameRunAgent(facts) : null;
  const outcome = findOutcome(sources);
  const asOfMs = outcome.endedAtMs ?? nowMs;
  const steps = findSteps(entries, runAgent);
  return {
    asOfMs,
    loop: {
      id: facts.id,
      project: facts.project,
      driver: facts.driver,
      task: facts.task === null ? null : oneLine(facts.task, TASK_CHARACTERS),
      focus: record?.focus.path ?? facts.focus ?? null,
      preset: facts.preset,
      startedAtMs: facts.startedAt,
    },
    outcome,
    work: findWork({ entries, steps, record }),
    totals: sumUp(sources, steps, asOfMs),
    limits: findLimits(entries),
    lanes: findLanes(entries, steps, {
      untilMs: asOfMs,
      present: sources.present,
      isRun: runAgent !== null,
      agent: runAgent ?? nameOwner(record),
    }),
    steps,
    guidance: findGuidance(entries),
    constraints: findConstraints(entries),
    validation: reportValidation(entries, record),
    /** The known commits of the steps, oldest first; null if git knows none of them. */
    commits: null as readonly ReportedCommit[] | null,
    events: entries.slice(-MOST_EVENTS).map(asEvent),
  };
}

/** Names a run's agent: the command of `--agent`, or the name of a known agent. */
function nameRunAgent({ runOptions }: LoopFacts): string {
  const agent = runOptions?.["agent"];
  return typeof agent === "string" && agent !== "" ? oneLine(agent, 60) : "Agent";
}

/** Names the session that drives the loop now, or drove it last. */
function nameOwner(record: LoopRecord | null): string {
  const owner = record?.ownerSession ?? null;
  return owner === null ? "No session yet" : nameSession(owner);
}

function findOutcome(
  { facts, hasEnded, record, journal, state, nowMs }: ReportSources,
) {
  const common = {
    hasEnded,
    next: state.howToContinue ?? null,
    // The rating: reached its goal, ended by a limit or a person, failed, or unknown.
    tone: hasEnded || state.code === "damaged" ? TONES[STATES[state.code].tone] : "open",
    // The project is named below.
    sentence: oneLine(state.what.replaceAll(`${facts.project}/`, ""), SENTENCE_CHARACTERS),
  };
  if (!hasEnded) return { code: state.code, ...common, endedAtMs: null, evidence: [] };
  const end = journal.entries.findLast(isEnd);
  const last = record?.lastDecision ?? null;
  const atMs = end?.atMs ?? last?.at ?? journal.entries.at(-1)?.atMs;
  return {
    code: end?.code ?? last?.code ?? "unknown",
    ...common,
    endedAtMs: atMs ?? nowMs,
    evidence: cutEvidence(end?.evidence ?? []),
  };
}

/** Finds the limits that applied last: at a session's last Stop, or to a run's last agent. */
function findLimits(entries: readonly JournalEntry[]): Limits | null {
  const last = entries.findLast(({ agent, inputs }) =>
    inputs !== undefined || agent?.limits !== undefined
  );
  return last?.inputs?.settings ?? last?.agent?.limits ?? null;
}

function sumUp(
  { facts, record, journal: { entries } }: ReportSources,
  steps: readonly ReportedStep[],
  asOfMs: number,
) {
  const activeMs = record?.accumulatedRuntimeMs ??
    entries.findLast((entry) => entry.runtimeMs !== undefined)?.runtimeMs ?? null;
  const items = record?.items ?? steps.findLast((step) => step.items !== null)?.items ?? undefined;
  return {
    iterations: record?.iteration ?? Math.max(0, ...entries.map((entry) => entry.iteration ?? 0)),
    wallMs: Math.max(0, asOfMs - facts.startedAt),
    activeMs: activeMs === null ? null : Math.round(activeMs),
    items: itemsOf(items),
    commits: null as number | null,
    files: null as number | null,
    tokens: record?.usage.tokens ?? null,
    costUsd: record?.usage.costUsd ?? null,
    reviewers: record?.usage.reviewers ?? null,
  };
}

/** Describes a journal entry in the same words as `ralph history`. */
function asEvent(entry: JournalEntry) {
  const { atMs, code, iteration, kind } = entry;
  const { label, more, text } = viewEntry(entry);
  const sentence = oneLine(text, EVENT_CHARACTERS);
  return { atMs, iteration, kind, code, label, sentence, evidence: cutEvidence(more) };
}

function cutEvidence(evidence: readonly string[]): string[] {
  return evidence.slice(0, MOST_EVIDENCE).map((text) => oneLine(text, EVIDENCE_CHARACTERS));
}

/** Lists the facts that the records lack, one sentence each. */
function listUnknown(
  { loop, outcome, steps, totals, work }: ReturnType<typeof gather>,
  { entries, unread }: ReportSources["journal"],
): string[] {
  const turns = steps.filter(({ kind }) => kind !== "agent");
  const blind = turns.filter(({ confidence }) => confidence === null).length;
  const blindTurns = blind === turns.length ? "all turns" : `${blind} of ${turns.length} turns`;
  const whyNoItems = loop.focus === null
    ? "There are no items: the loop has no plan."
    : steps.length === 0
    ? "Items are unknown: they are counted at the first stop."
    : turns.length > 0 && blind === turns.length
    ? "Items are unknown: no stop counted them."
    : "Items are unknown: no items were found in the plan.";
  const sentences: readonly (readonly [isMissing: boolean, sentence: string])[] = [
    [entries.length === 0, "The journal of this loop is missing: only its start is known."],
    [unread > 0, `${showCount(unread, "line")} of the journal could not be read.`],
    [
      entries.length > MOST_EVENTS,
      `The journal has ${entries.length} lines; the last ${MOST_EVENTS} are listed.`,
    ],
    [
      blind > 0,
      `Confidence and repetition are unknown for ${blindTurns}: the journal has no facts for them.`,
    ],
    [loop.driver === "runner", "Confidence and repetition are not measured by 'ralph run'."],
    [totals.tokens === null, "Tokens are unknown: the agent did not report them."],
    [totals.costUsd === null, "The cost is unknown: the agent did not report it."],
    [totals.items === null, whyNoItems],
    [
      (totals.items?.done ?? 0) > 0 && work.done === null,
      "Which turn ticked which item is unknown: the journal does not name the items.",
    ],
    [outcome.hasEnded && outcome.code === "unknown", "Why the loop ended was not recorded."],
  ];
  return sentences.flatMap(([isMissing, sentence]) => isMissing ? [sentence] : []);
}
