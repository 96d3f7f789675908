/**
 * Follows a run's current activity through its events, for the rows below its own lines and for the file
 * that `status` reads.
 */
import { attempt } from "../../error.ts";
import type { RecordFile } from "../../store/records/json_record.ts";
import { SECOND_MS } from "../../text/time.ts";
import { shorten } from "../../text/shorten.ts";
import type { Places } from "../../store/places.ts";
import { LateWrite } from "../loop/late_write.ts";
import { FINISHED_PLAN, showUntil, WHOLE_PLAN } from "./event_lines.ts";
import { type LiveFacts, liveFactsFile, type RunAgent } from "./live_facts.ts";
import type { RunEvent } from "./run_event.ts";

/** Minimum time between two writes because of output, in milliseconds. */
const LEAST_MS = 2_000;
/** Maximum delay of any other write, in milliseconds; short, since a short turn is soon over. */
const LATEST_MS = 100;
/** Maximum number and length of an agent's output lines that are shown. */
const MOST_LINES = 4;
const LINE_CHARACTERS = 400;

/** Returns the state before the first event. */
export function blankLiveFacts(nowMs: number): LiveFacts {
  return {
    counts: { done: 0, total: 0, skipped: 0 },
    beganAtMs: nowMs,
    iteration: 0,
    maxIterations: 0,
    terminal: null,
    agents: [],
  };
}

/** Keeps the file up to date from the run's own events, until disposed. */
export class LiveFactsWriter implements Disposable {
  readonly #file: RecordFile<LiveFacts>;
  readonly #nowMs: () => number;
  #facts: LiveFacts;
  #writtenMs = -Infinity;
  readonly #written = new LateWrite(() => this.#write());

  constructor(places: Places, loopId: string, nowMs: () => number) {
    this.#file = liveFactsFile(places, loopId);
    this.#nowMs = nowMs;
    this.#facts = blankLiveFacts(nowMs());
  }

  /** Applies an event; a failed write does not end the run. */
  note(event: RunEvent): void {
    const advanced = advanceLive(this.#facts, event, this.#nowMs());
    if (advanced === this.#facts) return;
    this.#facts = advanced;
    // `status` must match what a person reads next in the run's own window.
    if (event.kind === "waiting" || event.kind === "paused") return this.#written.now();
    const waitMs = event.kind === "output" ? this.#writtenMs + LEAST_MS - this.#nowMs() : 0;
    this.#written.within(Math.max(waitMs, LATEST_MS));
  }

  [Symbol.dispose](): void {
    this.#written[Symbol.dispose]();
  }

  #write(): void {
    this.#writtenMs = this.#nowMs();
    attempt(() => this.#file.write(this.#facts, { isFlushed: false }));
  }
}

/**
 * Applies an event to the state.
 *
 * @param nowMs The time of the event, epoch milliseconds.
 * @returns The same object if the event changes nothing.
 */
export function advanceLive(before: LiveFacts, event: RunEvent, nowMs: number): LiveFacts {
  const facts = "counts" in event ? { ...before, counts: event.counts } : before;
  switch (event.kind) {
    case "run-started":
      return { ...facts, maxIterations: event.max_iterations };
    case "run-ended":
      return { ...facts, agents: [] };
    case "iteration-started": {
      const { iteration, max_iterations: maxIterations } = event;
      return { ...withAgent(facts, event, nowMs), iteration, maxIterations };
    }
    case "agent-started":
      return { ...withAgent(facts, event, nowMs), terminal: event.terminal };
    default:
      return withAgent(facts, event, nowMs);
  }
}

function withAgent(facts: LiveFacts, event: RunEvent, nowMs: number): LiveFacts {
  const { worker = 0 } = event;
  const before = facts.agents.find((each) => each.worker === worker) ?? null;
  const blank: RunAgent = {
    worker,
    state: "working",
    item: "",
    iteration: 0,
    beganAtMs: nowMs,
    pid: null,
    lastOutputAtMs: null,
    tokens: null,
    untilMs: null,
    lines: [],
  };
  const change = changeOf(before ?? blank, event, nowMs);
  if (change === null) return facts;
  const others = facts.agents.filter((each) => each !== before);
  const agents = change === "gone" ? others : [...others, { ...before ?? blank, ...change }];
  return { ...facts, agents: agents.toSorted((left, right) => left.worker - right.worker) };
}

/** Returns an event's changes to an agent's activity; null for none. */
function changeOf(
  agent: RunAgent,
  event: RunEvent,
  nowMs: number,
): Partial<RunAgent> | "gone" | null {
  switch (event.kind) {
    case "iteration-started": {
      const item = event.item ?? FINISHED_PLAN;
      const { iteration } = event;
      // A second agent for the same item continues it.
      const beganAtMs = agent.item === item && agent.worker > 0 ? agent.beganAtMs : nowMs;
      const fresh = { lastOutputAtMs: null, tokens: null, untilMs: null, lines: [] };
      return { state: "working", item, iteration, beganAtMs, ...fresh };
    }
    case "agent-started":
      return { pid: event.pid };
    case "output":
      return {
        lastOutputAtMs: nowMs,
        tokens: event.tokens ?? agent.tokens,
        lines: [...agent.lines, ...linesOf(event.text)].slice(-MOST_LINES),
      };
    case "heartbeat":
      return {
        lastOutputAtMs: nowMs - event.idle_seconds * SECOND_MS,
        tokens: event.tokens ?? agent.tokens,
      };
    case "iteration-ended":
      return { pid: null, tokens: event.tokens ?? agent.tokens };
    case "verifying": {
      const item = event.item ?? FINISHED_PLAN;
      return { state: "verifying", item, untilMs: null, lines: linesOf(event.command) };
    }
    case "reviewing": {
      const item = event.item ?? WHOLE_PLAN;
      return { state: "reviewing", item, untilMs: null, lines: [`by ${event.agent}`] };
    }
    case "waiting": {
      const untilMs = nowMs + event.seconds * SECOND_MS;
      return { state: "waiting", untilMs, lines: [`until ${showUntil(event)}: ${event.detail}`] };
    }
    case "merging":
      return { state: "merging", item: event.item, pid: null, lines: [] };
    case "paused":
      return { state: "paused", item: "", beganAtMs: nowMs, pid: null, untilMs: null, lines: [] };
    case "resumed":
    case "merged":
    case "finished":
      return "gone";
    case "verified":
    case "reverted":
      return agent.worker === 0 ? "gone" : null;
    default:
      return null;
  }
}

/** Returns an output's lines that contain words, each cut to a maximum length. */
function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "")
    .map((line) => shorten(line, LINE_CHARACTERS));
}
