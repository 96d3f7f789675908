/**
 * A run whose runner was killed: its agents are ended, and its loop.
 *
 * @module
 */
import { endLoop } from "../../lifecycle/end.ts";
import { findLoop, recordOf } from "../../lifecycle/loop.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { listLoops, type LoopFacts, readLastRecord } from "../../store/records/loops.ts";
import type { Places } from "../../store/places.ts";
import { removeFile } from "../../store/files/presence.ts";
import { findGitTop } from "../../store/project.ts";
import { findKillSwitch } from "../../store/records/project_marks.ts";
import { endLeftoversUnderLock } from "./leftovers.ts";

/** A run that was before. */
export interface EarlierRun {
  readonly facts: LoopFacts;
  readonly record: LoopRecord;
}

/** What was found, and what has to be said. */
export interface DeadRun {
  /** The loop that still stood here; null where none did. */
  readonly run: EarlierRun | null;
  readonly lines: readonly string[];
}

/**
 * Ends what a killed runner left behind. Called while the runner's lock is held, so that a run that
 * stands here is a dead one.
 *
 * @param places The home's places.
 * @param project The project's root.
 * @param killGraceMs From TERM to KILL.
 */
export async function clearDeadRun(
  places: Places,
  project: string,
  killGraceMs: number,
): Promise<DeadRun> {
  const here = findLoop(places, project);
  const leftovers = await endLeftoversUnderLock(places, project, killGraceMs);
  if (here === null || here.facts.driver !== "runner") return { run: null, lines: leftovers };
  const { facts } = here;
  const lines = [`The runner of ${facts.id} was killed`, ...leftovers];
  return { run: { facts, record: recordOf(here) }, lines };
}

/** Ends a dead run's loop, where it is not resumed. */
export function endDeadRun(places: Places, { record }: EarlierRun, now: number): void {
  endLoop(places, record, {
    kind: "halt",
    reason: { code: "interrupted", sentence: "The runner was killed" },
    evidence: [],
    event: "run",
    sessionId: null,
    killSwitch: null,
    now,
  });
}

/** The project's last run that has ended, for `--resume`; null where there is none. */
export function findEndedRun(places: Places, project: string): EarlierRun | null {
  for (const { facts, hasEnded } of listLoops(places, project)) {
    if (!hasEnded || facts.driver !== "runner") continue;
    const read = readLastRecord(places, facts.id);
    if (read.kind === "ok") return { facts, record: read.value };
  }
  return null;
}

/** Takes a left-over kill switch away. @returns What has to be said. */
export function removeKillSwitch(project: string): string[] {
  const path = findKillSwitch(project, findGitTop(project));
  return path !== null && removeFile(path).kind === "written"
    ? [`Removed a left-over kill switch: ${path}`]
    : [];
}
