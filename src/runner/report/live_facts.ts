/**
 * The live state of a run, in a file beside the loop's records, for `status` in another terminal.
 */
import { join } from "@std/path";
import { readRecord, type RecordShape, writeRecord } from "../../store/records/json_record.ts";
import {
  choice,
  inFile,
  list,
  nullable,
  number,
  object,
  seconds,
  type ShapeOf,
  text,
} from "../../store/records/shape.ts";
import { SECOND_MS } from "../../text/time.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { showUntil } from "./event_lines.ts";
import type { RunEvent } from "./run_event.ts";
import { advanceWorkers, lastLineOf, WorkerShape } from "./workers.ts";

const LiveFactsShape = object({
  version: choice(1),
  iteration: number,
  maxIterations: number,
  /** The open item; null for a finished plan. */
  item: nullable(text),
  /** The backend of the agent; null before the first agent. */
  terminal: nullable(text),
  agentPid: nullable(number),
  /** The tool in flight, or the activity of the run itself (a verification, a wait). */
  doing: nullable(text),
  /** When the last output came, epoch milliseconds; null before it. */
  lastOutputAtMs: inFile("last_output_at", nullable(seconds)),
  tokens: nullable(number),
}, {
  /** When the iteration began, epoch milliseconds. */
  iterationBeganAtMs: nullable(number),
  lastLine: nullable(text),
  /** The agents of a parallel run; the fields above are those of the last event. */
  workers: list(WorkerShape),
});

/** The live state of a run. */
export type LiveFacts = ShapeOf<typeof LiveFactsShape>;

const LIVE_FACTS: RecordShape<LiveFacts> = { version: 1, schema: LiveFactsShape };

/** Minimum time between two writes because of output, in milliseconds. */
const LEAST_MS = 2_000;

const BLANK: LiveFacts = {
  version: 1,
  iteration: 0,
  maxIterations: 0,
  item: null,
  terminal: null,
  agentPid: null,
  doing: null,
  lastOutputAtMs: null,
  tokens: null,
  iterationBeganAtMs: null,
  lastLine: null,
};

function liveFactsFile(places: Places, loopId: string): string {
  return join(loopPlaces(places, loopId).dir, "live.json");
}

/** Reads the live state of a run; null if it is missing or damaged. */
export function readLiveFacts(places: Places, loopId: string): LiveFacts | null {
  const read = readRecord(liveFactsFile(places, loopId), LIVE_FACTS);
  return read.kind === "ok" ? read.value : null;
}

/** Keeps the file up to date by the run's own events, until it is disposed. */
export class LiveFactsWriter implements Disposable {
  readonly #path: string;
  readonly #nowMs: () => number;
  #facts = BLANK;
  #writtenMs = -Infinity;
  /** The timer of output that has not been written yet; 0 without any. */
  #late = 0;

  constructor(places: Places, loopId: string, nowMs: () => number) {
    this.#path = liveFactsFile(places, loopId);
    this.#nowMs = nowMs;
  }

  /** Applies an event; a failed write does not end the run. */
  note(event: RunEvent): void {
    const nowMs = this.#nowMs();
    const workers = [...advanceWorkers(this.#facts.workers ?? [], event, nowMs)];
    const changed = advance(this.#facts, event, nowMs);
    if (changed === null && event.worker === undefined) return;
    this.#facts = { ...changed ?? this.#facts, workers };
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
    writeRecord(this.#path, this.#facts, LIVE_FACTS);
  }
}

function advance(facts: LiveFacts, event: RunEvent, nowMs: number): LiveFacts | null {
  switch (event.kind) {
    case "iteration-started":
      return {
        ...BLANK,
        iteration: event.iteration,
        maxIterations: event.max_iterations,
        item: event.item,
        terminal: facts.terminal,
        agentPid: facts.agentPid,
        iterationBeganAtMs: nowMs,
      };
    case "agent-started":
      return { ...facts, terminal: event.terminal, agentPid: event.pid };
    case "output":
      return {
        ...facts,
        lastOutputAtMs: nowMs,
        tokens: event.tokens,
        doing: event.text.startsWith("→ ") ? event.text.slice(2).split("\n", 1)[0] ?? null : null,
        lastLine: lastLineOf(event.text) ?? facts.lastLine ?? null,
      };
    case "heartbeat":
      return {
        ...facts,
        lastOutputAtMs: nowMs - event.idle_seconds * SECOND_MS,
        tokens: event.tokens,
        doing: event.tool,
      };
    case "iteration-ended":
      return { ...facts, agentPid: null, doing: null };
    case "verifying":
      return { ...facts, doing: `verifying: ${event.command}` };
    case "waiting":
      return { ...facts, doing: `waiting until ${showUntil(event)}: ${event.detail}` };
    case "reviewing":
      return { ...facts, doing: `review by ${event.agent}` };
    default:
      return null;
  }
}
