/**
 * The steps of a loop: a turn up to the decision that ended it, or an agent process of `ralph run`.
 * Pure.
 */
import type { Instruction } from "../../loop/decision.ts";
import { isDecision, type JournalEntry } from "../../store/records/journal.ts";
import { headOf, oneLine } from "../../text/shorten.ts";
import type { Items, ReportedStep } from "../model.ts";

/** Lines at which a turn begins, unless they only go on with it. */
const BEGINNINGS: readonly string[] = ["start", "resume", "claim", "wake"];
/** The evidence of progress: `3 of 5 items done`, of a run `3/5 done`. */
const ITEMS = /^\d+(?: of |\/)\d+ (?:items )?done$/;
const SENTENCE_CHARACTERS = 160;
const SESSION_CHARACTERS = 8;

/** What the lines before the present line leave behind. */
interface Position {
  /** When the present turn or agent began, epoch milliseconds; null before the first. */
  readonly sinceMs: number | null;
  /** Whether a turn is under way, so that a pause only interrupts it. */
  readonly isInTurn: boolean;
  /** The session that has the turn; null where unknown. */
  readonly session: string | null;
  /** Sums at the end of the step before; null where unknown. */
  readonly activeMs: number | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/**
 * Finds the steps of a loop.
 *
 * @param entries The lines of the journal, oldest first.
 * @param runAgent The name of the agent of `ralph run`; null for a loop in a session.
 */
export function findSteps(
  entries: readonly JournalEntry[],
  runAgent: string | null,
): ReportedStep[] {
  const steps: ReportedStep[] = [];
  let position: Position = {
    sinceMs: null,
    isInTurn: false,
    session: null,
    activeMs: 0,
    tokens: 0,
    costUsd: 0,
  };
  for (const entry of entries) {
    const step = runAgent === null
      ? readTurn(entry, position)
      : readProcess(entry, position, runAgent);
    if (step !== null) steps.push(step);
    position = advance(position, entry, step !== null);
  }
  return steps;
}

function advance(position: Position, entry: JournalEntry, isStep: boolean): Position {
  const { atMs: sinceMs, runtimeMs = null, draft, kind, session = null } = entry;
  if (isStep) {
    return {
      session,
      sinceMs,
      isInTurn: kind === "continue",
      activeMs: runtimeMs,
      tokens: draft?.record.usage.tokens ?? null,
      costUsd: draft?.record.usage.costUsd ?? null,
    };
  }
  // Another session does not go on with the turn.
  const goesOn = position.isInTurn && session === position.session;
  const begins = kind === "agent" || BEGINNINGS.includes(kind) && !goesOn;
  // An unclaimed loop has started, but no turn has.
  return begins ? { ...position, sinceMs, session, isInTurn: kind !== "start" } : position;
}

/** The turn that a decision ended; an end without a turn, such as `ralph stop`, is not a step. */
function readTurn(entry: JournalEntry, position: Position): ReportedStep | null {
  const { draft, kind, code } = entry;
  if (!isDecision(entry)) return null;
  const isStop = entry.event === "Stop";
  if (!isStop && draft === undefined) return null;
  return {
    ...readCommon(entry, position),
    agent: nameSession(entry.session ?? null),
    kind,
    code,
    what: describe(entry),
    confidence: draft === undefined
      ? null
      : Math.max(0, ...draft.facts.completion.signals.map(({ confidence }) => confidence)),
    similarity: draft === undefined ? null : draft.facts.repetition?.similarity ?? 0,
    items: draft === undefined ? null : itemsOf(draft.facts.completion),
    tokens: difference(draft?.record.usage.tokens ?? null, position.tokens),
    costUsd: difference(draft?.record.usage.costUsd ?? null, position.costUsd),
    commit: draft?.facts.mark.commit ?? null,
  };
}

/** The agent process whose end the line records. */
function readProcess(entry: JournalEntry, position: Position, name: string): ReportedStep | null {
  const { agent, kind, code } = entry;
  if (kind !== "iteration" && kind !== "agent-end") return null;
  const common = readCommon(entry, position);
  const activeMs = agent?.durationMs ?? common.activeMs;
  return {
    ...common,
    iteration: agent?.iteration ?? common.iteration,
    fromMs: agent?.durationMs === undefined ? common.fromMs : common.toMs - agent.durationMs,
    activeMs,
    agent: name,
    kind: "agent",
    code,
    what: describe(entry),
    confidence: null,
    similarity: null,
    items: agent === undefined ? null : itemsOf(agent.items),
    tokens: agent?.tokens ?? null,
    costUsd: agent?.costUsd ?? null,
    commit: agent?.commit ?? null,
  };
}

function readCommon(
  entry: JournalEntry,
  { sinceMs, activeMs }: Position,
): Pick<
  ReportedStep,
  "iteration" | "fromMs" | "toMs" | "activeMs" | "phase" | "commits" | "files"
> {
  const { atMs: toMs, iteration, phase = null, runtimeMs = null } = entry;
  return {
    iteration,
    fromMs: Math.min(sinceMs ?? toMs, toMs),
    toMs,
    activeMs: difference(runtimeMs, activeMs),
    phase,
    commits: null,
    files: null,
  };
}

function describe({ kind, code, sentence, agent, evidence }: JournalEntry): string {
  const said = sentence === "" ? evidence.find((line) => !ITEMS.test(line)) ?? "" : sentence;
  const item = agent?.item == null ? "" : `: ${agent.item}`;
  if (kind !== "continue") return oneLine(`${said}${item}`, SENTENCE_CHARACTERS);
  const what = INSTRUCTIONS[code ?? ""] ?? "Continued";
  return oneLine(said === "" ? what : `${what}: ${said}`, SENTENCE_CHARACTERS);
}

/** What the agent was sent, by the code of the decision. */
const INSTRUCTIONS: Readonly<Record<string, string>> = {
  work: "Continued with the task",
  explore: "Continued with exploration",
  validate: "Continued with validation",
  "use-a-tool": "Asked to use a tool",
  "confirm-completion": "Asked whether the task is complete",
  "verification-failed": "Continued, since the verification failed",
  "run-verification": "Asked to run the verification",
} satisfies Record<Instruction["kind"], string>;

/** Names the session that a line is about. @param session Its id; null where the line has none. */
export function nameSession(session: string | null): string {
  return session === null ? "Session" : `Session ${headOf(session, SESSION_CHARACTERS)}`;
}

/** A plan without items says nothing about progress. */
function itemsOf({ done, total }: Items): Items | null {
  return total === 0 ? null : { done, total };
}

/** The growth of a sum; unknown where either is. */
function difference(present: number | null, before: number | null): number | null {
  return present === null || before === null ? null : Math.max(0, present - before);
}
