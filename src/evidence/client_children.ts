/** The processes that a client started, which show whether it works and whether a prompt was answered. */
import { openProcessTable, type ProcessEntry, type ProcessTable } from "../system/process_table.ts";
import { startedAtMs } from "./liveness.ts";
import type { TranscriptReading } from "./transcript/transcript.ts";

/** Time between the two samples, milliseconds. */
const LOOK_MS = 300;

/**
 * Compares two samples of the processes below a client.
 *
 * @param pid The client's own process, which does not count, since it draws the screen.
 * @returns False if the system does not show the processes.
 */
export async function isChildBusy(
  pid: number,
  table: ProcessTable = openProcessTable(),
): Promise<boolean> {
  const before = findDescendants(await table.list(), pid);
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  const after = findDescendants(await table.list(), pid);
  return after.some(({ pid, cpuMs }) =>
    cpuMs > (before.find((each) => each.pid === pid)?.cpuMs ?? 0)
  );
}

function findDescendants(all: readonly ProcessEntry[], pid: number): ProcessEntry[] {
  const children = all.filter(({ parent, isEnded }) => parent === pid && !isEnded);
  return children.flatMap((child) => [child, ...findDescendants(all, child.pid)]);
}

/** How late times in the transcript may be. */
const SLACK_MS = 1_000;

/** A younger process may be a hook. */
const LEAST_AGE_MS = 2_000;

/**
 * Finds when a prompt was answered: the agent wrote something after it, or a command that was allowed now
 * runs.
 *
 * @param pid The client's process; null if unknown.
 * @param sinceMs When the prompt appeared, epoch milliseconds.
 * @returns Epoch milliseconds; null if nothing shows an answer.
 */
export async function findAnswer(
  sinceMs: number,
  reading: Pick<TranscriptReading, "lastAgentAtMs">,
  pid: number | null,
  nowMs: number,
): Promise<number | null> {
  const { lastAgentAtMs } = reading;
  if (lastAgentAtMs !== null && lastAgentAtMs > sinceMs + SLACK_MS) return lastAgentAtMs;
  if (pid === null) return null;
  const children = (await openProcessTable().list()).filter(({ parent, isEnded }) =>
    parent === pid && !isEnded
  );
  const begun = children.map(({ pid }) => startedAtMs(pid)).filter((beganMs) =>
    beganMs !== null && beganMs > sinceMs + SLACK_MS && nowMs - beganMs >= LEAST_AGE_MS
  ) as number[];
  return begun.length === 0 ? null : Math.min(...begun);
}
