/** Cleans up after a killed runner or hook: agents, verification commands, and the loop. */
import { endLoop } from "../../lifecycle/end.ts";
import { findLoop, recordOf } from "../../lifecycle/loop.ts";
import { attempt } from "../../error.ts";
import { endLeftovers } from "../../system/end_family.ts";
import { namesIn, removeFile } from "../../store/files/presence.ts";
import type { Places } from "../../store/places.ts";
import { findGitTop } from "../../store/project.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { listLoops, type LoopFacts, readLastRecord, readLoop } from "../../store/records/loops.ts";
import { findKillSwitch } from "../../store/records/project_marks.ts";
import { showCount } from "../../text/human_units.ts";
import { REAL_CLOCK } from "../watchdog/clock.ts";
import { lockRun } from "../../store/run_lock.ts";

/** The loop of an earlier run. */
export interface EarlierRun {
  readonly facts: LoopFacts;
  readonly record: LoopRecord;
}

const KILL_GRACE_MS = 2_000;

/**
 * Terminates processes left over from a project's ended loops. Does nothing while a run works here, since
 * the agents are its own.
 *
 * @returns Lines for the user; empty if there were none.
 */
export async function endProjectLeftovers(places: Places, project: string): Promise<string[]> {
  if (namesIn(places.loopsDir).length === 0) return [];
  const locking = await lockRun(places, project);
  if (locking.kind === "busy") return [];
  using _lock = locking.kind === "held" ? locking.lock : null;
  return await endProcessesOf(isDeadIn(places, project), KILL_GRACE_MS);
}

/**
 * Terminates processes left over from a killed runner. Call this under the runner's lock, so that a run
 * whose loop still exists is known to be dead.
 *
 * @param killGraceMs Time from TERM to KILL, in milliseconds.
 * @returns The dead run (null if there is none), and lines for the user.
 */
export async function clearDeadRun(
  places: Places,
  project: string,
  killGraceMs: number,
): Promise<{ readonly run: EarlierRun | null; readonly lines: readonly string[] }> {
  const run = findDeadRun(places, project);
  const lines = await endProcessesOf(isDeadIn(places, project), killGraceMs);
  if (run === null) return { run, lines };
  return { run, lines: [`The runner of ${run.facts.id} was killed`, ...lines] };
}

/** Finds the run whose loop is here; it is dead if no runner has the lock. */
export function findDeadRun(places: Places, project: string): EarlierRun | null {
  const here = findLoop(places, project);
  if (here === null || here.facts.driver !== "runner") return null;
  return { facts: here.facts, record: recordOf(here) };
}

/** Ends the loop of a dead run that is not resumed. */
export function endDeadRun(places: Places, { record }: EarlierRun, nowMs: number): void {
  endLoop(places, record, {
    kind: "halt",
    reason: { code: "interrupted", sentence: "The runner was killed" },
    event: "run",
    nowMs,
  });
}

/** Finds the project's last run that has ended, for `--resume`; null if there is none. */
export function findEndedRun(places: Places, project: string): EarlierRun | null {
  for (const { facts, hasEnded } of listLoops(places, project)) {
    if (!hasEnded || facts.driver !== "runner") continue;
    const record = readLastRecord(places, facts.id);
    if (record !== null) return { facts, record };
  }
  return null;
}

/** Removes a left-over kill switch. @returns Lines for the user. */
export function removeKillSwitch(project: string): string[] {
  const path = findKillSwitch(project, findGitTop(project));
  return path !== null && removeFile(path) ? [`Removed a left-over kill switch: ${path}`] : [];
}

/**
 * Terminates the processes of loops that are over.
 *
 * @param isOver Checks whether the loop with an id is over.
 * @param graceMs Time from TERM to KILL, in milliseconds.
 * @returns Lines for the user; empty if there were no such processes.
 */
export async function endProcessesOf(
  isOver: (loop: string) => boolean,
  graceMs: number,
): Promise<string[]> {
  const { ended } = await endLeftovers(
    (run) => isOver(run.split(".")[0]!),
    { clock: REAL_CLOCK, graceMs },
  );
  return ended === 0
    ? []
    : [`Ended ${showCount(ended, "process", "processes")} that an earlier run left behind`];
}

/** Decides which loops are left over if no run works here. Loops without processes are not read. */
function isDeadIn(places: Places, project: string): (loop: string) => boolean {
  return (id) => {
    const loop = attempt(() => readLoop(places, id));
    return loop != null && loop.facts.project === project &&
      (loop.hasEnded || loop.facts.driver === "runner");
  };
}
