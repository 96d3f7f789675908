/** What each agent did over time: work, waits, pauses, and gaps that do not count. Pure. */
import { isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { oneLine } from "../../text/shorten.ts";
import type { Lane, LaneSpan, ReportedStep, SpanKind } from "./model.ts";
import { nameSession } from "./steps.ts";

/** Lines at which a wait or a pause is over. */
const GOES_ON: readonly string[] = [
  ...["start", "resume", "claim", "wake", "agent"],
  ...["continue", "wait", "let-go", "halt", "pause"],
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

/** Finds what each agent did over time. */
export function findLanes(
  entries: readonly JournalEntry[],
  steps: readonly ReportedStep[],
  { untilMs, turnSinceMs, agent: present }: LanesEnd,
): Lane[] {
  const running = turnSinceMs === null ? [] : [
    {
      agent: present,
      kind: "work",
      fromMs: turnSinceMs,
      toMs: untilMs,
      what: "Works now",
    } as const,
  ];
  const works = [...steps.map(workOf), ...running];
  const agents = new Set(works.map(({ agent }) => agent));
  const [first = present] = agents;
  const rests = findRests(entries, untilMs).map(({ session, ...rest }) => {
    const named = nameSession(session);
    const before = steps.findLast(({ fromMs }) => fromMs <= rest.fromMs)?.agent ?? first;
    return { agent: agents.has(named) ? named : before, ...rest };
  });
  // A turn that ends in a wait takes no time from it.
  const idle = rests.filter(({ kind }) => kind !== "wait");
  // A clock that was set back may end a span before it begins.
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

/** A step as a span; the code of an agent process is how it failed. */
function workOf({ agent, kind, code, fromMs, toMs, what }: ReportedStep): AgentSpan {
  const hasFailed = kind === "agent" && code !== null;
  return { agent, kind: hasFailed ? "failed" : "work", fromMs, toMs, what };
}

/** The parts of a span that no pause or gap covers. */
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

/** The waits, pauses and gaps, and the time between an end and a resume. */
function findRests(entries: readonly JournalEntry[], untilMs: number): Rest[] {
  return entries.flatMap((entry, at): Rest[] => {
    const kind = kindOfRest(entry);
    if (kind === null) return [];
    const { atMs, sentence, session = null, span } = entry;
    const what = kind === "ended" ? "The loop had ended, until it was resumed" : sentence;
    const fromMs = Math.min(span?.from ?? atMs, atMs);
    const goesOn = entries.slice(at + 1).find(({ kind }) => GOES_ON.includes(kind));
    const toMs = kind === "gap" ? span?.to ?? fromMs : goesOn?.atMs ?? untilMs;
    if (toMs <= fromMs) return [];
    return [{ kind, fromMs, toMs, what: oneLine(what, WHAT_CHARACTERS), session }];
  });
}

function kindOfRest(entry: JournalEntry): SpanKind | null {
  const { code, kind } = entry;
  if (isEnd(entry)) return "ended";
  if (kind === "pause") return code === "rate-limited" ? "rate-limit" : "pause";
  if (kind === "note") return code === "gap" ? "gap" : null;
  return kind === "wait" ? "wait" : null;
}
