/** What each agent of a parallel run does, from the run's events. Pure. */
import { choice, nullable, number, object, type ShapeOf, text } from "../../store/records/shape.ts";
import { shorten } from "../../text/shorten.ts";
import { showUntil } from "./event_lines.ts";
import type { RunEvent } from "./run_event.ts";

/** How one agent of a parallel run is kept; times are on the clock of whoever keeps them. */
export const WorkerShape = object({
  /** Its number, from 1. */
  worker: number,
  state: choice("working", "verifying", "reviewing", "waiting", "merging"),
  item: text,
  iteration: number,
  /** When its item was begun. */
  beganAtMs: number,
  /** The agent's process; null between two. */
  pid: nullable(number),
  /** Its last output; null before it. */
  lastOutputAtMs: nullable(number),
  /** Its last line, or the command that verifies its work; empty for none. */
  line: text,
});

/** One agent of a parallel run. */
export type WorkerState = ShapeOf<typeof WorkerShape>;

const LINE_CHARACTERS = 400;

/**
 * Applies an event to the agents.
 *
 * @param event The event; one without an agent's number changes nothing.
 * @param nowMs The time of the event, in milliseconds.
 */
export function advanceWorkers(
  workers: readonly WorkerState[],
  event: RunEvent,
  nowMs: number,
): readonly WorkerState[] {
  const { worker } = event;
  if (worker === undefined) return workers;
  const others = workers.filter((each) => each.worker !== worker);
  const before = workers.find((each) => each.worker === worker) ?? {
    worker,
    state: "working",
    item: "",
    iteration: 0,
    beganAtMs: nowMs,
    pid: null,
    lastOutputAtMs: null,
    line: "",
  };
  const after = advanceWorker(before, event, nowMs);
  return after === null
    ? others
    : [...others, after].toSorted((left, right) => left.worker - right.worker);
}

/** Null where the agent has no item any more. */
function advanceWorker(
  before: WorkerState,
  event: RunEvent,
  nowMs: number,
): WorkerState | null {
  switch (event.kind) {
    case "iteration-started": {
      const item = event.item ?? before.item;
      const beganAtMs = before.item === item ? before.beganAtMs : nowMs;
      return { ...before, state: "working", item, iteration: event.iteration, beganAtMs, line: "" };
    }
    case "agent-started":
      return { ...before, pid: event.pid };
    case "output":
      return { ...before, lastOutputAtMs: nowMs, line: linesOf(event.text).at(-1) ?? before.line };
    case "iteration-ended":
      return { ...before, pid: null };
    case "verifying":
      return { ...before, state: "verifying", line: event.command };
    case "reviewing":
      return { ...before, state: "reviewing", line: "" };
    case "waiting":
      return { ...before, state: "waiting", line: `until ${showUntil(event)}: ${event.detail}` };
    case "merging":
      return { ...before, state: "merging", item: event.item, pid: null, line: "" };
    case "merged":
    case "finished":
      return null;
    default:
      return before;
  }
}

/** Returns the lines with words of an output, each cut to a length. */
export function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "")
    .map((line) => shorten(line, LINE_CHARACTERS));
}
