/** A run's current activity, in a file next to the loop's records, for `status` in another terminal. */
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
import { loopPlaces, type Places } from "../../store/places.ts";

const RunAgentShape = object({
  /** Its number in a parallel run, from 1; 0 for a run with one agent at a time. */
  worker: number,
  state: choice("working", "verifying", "reviewing", "waiting", "merging", "paused"),
  /** The item in progress; empty if it only waits. */
  item: text,
  iteration: number,
  /** When its item was begun, epoch milliseconds. */
  beganAtMs: number,
  /** The process id of the agent; null between two agents. */
  pid: nullable(number),
  /** When its last output came, epoch milliseconds; null before the first. */
  lastOutputAtMs: nullable(number),
  tokens: nullable(number),
  /** When a wait ends, epoch milliseconds; null if it does not wait. */
  untilMs: nullable(number),
  /** Its last lines, or the command that verifies its work; newest last. */
  lines: list(text),
});

/** The current activity of one agent of a run. */
export type RunAgent = ShapeOf<typeof RunAgentShape>;

const LiveFactsShape = object({
  counts: object({ done: number, total: number, skipped: number }),
  /** When the run began, epoch milliseconds. */
  beganAtMs: number,
  iteration: number,
  maxIterations: number,
  /** The terminal backend of the agents; null before the first agent. */
  terminal: nullable(text),
  /** The agents in the order of their numbers; empty between two items. */
  agents: list(RunAgentShape),
});

/** The live state of a run. */
export type LiveFacts = ShapeOf<typeof LiveFactsShape>;

const LIVE_FACTS: RecordShape<LiveFacts> = { version: 1, schema: LiveFactsShape };

/** Returns the file of a run's live state. */
export function liveFactsFile(places: Places, loopId: string): RecordFile<LiveFacts> {
  return new RecordFile(join(loopPlaces(places, loopId).dir, "live.json"), LIVE_FACTS);
}

/** Reads the live state of a run; null if it is missing or damaged. */
export function readLiveFacts(places: Places, loopId: string): LiveFacts | null {
  return liveFactsFile(places, loopId).readOr(null);
}
