/**
 * Ends the agents and checks that a killed runner, or a killed hook, left behind in a project.
 *
 * @module
 */
import { endLeftovers } from "../../process/end_family.ts";
import { lockRun } from "../../runner/run_lock.ts";
import { REAL_CLOCK } from "../../runner/watchdog/clock.ts";
import { listLoops } from "../../store/records/loops.ts";
import type { Places } from "../../store/places.ts";

/** From TERM to KILL where nobody says otherwise, in milliseconds. */
const KILL_GRACE_MS = 2_000;

/**
 * Ends what is left of a project's ended loops. While a run works here nothing is ended: the agents
 * are its own.
 *
 * @param places The home's places.
 * @param project The project's root.
 * @returns What has to be said; empty where nothing was left.
 */
export async function endProjectLeftovers(places: Places, project: string): Promise<string[]> {
  if (listDeadIds(places, project).length === 0) return [];
  const locking = await lockRun(places, project);
  if (locking.kind === "busy") return [];
  using _lock = locking.kind === "held" ? locking.lock : null;
  return await endLeftoversUnderLock(places, project, KILL_GRACE_MS);
}

/**
 * The same for who holds the runner's lock: a runner's loop that still stands here is a dead one's.
 *
 * @param graceMs From TERM to KILL, in milliseconds.
 */
export async function endLeftoversUnderLock(
  places: Places,
  project: string,
  graceMs: number,
): Promise<string[]> {
  const dead = listDeadIds(places, project);
  if (dead.length === 0) return [];
  const { ended } = await endLeftovers(dead, { clock: REAL_CLOCK, graceMs });
  return ended === 0 ? [] : [`Ended ${showProcesses(ended)} that an earlier run left behind`];
}

function showProcesses(count: number): string {
  return count === 1 ? "1 process" : `${count} processes`;
}

/** The loops that nobody drives, as long as no run works here. */
function listDeadIds(places: Places, project: string): string[] {
  return listLoops(places, project)
    .filter(({ hasEnded, facts }) => hasEnded || facts.driver === "runner")
    .map(({ facts }) => facts.id);
}
