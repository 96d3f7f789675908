/** Finds each agent's activity over time: work, waits, pauses, and gaps that do not count. Pure. */
import { isDecision, isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { oneLine } from "../../text/shorten.ts";
import type { advanceClock } from "../../loop/time/clock.ts";
import type { LaneSpan, ReportedStep, SpanKind } from "./model.ts";
import { BEGINNINGS, describeStep, nameSession } from "./steps.ts";

/** Kinds of entries that end a wait or a pause. */
const GOES_ON: readonly string[] = [
  ...["start", "resume", "claim", "wake", "agent"],
  ...["continue", "wait", "let-go", "halt", "pause"],
];
const WHAT_CHARACTERS = 160;

interface LanesEnd {
  /** The loop's end or the present, in epoch milliseconds. */
  readonly untilMs: number;
  /** The running turn, up to its last activity; null if none runs. */
  readonly present: PresentSpan | null;
  /** The lane of the running turn, and of a loop without steps. */
  readonly agent: string;
  /** Whether the loop belongs to `ralph run`, whose steps are its agents. */
  readonly isRun: boolean;
}

/** The running turn so far. */
export interface PresentSpan extends Pick<LaneSpan, "fromMs" | "toMs"> {
  /** Silences and waits in it that are not in the journal yet. */
  readonly pauses: ReturnType<typeof advanceClock>["pauses"];
}

/** Finds each agent's activity over time. */
export function findLanes(
  entries: readonly JournalEntry[],
  steps: readonly ReportedStep[],
  { agent: lane, isRun, present, untilMs }: LanesEnd,
) {
  const { turns, sinceMs } = isRun ? { turns: [], sinceMs: null } : findTurns(entries, steps);
  const running: AgentSpan[] = present === null ? [] : [{
    agent: lane,
    kind: "work",
    fromMs: sinceMs ?? present.fromMs,
    toMs: present.toMs,
    what: "Works now",
  }];
  const quiet = (present?.pauses ?? []).map(({ startMs, endMs, isWait }): LaneSpan => ({
    kind: isWait === true ? "waited" : "gap",
    fromMs: startMs,
    toMs: endMs,
    what: "",
  }));
  const killed = isRun ? findKilled(entries, lane) : { works: [], rests: [] };
  const works = [...isRun ? steps.map(workOf) : turns, ...killed.works, ...running];
  const agents = new Set(works.map(({ agent }) => agent));
  const [first = lane] = agents;
  const told = findRests(entries, untilMs).map(({ session, ...rest }) => {
    const named = nameSession(session);
    const before = works.findLast(({ fromMs }) => fromMs <= rest.fromMs)?.agent ?? first;
    return { agent: agents.has(named) ? named : before, ...rest };
  });
  const rests = [...told, ...[...killed.rests, ...quiet].map((span) => ({ agent: lane, ...span }))];
  // Pauses and gaps are cut out of the work around them, waits are not.
  const idle = rests.filter(({ kind }) => kind !== "wait");
  // If the clock was set back, a span may end before it begins.
  const spans = [...works.flatMap((work) => cutOut(work, idle)), ...rests]
    .filter(({ fromMs, toMs }) => fromMs <= toMs)
    .toSorted((a, b) => a.fromMs - b.fromMs);
  return [...new Set([first, ...agents])].map((agent) => ({
    agent,
    spans: spans.filter((span) => span.agent === agent).map(({ agent: _, ...span }) => span),
  }));
}

interface AgentSpan extends LaneSpan {
  readonly agent: string;
}

/**
 * Finds the turns of a session's loop, each up to the entry that ended or interrupted it.
 *
 * @returns `sinceMs`: the start of the turn that no entry ends yet; null if none runs.
 */
function findTurns(entries: readonly JournalEntry[], steps: readonly ReportedStep[]): {
  readonly turns: readonly AgentSpan[];
  readonly sinceMs: number | null;
} {
  const turns: AgentSpan[] = [];
  let sinceMs: number | null = null;
  for (const entry of entries) {
    const { atMs, kind, session = null, span } = entry;
    const begins = BEGINNINGS.includes(kind);
    const isDecided = isDecision(entry);
    if (!begins && !isDecided && kind !== "pause") continue;
    // An unclaimed loop has started, but no turn of it has.
    const isUnclaimed = kind === "claim" && turns.length === 0;
    if (sinceMs !== null && !isUnclaimed) {
      const toMs = kind === "pause" ? Math.min(span?.from ?? atMs, atMs) : atMs;
      const agent = nameSession(session);
      const step = steps.find((each) => each.toMs === atMs);
      const what = step?.what ?? describeStep(entry);
      turns.push({ agent, kind: "work", fromMs: sinceMs, toMs, what });
    }
    sinceMs = begins || isDecided && !isEnd(entry) ? atMs : null;
  }
  return { turns: turns.filter(({ fromMs, toMs }) => fromMs < toMs), sinceMs };
}

/**
 * Finds the work of agents that were killed with their runner. No entry records their end, but the next
 * entry has the active time up to it.
 *
 * @returns Their work, and the time from their end to the next entry of the run.
 */
function findKilled(entries: readonly JournalEntry[], agent: string): {
  readonly works: readonly AgentSpan[];
  readonly rests: readonly LaneSpan[];
} {
  const works: AgentSpan[] = [];
  const rests: LaneSpan[] = [];
  const open = new Map<number, JournalEntry>();
  entries.forEach((entry, at) => {
    const { atMs, kind, span } = entry;
    const number = entry.agent?.iteration ?? null;
    if (number !== null && kind === "agent") open.set(number, entry);
    else if (number !== null) open.delete(number);
    // An entry with a span is about a wait, after which the same runner continues.
    const isNext = kind === "resume" && span === undefined || isEnd(entry);
    if (!isNext || open.size === 0) return;
    const last = entries[at - 1] ?? entry;
    const activeMs = Math.max(0, (entry.runtimeMs ?? 0) - (last.runtimeMs ?? 0));
    const killedMs = Math.min(atMs, last.atMs + activeMs);
    for (const { agent: facts, atMs: fromMs, sentence: what } of open.values()) {
      const common = { agent, kind: "work" as const, fromMs, toMs: killedMs, what };
      works.push(facts?.item ? { ...common, item: facts.item } : common);
    }
    if (killedMs < atMs) {
      rests.push({ kind: "gap", fromMs: killedMs, toMs: atMs, what: "The runner was killed" });
    }
    open.clear();
  });
  return { works, rests };
}

/** Turns a step into a span; the code of an agent process is its failure. */
function workOf({ agent, kind, code, fromMs, item, toMs, what }: ReportedStep): AgentSpan {
  const hasFailed = kind === "agent" && code !== null;
  const span = { agent, kind: hasFailed ? "failed" : "work", fromMs, toMs, what } as const;
  return item === null ? span : { ...span, item };
}

/** Returns the parts of a span that no pause or gap covers. */
function cutOut(span: AgentSpan, idle: readonly LaneSpan[]): AgentSpan[] {
  let parts = [span];
  for (const { fromMs, toMs } of idle) {
    parts = parts.flatMap((part) =>
      toMs <= part.fromMs || fromMs >= part.toMs ? [part] : [
        { ...part, toMs: Math.min(part.toMs, fromMs) },
        { ...part, fromMs: Math.max(part.fromMs, toMs) },
      ].filter((rest) => rest.toMs > rest.fromMs)
    );
  }
  return parts;
}

interface Rest extends LaneSpan {
  readonly session: string | null;
}

/** Finds the waits, pauses and gaps, and the time between an end and a resume. */
function findRests(entries: readonly JournalEntry[], untilMs: number): Rest[] {
  return entries.flatMap((entry, at): Rest[] => {
    const kind = kindOfRest(entry);
    if (kind === null) return [];
    const { atMs, sentence, session = null, span } = entry;
    const what = kind === "ended" ? "The loop had ended, until it was resumed" : sentence;
    const fromMs = Math.min(span?.from ?? atMs, atMs);
    const goesOn = entries.slice(at + 1).find(({ kind }) => GOES_ON.includes(kind));
    const toMs = kind === "gap" || kind === "waited" ? span?.to ?? fromMs : goesOn?.atMs ?? untilMs;
    if (toMs <= fromMs) return [];
    return [{ kind, fromMs, toMs, what: oneLine(what, WHAT_CHARACTERS), session }];
  });
}

function kindOfRest(entry: JournalEntry): SpanKind | null {
  const { code, kind } = entry;
  if (isEnd(entry)) return "ended";
  if (kind === "pause") return code === "rate-limited" ? "rate-limit" : "pause";
  if (kind === "note") return code === "gap" || code === "waited" ? code : null;
  return kind === "wait" ? "wait" : null;
}
