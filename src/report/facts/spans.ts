/** What each agent did over time: work, waits, pauses, and gaps that do not count. Pure. */
import { isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { oneLine } from "../../text/shorten.ts";
import type { Lane, LaneSpan, ReportedStep, SpanKind } from "../model.ts";
import { nameSession } from "./steps.ts";

/** Lines at which a pause is over. */
const GOES_ON: readonly string[] = [
  "start",
  "resume",
  "claim",
  "wake",
  "agent",
  "continue",
  "wait",
  "let-go",
  "halt",
  "pause",
];
const WHAT_CHARACTERS = 160;

interface LanesEnd {
  /** The loop's end, or the present, epoch milliseconds. */
  readonly untilMs: number;
  /** When the turn began that runs now; null where none does. */
  readonly turnSinceMs: number | null;
  /** The lane of that turn, and of a loop without steps. */
  readonly agent: string;
}

/**
 * Finds what each agent did over time.
 *
 * @param entries The lines of the journal, oldest first.
 */
export function findLanes(
  entries: readonly JournalEntry[],
  steps: readonly ReportedStep[],
  { untilMs, turnSinceMs, agent: present }: LanesEnd,
): Lane[] {
  const idle: readonly Idle[] = [...findPauses(entries, untilMs), ...findGaps(entries)];
  const isWorking = turnSinceMs !== null;
  const named = [...steps.map(({ agent }) => agent), ...(isWorking ? [present] : [])];
  const agents = [...new Set(named)];
  const [first = present] = agents;
  const running = isWorking
    ? cutOut({ kind: "work", fromMs: turnSinceMs, toMs: untilMs, what: "Works now" }, idle)
    : [];
  return [...new Set([first, ...agents])].map((agent) => {
    const own = steps.filter((step) => step.agent === agent);
    const pauses = idle.filter((span) => findAgent(agents, steps, span, first) === agent)
      .map(({ session: _session, ...span }) => span);
    const spans = [
      ...own.flatMap((step) => cutOut(workOf(step), idle)),
      ...(agent === present ? running : []),
      ...findWaits(own, entries, untilMs),
      ...pauses,
    ];
    // A clock that was set back may end a span before it begins.
    return {
      agent,
      spans: spans.filter(({ fromMs, toMs }) => fromMs <= toMs).toSorted((a, b) =>
        a.fromMs - b.fromMs
      ),
    };
  });
}

type Idle = LaneSpan & Pick<JournalEntry, "session">;

/** The agent of a pause: its session's, else the agent whose step was the last to begin before. */
function findAgent(
  agents: readonly string[],
  steps: readonly ReportedStep[],
  { fromMs, session }: Idle,
  first: string,
): string {
  const named = nameSession(session ?? null);
  return agents.includes(named)
    ? named
    : steps.findLast((step) => step.fromMs <= fromMs)?.agent ?? first;
}

/** A step as a span; the code of an agent process is how it failed. */
function workOf({ kind, code, fromMs, toMs, what }: ReportedStep): LaneSpan {
  const hasFailed = kind === "agent" && code !== null;
  return { kind: hasFailed ? "failed" : "work", fromMs, toMs, what };
}

/** The parts of a span that no pause or gap covers. */
function cutOut({ kind, fromMs, toMs, what }: LaneSpan, idle: readonly LaneSpan[]): LaneSpan[] {
  let parts = [{ fromMs, toMs }];
  for (const { fromMs: from, toMs: to } of idle) {
    parts = parts.flatMap((part) =>
      to <= part.fromMs || from >= part.toMs ? [part] : [
        { fromMs: part.fromMs, toMs: Math.min(part.toMs, from) },
        { fromMs: Math.max(part.fromMs, to), toMs: part.toMs },
      ].filter((rest) => rest.toMs > rest.fromMs)
    );
  }
  return parts.map((part) => ({ kind, ...part, what }));
}

/** From a decision to wait up to the next line that goes on. */
function findWaits(
  steps: readonly ReportedStep[],
  entries: readonly JournalEntry[],
  untilMs: number,
): LaneSpan[] {
  return steps.filter(({ kind }) => kind === "wait").map(({ toMs: fromMs, what }) => {
    const next = entries.find(({ atMs, kind }) => atMs > fromMs && GOES_ON.includes(kind));
    return { kind: "wait", fromMs, toMs: next?.atMs ?? untilMs, what };
  });
}

/** Each pause up to the line at which the loop goes on, and the time between an end and a resume. */
function findPauses(entries: readonly JournalEntry[], untilMs: number): Idle[] {
  const spans: Idle[] = [];
  let open: Omit<Idle, "toMs"> | null = null;
  const close = (toMs: number) => {
    if (open !== null && toMs > open.fromMs) spans.push({ ...open, toMs });
    open = null;
  };
  for (const entry of entries) {
    const { atMs } = entry;
    if (GOES_ON.includes(entry.kind)) close(atMs);
    if (entry.kind === "pause" || isEnd(entry)) open = opening(entry, atMs);
  }
  // A loop that has ended is not paused.
  const last = entries.at(-1);
  if (last !== undefined && !isEnd(last)) close(untilMs);
  return spans;
}

function opening(
  { kind, code, sentence, session, span }: JournalEntry,
  atMs: number,
): Omit<Idle, "toMs"> {
  if (kind !== "pause") {
    return {
      kind: "ended",
      session,
      fromMs: atMs,
      what: "The loop had ended, until it was resumed",
    };
  }
  const fromMs = Math.min(span?.from ?? atMs, atMs);
  const paused: SpanKind = code === "rate-limited" ? "rate-limit" : "pause";
  return { kind: paused, session, fromMs, what: oneLine(sentence, WHAT_CHARACTERS) };
}

/** Silences within a turn that did not count as active time. */
function findGaps(entries: readonly JournalEntry[]): Idle[] {
  return entries.flatMap(({ kind, code, sentence, session, span }) => {
    if (kind !== "note" || code !== "gap" || span === undefined || span.to === null) return [];
    const { from: fromMs, to: toMs } = span;
    const what = oneLine(sentence, WHAT_CHARACTERS);
    return toMs > fromMs ? [{ kind: "gap", session, fromMs, toMs, what }] : [];
  });
}
