/** Background work that will wake the session after the agent has stopped. */
import type { BackgroundTask } from "../loop/facts.ts";
import { showCount } from "../text/human_units.ts";
import { oneLine } from "../text/shorten.ts";

/** Background work, as the Stop event lists it. */
interface RunningTask extends BackgroundTask {
  /** `running` or `pending`. A task with another status is over. */
  readonly status?: string;
}

/** Kinds that end by themselves and wake the session. Others may never end. */
const ENDS_BY_ITSELF = new Set(["subagent", "workflow"]);
const IN_FLIGHT = new Set(["", "running", "pending"]);
/** Number of characters of a description in the header. */
const MAX_DESCRIPTION = 80;

/**
 * Judges the background work at a Stop.
 *
 * @param tasks `background_tasks` of the event.
 * @param scheduledWakeUps The number of entries in `session_crons`.
 * @returns A description of the work that will wake the session by itself, or null; all running shells,
 * which the next Stop does not wait for; and the other running work, for the header.
 */
export function judgeBackground(
  tasks: readonly RunningTask[],
  scheduledWakeUps: number,
  shellsSeen: readonly string[],
) {
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
