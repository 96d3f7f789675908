/**
 * Finds the steps of a loop: a turn up to the decision that ended it, or an agent process of
 * `ralph run`. Pure.
 */
import { nameEnd } from "../../lifecycle/view/end_line.ts";
import { isDecision, isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { capitalize } from "../../text/human_units.ts";
import { headOf, oneLine } from "../../text/shorten.ts";
import { turnOf } from "../history/entry_view.ts";
import { nameInstruction } from "../status/phrases.ts";
import type { Items, ReportedStep } from "./model.ts";
import { TickedItems } from "./work.ts";

/** Kinds of entries at which a turn begins, unless they only continue it. */
export const BEGINNINGS: readonly string[] = ["start", "resume", "claim", "wake"];
const SENTENCE_CHARACTERS = 160;
const SESSION_CHARACTERS = 8;

/** The state after the entries before the present one. */
interface Position {
  /** When the present turn or agent began, in epoch milliseconds; null before the first. */
  readonly sinceMs: number | null;
  /** Whether a turn is in progress, so that a pause only interrupts it. */
  readonly isInTurn: boolean;
  /** The session of the turn; null if unknown. */
  readonly session: string | null;
  /** The sums at the end of the previous step. */
  readonly sums: Sums;
}

/**
 * Finds the steps of a loop.
 *
 * @param runAgent The name of the agent of `ralph run`; null for a loop in a session.
 */
export function findSteps(
  entries: readonly JournalEntry[],
  runAgent: string | null,
): ReportedStep[] {
  const steps: ReportedStep[] = [];
  const sums = { activeMs: 0, tokens: 0, costUsd: 0 };
  let position: Position = { sinceMs: null, isInTurn: false, session: null, sums };
  const sleeps: Sleep[] = [];
  const items = new TickedItems();
  for (const entry of entries) {
    const isStep = runAgent === null ? endsTurn(entry, position) : endsProcess(entry);
    const ticked = runAgent === null ? items.read(entry) : entry.agent?.ticked ?? null;
    if (entry.code === "gap" && entry.span?.to != null) {
      sleeps.push({ fromMs: entry.span.from, toMs: entry.span.to });
    }
    if (isStep) steps.push(readStep(entry, position, { runAgent, ticked, sleeps }));
    position = advance(position, entry, isStep);
  }
  return steps;
}

/** Checks whether an entry ends a turn: an end between turns, such as `ralph stop` at rest, does not. */
function endsTurn(entry: JournalEntry, { sums }: Position): boolean {
  if (!isDecision(entry)) return false;
  if (entry.event === "Stop" || entry.inputs !== undefined) return true;
  return (difference(sumsOf(entry).activeMs, sums.activeMs) ?? 0) > 0;
}

function endsProcess({ kind }: JournalEntry): boolean {
  return kind === "iteration" || kind === "agent-end";
}

function advance(position: Position, entry: JournalEntry, isStep: boolean): Position {
  const { atMs: sinceMs, kind, session = null } = entry;
  if (isStep) return { session, sinceMs, isInTurn: kind === "continue", sums: sumsOf(entry) };
  // Another session does not continue the turn.
  const goesOn = position.isInTurn && session === position.session;
  const begins = kind === "agent" || BEGINNINGS.includes(kind) && !goesOn;
  // An unclaimed loop has started, but no turn of it has.
  return begins ? { ...position, sinceMs, session, isInTurn: kind !== "start" } : position;
}

function readStep(
  entry: JournalEntry,
  { sinceMs, sums: before }: Position,
  { runAgent, ticked, sleeps }: Pick<ReportedStep, "ticked"> & {
    readonly runAgent: string | null;
    readonly sleeps: readonly Sleep[];
  },
): ReportedStep {
  const { agent, atMs: toMs, code, inputs, iteration, kind, phase = null, session = null } = entry;
  const sums = sumsOf(entry);
  const common = {
    iteration: agent?.iteration ?? iteration,
    turn: turnOf(entry),
    item: agent?.item ?? null,
    fromMs: agent?.durationMs === undefined
      ? Math.min(sinceMs ?? toMs, toMs)
      : beginOf(toMs, agent.durationMs, sleeps),
    toMs,
    activeMs: agent?.durationMs ?? difference(sums.activeMs, before.activeMs),
    phase,
    code,
    ticked,
    what: describeStep(entry, ticked),
    commits: null,
    files: null,
    newCommits: null,
    heads: agent?.movedHeads ?? inputs?.facts.movedHeads ?? [],
  };
  if (runAgent !== null) {
    return {
      ...common,
      agent: runAgent,
      kind: "agent",
      confidence: null,
      similarity: null,
      items: itemsOf(agent?.items),
      tokens: agent?.tokens ?? null,
      costUsd: agent?.costUsd ?? null,
      commit: agent?.commit ?? null,
    };
  }
  const signals = inputs?.facts.completion.signals.map(({ confidence }) => confidence);
  return {
    ...common,
    agent: nameSession(session),
    kind,
    confidence: signals === undefined ? null : Math.max(0, ...signals),
    similarity: inputs === undefined ? null : inputs.facts.repetition?.similarity ?? 0,
    items: itemsOf(inputs?.facts.completion),
    tokens: difference(sums.tokens, before.tokens),
    costUsd: difference(sums.costUsd, before.costUsd),
    commit: inputs?.facts.mark.commit ?? entry.commit ?? null,
  };
}

/** A span during which the machine slept. */
type Sleep = Pick<ReportedStep, "fromMs" | "toMs">;

/** Finds when an agent process began, since its duration does not include sleeps of the machine. */
function beginOf(toMs: number, durationMs: number, sleeps: readonly Sleep[]): number {
  return sleeps.reduceRight((fromMs, sleep) => {
    const isWithin = sleep.toMs > fromMs && sleep.toMs <= toMs;
    return isWithin ? fromMs - (sleep.toMs - sleep.fromMs) : fromMs;
  }, toMs - durationMs);
}

/** Describes the result of a step: the ticked items, and the instruction to the agent or the end. */
export function describeStep(entry: JournalEntry, ticked: ReportedStep["ticked"] = null): string {
  const { agent, code, kind, sentence } = entry;
  const item = agent?.item ?? null;
  const own = ticked?.some(({ text }) => text === item) === true ? [`${item}: done`] : item ?? [];
  const others = (ticked ?? []).filter(({ text }) => text !== item).map(({ text }) => `"${text}"`);
  const said = isEnd(entry) ? nameEnd(entry) : agent !== undefined && code === null ? "" : sentence;
  const parts = [
    own,
    others.length === 0 ? [] : `ticked ${others.join(", ")}`,
    kind === "continue" ? `told to ${nameInstruction(code) ?? "continue"}` : [],
    said === "" ? [] : said,
  ].flat();
  const text = parts.join(" · ");
  // An item is shown exactly as in the plan.
  return oneLine(item === null ? capitalize(text) : text, SENTENCE_CHARACTERS);
}

/** Names the session of an entry. @param session Its id; null if the entry has none. */
export function nameSession(session: string | null): string {
  return session === null ? "Session" : `Session ${headOf(session, SESSION_CHARACTERS)}`;
}

/** Returns the items, or null if there are none, since such a plan tells nothing about progress. */
export function itemsOf(items: Items | undefined): Items | null {
  return items === undefined || items.total === 0 ? null : { done: items.done, total: items.total };
}

/** The sums since the loop's start; null if unknown. */
type Sums = ReturnType<typeof sumsOf>;

function sumsOf({ inputs, runtimeMs }: JournalEntry) {
  const { tokens = null, costUsd = null } = inputs?.record.usage ?? {};
  return { activeMs: runtimeMs === undefined ? null : Math.round(runtimeMs), tokens, costUsd };
}

/** Returns the growth of a sum; null if either value is unknown. */
function difference(present: number | null, before: number | null): number | null {
  return present === null || before === null ? null : Math.max(0, present - before);
}
