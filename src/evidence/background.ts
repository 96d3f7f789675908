/**
 * What keeps a turn open though the agent has stopped: work that wakes the session by itself.
 *
 * @module
 */
import { showCount } from "../text/human_units.ts";
import { oneLine } from "../text/shorten.ts";

/** Work in flight, as the Stop event lists it. */
interface RunningTask {
  readonly id: string;
  /** `subagent`, `workflow`, `shell`, `monitor`, or a name of a later client. */
  readonly type: string;
  /** `running` or `pending`; a task with another status is over. */
  readonly status?: string;
  readonly description: string;
}

/** What the loop waits on, and what it only names. */
interface BackgroundWork {
  /** What wakes the session by itself, in words; null where nothing does. */
  readonly waitsOn: string | null;
  /** Ids of all shells in flight: at the next Stop they are not waited for. */
  readonly shellsSeen: readonly string[];
  /** Descriptions of what runs on and is not waited for, for the header. */
  readonly named: readonly string[];
}

/** Kinds that end by themselves and wake the session; anything else may run for ever. */
const ENDS_BY_ITSELF = new Set(["subagent", "workflow"]);
const IN_FLIGHT = new Set(["", "running", "pending"]);
/** A description in the header is cut to so many characters. */
const MAX_DESCRIPTION = 80;

/**
 * Judges the work in flight at a Stop.
 *
 * @param tasks `background_tasks` of the event.
 * @param scheduledWakeUps How many entries `session_crons` has.
 * @param shellsSeen Ids seen at earlier Stops.
 */
export function judgeBackground(
  tasks: readonly RunningTask[],
  scheduledWakeUps: number,
  shellsSeen: readonly string[],
): BackgroundWork {
  const inFlight = tasks.filter(({ status }) => IN_FLIGHT.has(status ?? ""));
  const ending = inFlight.filter(({ type }) => ENDS_BY_ITSELF.has(type));
  const others = inFlight.filter(({ type }) => !ENDS_BY_ITSELF.has(type));
  const fresh = others.filter(({ id }) => !shellsSeen.includes(id));
  const waits = [
    ...countOf(ending.length, "subagent", describeAll(ending)),
    ...countOf(scheduledWakeUps, "scheduled wake-up", ""),
    ...countOf(fresh.length, "background command", describeAll(fresh)),
  ];
  return {
    waitsOn: waits.length === 0 ? null : waits.join(", "),
    shellsSeen: others.map(({ id }) => id),
    named: others.filter(({ id }) => shellsSeen.includes(id)).map(describe),
  };
}

function countOf(count: number, noun: string, details: string): string[] {
  if (count === 0) return [];
  return [`${showCount(count, noun)}${details === "" ? "" : ` (${details})`}`];
}

function describeAll(tasks: readonly RunningTask[]): string {
  return tasks.map(describe).join("; ");
}

function describe({ description, type, id }: RunningTask): string {
  return oneLine(description, MAX_DESCRIPTION) || `${type} ${id}`;
}
