/** Checks for loops on this machine that no process drives, and for files that they left behind. */
import { attempt, RecordError } from "../../../error.ts";
import { dirname } from "@std/path";
import { judgeLiveness } from "../../../evidence/liveness.ts";
import { checkRecord } from "../../../lifecycle/check_record.ts";
import { findLoop } from "../../../lifecycle/loop.ts";
import { stopLoop } from "../../../lifecycle/stop_loop.ts";
import { findStrangeMarks } from "../../../lifecycle/view/strange_marks.ts";
import { viewProject } from "../../../lifecycle/view/loop_view.ts";
import { isFolder, isThere, requireRemoved } from "../../../store/files/presence.ts";
import { type Places, projectPlaces } from "../../../store/places.ts";
import { findGitTop, isWithin } from "../../../store/project.ts";
import type { LoopRecord } from "../../../store/records/loop_record.ts";
import { listLoops, type LoopFacts, readLoop } from "../../../store/records/loops.ts";
import {
  findKillSwitch,
  readLoopRecord,
  readMarker,
} from "../../../store/records/project_marks.ts";
import { findRunHolder } from "../../../store/run_lock.ts";
import { showCount } from "../../../text/human_units.ts";
import { showCommand } from "../../../text/shell_word.ts";
import { type Checkup, type DoctorFinding, fail, warn } from "../check.ts";
import { moveAside } from "../move_aside.ts";

/** The maximum number of loops that are checked one by one. */
const MOST_LOOPS = 200;

/** Yields each loop that is missing from its project, cannot be read, or has no process that drives it. */
export function* loops(checkup: Checkup): Generator<DoctorFinding, string> {
  const active = [...listLoops(checkup.places, null, { isActive: true })];
  for (const { facts } of active.slice(0, MOST_LOOPS)) yield* judgeLoop(facts, checkup);
  return active.length === 0
    ? "No loop runs on this machine"
    : `${showCount(active.length, "loop")}, none orphaned`;
}

function* judgeLoop(
  { id, project, driver }: LoopFacts,
  { env, places, nowMs }: Checkup,
): Generator<DoctorFinding> {
  const found = findLoop(places, project);
  const here = found?.facts.id === id ? found : null;
  const { record, damage } = here === null ? { record: null, damage: null } : checkRecord(here);
  const detail = [`loop ${id} in "${project}"`, ...damage === null ? [] : [`its ${damage.what}`]];
  const fix = {
    title: `End the loop ${id} in "${project}"`,
    needsConsent: true,
    apply: () => endLoop({ env, places }, project, nowMs()),
  };
  const there = `${showCommand(["cd", project])} &&`;
  if (here === null && !isFolder(project)) {
    const advice = "Mount the disk or restore the folder; if it is gone for good, end the loop.";
    yield warn("loops.project-gone", "The folder of a loop is missing", { detail, advice, fix });
  } else if (here === null) {
    const advice = "End it with 'ralph stop' there, or begin again with 'ralph start'.";
    yield warn("loops.unmarked", "A project no longer has its loop's marks", {
      detail,
      advice,
      fix,
    });
  } else if (record === null) {
    const advice = "End it with 'ralph stop' there; the file is kept under another name.";
    yield fail("loops.damaged", "The record of a loop cannot be used", { detail, advice, fix });
  } else if (driver === "runner" && findRunHolder(places, project) === null) {
    const advice = "Resume it there, or end it with 'ralph stop'.";
    const command = `${there} ralph run --resume`;
    const title = "A run was killed and did not end its loop";
    yield warn("loops.orphaned", title, { detail, advice, command, fix });
  } else if (driver === "session" && isAbandoned(record)) {
    const advice = "Resume its session, take it over in a new one with " +
      "'ralph start --resume', or end it with 'ralph stop'.";
    const command = `${there} claude --resume ${record.ownerSession}`;
    const title = "The Claude Code that ran a loop is gone";
    yield warn("loops.orphaned", title, { detail, advice, command, fix });
  }
}

/** Checks whether a loop is abandoned. One that is unclaimed or was closed waits for a session on purpose. */
function isAbandoned({ ownerSession, pause, sessionProcess }: LoopRecord): boolean {
  return ownerSession !== null && pause?.closed === undefined &&
    judgeLiveness(sessionProcess) === "gone";
}

async function endLoop(
  context: Pick<Checkup, "env" | "places">,
  project: string,
  nowMs: number,
): Promise<string[]> {
  const counted = (await viewProject(context, project, nowMs))?.counted ?? null;
  const stopped = stopLoop(context.places, project, { typedIn: null, counted, nowMs });
  if (stopped === null) return ["It has ended meanwhile"];
  return [
    stopped.state === "draining" ? "It ends with the present turn" : "It has ended",
    ...stopped.keptAs === null ? [] : [`Its record is kept as "${stopped.keptAs}"`],
    ...stopped.problems.map((problem) => `Not recorded: ${problem}`),
  ];
}

/** Yields a kill switch that is set, and the marks of a loop that is unknown on this machine. */
export function* marks({ places, project, nowMs }: Checkup): Generator<DoctorFinding, string> {
  const killSwitch = findKillSwitch(project, findGitTop(project));
  if (killSwitch !== null) {
    const isNeeded = reachesLoop(places, killSwitch);
    const remove = () => {
      requireRemoved(killSwitch);
      return [`Removed "${killSwitch}"`];
    };
    const title = isNeeded
      ? "The kill switch is set: the loop that it reaches ends at its next event"
      : "A kill switch is left over, and no loop runs here";
    yield warn("loops.kill-switch", title, {
      detail: [`"${killSwitch}"`],
      advice: isNeeded ? "To keep the loop, remove it." : "The next start removes it.",
      command: showCommand(["rm", killSwitch]),
      fix: isNeeded ? undefined : { title: "Remove the kill switch", apply: remove },
    });
  }
  const unknown = listUnknownMarks(places, project);
  if (unknown.length > 0) {
    const strange = findStrangeMarks(places, project);
    const title = "The project has marks of a loop that this machine does not know";
    yield warn("loops.unknown-marks", title, {
      detail: [...unknown.map((path) => `"${path}"`), ...strange === null ? [] : [strange.what]],
      advice: strange === null ? "Remove them." : `${strange.howToContinue}.`,
      command: "ralph stop",
      fix: {
        title: "Move the marks of the unknown loop away",
        apply: () => unknown.map((path) => moveAside(path, nowMs())),
      },
    });
  }
  return "No marks are left over";
}

/** Checks whether a kill switch reaches a loop: one in its folder, or anywhere below it. */
function reachesLoop(places: Places, killSwitch: string): boolean {
  const folder = dirname(dirname(killSwitch));
  return listLoops(places, null, { isActive: true })
    .some(({ facts }) => isWithin(facts.project, folder));
}

/** Lists the marks of a loop that is not recorded here, except the marks of a newer ralph. */
function listUnknownMarks(places: Places, project: string): string[] {
  if (findLoop(places, project) !== null) return [];
  const ids = [readMarker(project), attempt(() => readLoopRecord(project))?.id ?? null];
  const isNewer = isNewerRecord(() => readLoopRecord(project)) ||
    ids.some((id) => id !== null && isNewerRecord(() => readLoop(places, id)));
  const { marker, state } = projectPlaces(project);
  return isNewer ? [] : [marker, state].filter(isThere);
}

function isNewerRecord(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    return error instanceof RecordError && error.newerVersion !== undefined;
  }
}
