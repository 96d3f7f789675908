/**
 * What a run does now, from its events: for the rows below its own lines, and in a file beside the
 * loop's records for `status` in another terminal.
 */
import { attempt } from "../../error.ts";
import { join } from "@std/path";
import { RecordFile, type RecordShape } from "../../store/records/json_record.ts";
import {
  choice,
  list,
  nullable,
  number,
  object,
  type ShapeOf,
  text,
} from "../../store/records/shape.ts";
import { SECOND_MS } from "../../text/time.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { showUntil } from "./event_lines.ts";
import type { RunEvent } from "./run_event.ts";
import { advanceWorkers, linesOf, WorkerShape } from "./workers.ts";

const LiveFactsShape = object({
  version: choice(1),
  counts: object({ done: number, total: number, skipped: number }),
  /** When the run began, epoch milliseconds. */
  beganAtMs: number,
  iteration: number,
  maxIterations: number,
  /** When the iteration began, epoch milliseconds; null before the first. */
  iterationBeganAtMs: nullable(number),
  /** The open item; null for a finished plan. */
  item: nullable(text),
  /** The backend of the agent; null before the first agent. */
  terminal: nullable(text),
  agentPid: nullable(number),
  /** The tool in flight. */
  tool: nullable(text),
  /** What the run itself does: a verification, a review, a wait. */
  doing: nullable(text),
  /** When a wait ends, epoch milliseconds; null where it is not known. */
  doingUntilMs: nullable(number),
  /** When the last output came, epoch milliseconds; null before it. */
  lastOutputAtMs: nullable(number),
  tokens: nullable(number),
  /** The agent's last lines, newest last. */
  lines: list(text),
  /** The agents of a parallel run; the other fields are those of the last event. */
  workers: list(WorkerShape),
});

/** The live state of a run. */
export type LiveFacts = ShapeOf<typeof LiveFactsShape>;

const LIVE_FACTS: RecordShape<LiveFacts> = { version: 1, schema: LiveFactsShape };

/** Minimum time between two writes because of output, in milliseconds. */
const LEAST_MS = 2_000;
/** Maximum number of lines of the agent's output that are shown. */
const MOST_LINES = 4;

/** The state before the first event. */
export function blankLiveFacts(nowMs: number): LiveFacts {
  return {
    version: 1,
    counts: { done: 0, total: 0, skipped: 0 },
    beganAtMs: nowMs,
    iteration: 0,
    maxIterations: 0,
    iterationBeganAtMs: null,
    item: null,
    terminal: null,
    agentPid: null,
    tool: null,
    doing: null,
    doingUntilMs: null,
    lastOutputAtMs: null,
    tokens: null,
    lines: [],
    workers: [],
  };
}

function liveFactsFile(places: Places, loopId: string): string {
  return join(loopPlaces(places, loopId).dir, "live.json");
}

/** Reads the live state of a run; null if it is missing or damaged. */
export function readLiveFacts(places: Places, loopId: string): LiveFacts | null {
  return new RecordFile(liveFactsFile(places, loopId), LIVE_FACTS).readOr(null);
}

/** Keeps the file up to date by the run's own events, until it is disposed. */
export class LiveFactsWriter implements Disposable {
  readonly #path: string;
  readonly #nowMs: () => number;
  #facts: LiveFacts;
  #writtenMs = -Infinity;
  /** The timer of output that has not been written yet; 0 without any. */
  #late = 0;

  constructor(places: Places, loopId: string, nowMs: () => number) {
    this.#path = liveFactsFile(places, loopId);
    this.#nowMs = nowMs;
    this.#facts = blankLiveFacts(nowMs());
  }

  /** Applies an event; a failed write does not end the run. */
  note(event: RunEvent): void {
    const advanced = advanceLive(this.#facts, event, this.#nowMs());
    if (advanced === this.#facts) return;
    this.#facts = advanced;
    const waitMs = event.kind === "output" ? this.#writtenMs + LEAST_MS - this.#nowMs() : 0;
    if (waitMs <= 0) this.#write();
    // An agent that falls silent must not leave older facts behind.
    else if (this.#late === 0) this.#late = setTimeout(() => this.#write(), waitMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#late);
  }

  #write(): void {
    clearTimeout(this.#late);
    this.#late = 0;
    this.#writtenMs = this.#nowMs();
    attempt(() => new RecordFile(this.#path, LIVE_FACTS).write(this.#facts));
  }
}

/**
 * Applies an event to the state.
 *
 * @param nowMs The time of the event, epoch milliseconds.
 * @returns The same object where the event changes nothing.
 */
export function advanceLive(before: LiveFacts, event: RunEvent, nowMs: number): LiveFacts {
  const facts = advance(before, event, nowMs);
  if (event.worker === undefined) return facts;
  // What one of several agents does and prints is in its own row.
  const { doing, doingUntilMs } = before;
  const workers = [...advanceWorkers(facts.workers, event, nowMs)];
  return { ...facts, doing, doingUntilMs, tool: null, lines: [], workers };
}

function advance(facts: LiveFacts, event: RunEvent, nowMs: number): LiveFacts {
  switch (event.kind) {
    case "run-started":
      return { ...facts, counts: event.counts, maxIterations: event.max_iterations };
    case "iteration-started": {
      const { beganAtMs, terminal, agentPid, workers } = facts;
      return {
        ...blankLiveFacts(nowMs),
        ...{ beganAtMs, terminal, agentPid, workers },
        counts: event.counts,
        iteration: event.iteration,
        maxIterations: event.max_iterations,
        iterationBeganAtMs: nowMs,
        item: event.item,
      };
    }
    case "agent-started":
      return { ...facts, terminal: event.terminal, agentPid: event.pid };
    case "output": {
      const lines = linesOf(event.text);
      return {
        ...facts,
        lastOutputAtMs: nowMs,
        tokens: event.tokens ?? facts.tokens,
        tool: event.text.startsWith("→ ") ? lines[0]?.slice(2) ?? null : null,
        lines: [...facts.lines, ...lines].slice(-MOST_LINES),
      };
    }
    case "heartbeat":
      return {
        ...facts,
        counts: event.counts,
        lastOutputAtMs: nowMs - event.idle_seconds * SECOND_MS,
        tokens: event.tokens ?? facts.tokens,
        tool: event.tool,
      };
    case "iteration-ended": {
      const { counts } = event;
      return { ...facts, counts, tokens: event.tokens ?? facts.tokens, agentPid: null, tool: null };
    }
    case "verifying":
      return { ...facts, doing: `verifying: ${event.command}`, doingUntilMs: null };
    case "reviewing":
      return { ...facts, doing: `review by ${event.agent}`, doingUntilMs: null };
    case "waiting":
      return {
        ...facts,
        doing: `waiting until ${showUntil(event)}: ${event.detail}`,
        doingUntilMs: nowMs + event.seconds * SECOND_MS,
      };
    case "verified":
    case "reverted":
    case "run-ended":
      return { ...facts, doing: null, doingUntilMs: null };
    default:
      return facts;
  }
}
