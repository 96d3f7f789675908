/**
 * Ends a project's loop because a person asked for it, in every state, even if all its files are
 * broken.
 */
import { judgeLiveness } from "../evidence/liveness.ts";
import { stoppedByUser } from "../loop/reason.ts";
import { moveTo } from "../loop/time/pausing.ts";
import { attempt, failuresOf } from "../error.ts";
import { withLockIfPossible } from "../store/files/lock.ts";
import { isThere, removeFile } from "../store/files/presence.ts";
import { setAside } from "../store/files/set_aside.ts";
import { loopPlaces, type Places, projectLock, projectPlaces } from "../store/places.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { writeLoopRecord } from "../store/records/project_marks.ts";
import { endLoop } from "./end.ts";
import { journal } from "./journal.ts";
import { checkRecord, readOwnRecord } from "./check_record.ts";
import { blankRecordOf, findLoop, findVanishedLoop, type FoundLoop } from "./loop.ts";
import { countCutTurn, type CountedLoop } from "./turn_time.ts";

/** The outcome of stopping a project's loop. */
export interface StoppedLoop {
  /** The loop's id; empty if this machine does not know the loop. */
  readonly loop: string;
  /**
   * `draining`: the loop ends with the present turn; `running`: its files cannot be written, as in an
   * agent's sandbox.
   */
  readonly state: "stopped" | "draining" | "running";
  /** Its record; null if it could not be read. */
  readonly record: Pick<LoopRecord, "driver" | "iteration"> | null;
  /** Where an unusable record was set aside, if it was. */
  readonly keptAs: string | null;
  /** Failures to record the end, one sentence each. */
  readonly problems: readonly string[];
}

interface StopAsked {
  /** The session whose prompt asks: its turn is over; null for a terminal. */
  readonly typedIn: string | null;
  /** Whether the turn was cut off, as no hook reports: its end would be waited for in vain. */
  readonly isCutOff?: boolean;
  /** The loop's time up to now; null or left out if it is not known. */
  readonly counted?: CountedLoop | null;
  readonly nowMs: number;
}

/**
 * Stops the loop of a project: at the end of the present turn, or at once if no turn runs.
 *
 * @returns The outcome; null if the project had no loop.
 */
export function stopLoop(places: Places, project: string, asked: StopAsked): StoppedLoop | null {
  const here = findLoop(places, project) ?? findVanishedLoop(places, project);
  if (here === null) return clearOrphan(project);
  const stop = () => drain(places, here, asked) ?? endNow(places, here, asked);
  // The user can always leave: the loop stops without the lock too.
  return withLockIfPossible(projectLock(places, project), stop);
}

/** Marks the loop to end with the present turn; null if no turn runs. */
function drain(
  places: Places,
  here: FoundLoop,
  { typedIn, isCutOff = false, nowMs }: StopAsked,
): StoppedLoop | null {
  const record = attempt(() => readOwnRecord(here));
  if (record === null || record.ownerSession === typedIn) return null;
  if (isCutOff || !isTurnRunning(record)) return null;
  const draining = moveTo(record, "draining");
  if (draining === null) return null;
  const changed = { ...draining, stopAskedAt: nowMs };
  if (failuresOf([() => writeLoopRecord(places, here.project, changed)]).length > 0) return null;
  journal(places, record, {
    atMs: nowMs,
    event: "stop",
    kind: "drain",
    code: stoppedByUser().code,
    sentence: "A stop was asked for while a turn runs",
  });
  return {
    loop: record.id,
    state: "draining",
    record,
    keptAs: null,
    problems: [],
  };
}

/** Checks whether a turn runs, in a session that is not known to be gone. */
function isTurnRunning(record: LoopRecord): boolean {
  return record.driver === "session" && record.ownerSession !== null &&
    record.turn.state === "running" && judgeLiveness(record.sessionProcess) !== "gone";
}

function endNow(
  places: Places,
  here: FoundLoop,
  { counted = null, nowMs }: StopAsked,
): StoppedLoop {
  const { record: own } = checkRecord(here);
  const record = countCutTurn(places, counted, own ?? blankRecordOf(here), nowMs);
  const keptAs = own === null ? keepAside(here.project) : null;
  const problems = endLoop(places, record, {
    kind: "halt",
    reason: stoppedByUser(),
    event: "stop",
    killSwitch: here.killSwitch,
    nowMs,
  });
  // Either ends it: its last record in the home folder, or its marker's removal.
  const isOver = isThere(loopPlaces(places, record.id).lastRecord) ||
    !isThere(projectPlaces(here.project).marker);
  return {
    loop: record.id,
    state: isOver ? "stopped" : "running",
    record: keptAs === null ? record : null,
    keptAs,
    problems,
  };
}

function clearOrphan(project: string): StoppedLoop | null {
  const { marker, state } = projectPlaces(project);
  if (!isThere(marker) && !isThere(state)) return null;
  removeFile(marker);
  return { loop: "", state: "stopped", record: null, keptAs: keepAside(project), problems: [] };
}

function keepAside(project: string): string | null {
  return attempt(() => setAside(projectPlaces(project).state));
}
