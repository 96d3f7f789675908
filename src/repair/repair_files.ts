/** Repairs the loop's files under the project's lock. Loaded only if something changed. */
import { attempt } from "../error.ts";
import { withLock } from "../store/files/lock.ts";
import { type LoopPlaces, loopPlaces, type Places, projectLock } from "../store/places.ts";
import { findGitTop } from "../store/project.ts";
import type { Call } from "../store/repair/calls.ts";
import { LoopCopies } from "../store/repair/loop_copies.ts";
import { loopRecordFile, readLoop } from "../store/records/loops.ts";
import { findKillSwitch } from "../store/records/project_marks.ts";
import { describeRepair, describeSwitch, type Sentences } from "./describe_repair.ts";
import { AGAIN_WITHIN_MS, planRepair, type RepairFacts } from "./plan_repair.ts";
import { isThere } from "../store/files/presence.ts";
import { setAside } from "../store/files/set_aside.ts";
import { readText } from "../store/files/text_file.ts";
import { KILL_SWITCH } from "../store/project_files.ts";
import { SECOND_MS } from "../text/time.ts";

/** A repair that was carried out. */
export interface Repair extends Sentences {
  /** The journal's code. */
  readonly code: "repaired" | "disabled" | "edited";
  /** The files, below the project. */
  readonly evidence: readonly string[];
}

/** The loop whose files are repaired, and the possible cause. */
export interface ToRepair {
  readonly places: Places;
  readonly id: string;
  readonly project: string;
  /** The calls that ran since the last check of the files. */
  readonly calls: readonly Pick<Call, "what">[];
  readonly by: RepairFacts["by"];
  readonly nowMs: number;
  /**
   * While ralph runs a command itself: when this run removed the marker before, epoch milliseconds; null if
   * never. Each run may remove it once, since the same command runs many times.
   */
  readonly putBackAtMs?: number | null;
  /** How long it waits for the lock, in milliseconds; by default as long as a command of the agent may. */
  readonly deadlineMs?: number | undefined;
}

const LOCK_DEADLINE_MS = 1_000;

/**
 * Restores files that a call destroyed and renews the copies of files that the user or ralph changed.
 *
 * @returns Null if there is nothing to say.
 */
export function repairFiles(repair: ToRepair): Repair | null {
  const { places, id, project, calls, by, nowMs, deadlineMs = LOCK_DEADLINE_MS } = repair;
  const work = () => {
    const loop = readLoop(places, id);
    // The user ended it meanwhile, in another terminal: nothing may come back.
    if (loop === null || loop.hasEnded) return null;
    const isStopAsked = isStopping(places, id, project);
    const copies = new LoopCopies(places, id, project);
    const plan = planRepair({
      changed: copies.listChanged(),
      by,
      isStopAsked,
      nowMs,
      putBackAtMs: repair.putBackAtMs === undefined
        ? readPutBackMs(loopPlaces(places, id))
        : repair.putBackAtMs,
    });
    for (const file of plan.accept) copies.renew(file);
    const done = [
      ...plan.putBack.map((file) => copies.putBack(file, false)),
      ...plan.undo.map((file) => copies.putBack(file, true)),
    ];
    if (plan.isDoubtful && repair.putBackAtMs === undefined) {
      notePutBack(loopPlaces(places, id), nowMs);
    }
    if (by === "user") copies.rememberLinks();
    // A user who asked for a stop does not need to know what is still restored until then.
    return isStopAsked ? null : { plan, done };
  };
  const repaired = attempt(() => withLock(projectLock(places, project), { deadlineMs }, work));
  if (repaired === null) return null;
  const { plan, done } = repaired;
  const problems = done.flatMap(({ problem }) => problem ?? []);
  const aside = done.flatMap((each) => each.aside);
  const said = describeRepair({ plan, calls: calls.map(({ what }) => what), problems, aside });
  if (said === null) return null;
  const files = [...plan.putBack, ...plan.undo];
  return {
    ...said,
    code: plan.isMarkerGivenUp ? "disabled" : files.length === 0 ? "edited" : "repaired",
    evidence: (files.length === 0 ? plan.accept : files).map(({ name }) => `.claude/${name}`),
  };
}

/**
 * Removes a kill switch that a call made. If one was removed within the last ten minutes, the user is
 * assumed to have made this one, and it stays.
 */
export function removeSwitch(
  { places, id, project, calls, nowMs, deadlineMs = LOCK_DEADLINE_MS }: ToRepair,
  path: string,
): Repair | null {
  const work = () => {
    const loop = readLoop(places, id);
    const { markerPutBack, recordCopy } = loopPlaces(places, id);
    const isDraining = loopRecordFile(recordCopy).readOr(null)?.state === "draining";
    const lastMs = readPutBackMs({ markerPutBack });
    const isUsers = lastMs !== null && Math.abs(nowMs - lastMs) < AGAIN_WITHIN_MS;
    if (loop === null || loop.hasEnded || isDraining || isUsers || !isThere(path)) return false;
    notePutBack({ markerPutBack }, nowMs);
    try {
      Deno.removeSync(path);
    } catch {
      // A folder that is not empty is kept under another name.
      setAside(path);
    }
    return true;
  };
  const isRemoved = attempt(() => withLock(projectLock(places, project), { deadlineMs }, work));
  if (isRemoved !== true) return null;
  return {
    ...describeSwitch(calls.map(({ what }) => what)),
    code: "repaired",
    evidence: [KILL_SWITCH],
  };
}

function isStopping(places: Places, id: string, project: string): boolean {
  if (findKillSwitch(project, findGitTop(project)) !== null) return true;
  const record = loopRecordFile(loopPlaces(places, id).recordCopy).readOr(null);
  return record?.state === "draining";
}

/** Reads when the marker was last restored, epoch milliseconds; null if it never was. */
function readPutBackMs({ markerPutBack }: Pick<LoopPlaces, "markerPutBack">): number | null {
  const read = readText(markerPutBack);
  const ms = read.kind === "text" ? Number(read.text) * SECOND_MS : NaN;
  return Number.isFinite(ms) ? ms : null;
}

function notePutBack({ markerPutBack }: Pick<LoopPlaces, "markerPutBack">, nowMs: number): void {
  Deno.writeTextFileSync(markerPutBack, `${nowMs / SECOND_MS}\n`);
}
