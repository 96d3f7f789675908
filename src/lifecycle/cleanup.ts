/** Removes obstacles to a new loop: a loop that is stopping, left-over files. */
import { dirname } from "@std/path";
import { judgeLiveness } from "../evidence/liveness.ts";
import { describeNext, describeUnclaimed } from "./view/state_view.ts";
import { endLoop, finishCutEnds } from "./end.ts";
import { checkRecord } from "./check_record.ts";
import { findBrokenFacts, findLoop, findVanishedLoop, type FoundLoop, recordOf } from "./loop.ts";
import { disabled, stoppedByUser } from "../loop/reason.ts";
import { AlreadyRunningError, attempt, messageOf, StateError } from "../error.ts";
import { removeLeftovers } from "../store/files/atomic_file.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { isThere, requireRemoved } from "../store/files/presence.ts";
import { findGitTop, foreignClaudeFolder } from "../store/project.ts";
import { findKillSwitch } from "../store/records/project_marks.ts";
import { line } from "../text/again.ts";
import { setAside } from "../store/files/set_aside.ts";
import { findRunHolder } from "../store/run_lock.ts";
import { clearStopRecord } from "../store/records/stop_record.ts";
import { describeWindow } from "./view/owner_window.ts";

interface NewLoopPlace {
  readonly places: Places;
  readonly project: string;
}

interface Starter {
  readonly sessionId: string | null;
  readonly nowMs: number;
}

/** The loop to end and the files to remove before a new loop begins. */
export type Cleanup = ReturnType<typeof planCleanup>;

/**
 * Plans the cleanup; changes nothing.
 *
 * @throws {AlreadyRunningError} A loop is running or paused here.
 * @throws {StateError} `.claude` leads out of the project, or the kill switch is another loop's.
 */
export function planCleanup({ places, project }: NewLoopPlace, starter: Starter) {
  const elsewhere = foreignClaudeFolder(project);
  if (elsewhere !== null) {
    throw new StateError(`The folder .claude of this project leads to "${elsewhere}"`, {
      hint: "ralph writes only inside the project: replace the link by a folder.",
    });
  }
  const present = findLoop(places, project) ?? findVanishedLoop(places, project);
  if (present !== null && !isEnding(present)) throw refuseRunning(places, present, starter);
  const broken = present === null ? findBrokenFacts(places, project) : null;
  if (broken?.isOfOtherVersion) throw refuseOther(`A loop is here already, and ${broken.what}`);
  const { marker, state } = projectPlaces(project);
  const killSwitch = findKillSwitch(project, findGitTop(project));
  refuseOthersSwitch({ places, project }, killSwitch);
  return {
    /** A loop that was asked to stop; a new loop need not wait for it. */
    ending: present,
    /** Marks of a loop that this machine does not know, such as those of a cloned repository. */
    strangers: present === null ? [state, marker].filter(isThere) : [],
    /** Whose marks they are, to follow "a file of". */
    whose: broken === null
      ? "a loop that this machine does not know"
      : `a loop that cannot be continued, since ${broken.what}`,
    killSwitch,
  };
}

/** Refuses to start next to a loop of another version of ralph, which that version can finish. */
function refuseOther(what: string): AlreadyRunningError {
  const hint = "Finish it with the version that began it. To end it:";
  return new AlreadyRunningError(what, { hint, again: line("stop") });
}

/** Checks whether a loop is ending: it has to end before a new one begins. */
function isEnding(found: FoundLoop): boolean {
  return !found.hasMarker || checkRecord(found).record?.state === "draining";
}

function refuseRunning(
  places: Places,
  found: FoundLoop,
  { sessionId, nowMs }: Starter,
): AlreadyRunningError {
  const { facts } = found;
  const { record: loop, damage } = checkRecord(found);
  if (damage?.isOfOtherVersion) {
    return refuseOther(`A loop is here already (${facts.id}), and its ${damage.what}`);
  }
  const liveness = judgeLiveness(loop?.sessionProcess ?? null);
  const owner = loop?.ownerSession ?? null;
  const isRun = facts.driver === "runner";
  const whose = isRun
    ? "ralph run"
    : loop === null || owner === null
    ? "no session yet"
    : describeWindow(loop, liveness, nowMs);
  const refuse = (what: string, hint: string, ...words: readonly string[]) =>
    new AlreadyRunningError(what, { hint, ...words.length > 0 && { again: line(...words) } });
  if (owner !== null && owner === sessionId && !isRun) {
    const what = `This session has a loop already (${facts.id})`;
    return refuse(what, "It continues when you type anything. To end it:", "stop");
  }
  const what = `A loop is ${loop?.state ?? "damaged"} here already (${facts.id}, ${whose})`;
  if (loop === null) return refuse(what, "To end it, and keep its file:", "stop");
  if (isRun) {
    return findRunHolder(places, facts.project) !== null
      ? refuse(what, "'ralph stop' ends it. To see it:", "status")
      : refuse(what, "'ralph stop' ends it. To continue it:", "run", "--resume");
  }
  // From a terminal, resuming what waits for its session changes nothing.
  if (sessionId === null && loop.state === "running" && liveness === "unknown") {
    return owner === null
      // What can be pasted comes last.
      ? refuse(what, `'ralph stop' ends it. ${describeNext(describeUnclaimed(loop))}`)
      : refuse(what, "'ralph stop' ends it. How it goes on:", "status");
  }
  // A loop whose session is still open is not taken over.
  const isBusy = loop.state === "running" && owner !== null && liveness === "alive";
  const first = isBusy ? "To take it over, close that session, then:" : "To take it over:";
  return refuse(what, `'ralph stop' ends it. ${first}`, "start", "--resume");
}

/** Refuses while the kill switch at the git top level is about to end another project's loop. */
function refuseOthersSwitch(
  { places, project }: NewLoopPlace,
  killSwitch: string | null,
): void {
  if (killSwitch === null) return;
  const owner = dirname(dirname(killSwitch));
  if (owner === project || findLoop(places, owner) === null) return;
  throw new StateError(`The kill switch "${killSwitch}" is to end the loop in "${owner}"`, {
    hint: "It would end a loop here too: wait until it has ended that one, or remove it.",
  });
}

/** Says what a plan would do, for a dry run. */
export function describeCleanup({ ending, strangers, whose, killSwitch }: Cleanup): string[] {
  return [
    ...ending === null ? [] : [`Would end the loop that is stopping (${ending.facts.id})`],
    ...strangers.map((path) => `Would set aside a file of ${whose}: ${path}`),
    ...killSwitch === null ? [] : [`Would remove a left-over kill switch: ${killSwitch}`],
  ];
}

/**
 * Carries a plan out. The caller keeps the project's lock.
 *
 * @param cleanup A plan that was made under the same lock.
 * @returns What was done, one sentence each.
 * @throws {StateError} The kill switch cannot be removed.
 */
export function cleanUp(
  { places, project }: NewLoopPlace,
  { ending, strangers, whose, killSwitch }: Cleanup,
  nowMs: number,
): string[] {
  const lines: string[] = [];
  finishCutEnds(places, project, null);
  removeLeftovers(projectPlaces(project).dir, Date.now());
  if (ending !== null) {
    endLoop(places, recordOf(ending), {
      kind: "halt",
      reason: ending.hasMarker ? stoppedByUser() : disabled(),
      event: "start",
      nowMs,
    });
    lines.push(`Ended the loop that was stopping (${ending.facts.id})`);
  }
  for (const path of strangers.filter(isThere)) {
    const aside = attempt(() => setAside(path));
    if (aside === null) continue;
    lines.push(`Set aside a file of ${whose}: ${aside}`);
  }
  if (killSwitch !== null) {
    requireGone(killSwitch);
    lines.push(`Removed a left-over kill switch: ${killSwitch}`);
  }
  clearStopRecord(places, project);
  return lines;
}

function requireGone(killSwitch: string): void {
  try {
    requireRemoved(killSwitch);
  } catch (error) {
    throw new StateError(`The kill switch cannot be removed: ${messageOf(error)}`, {
      hint: "A loop would end at its first event: remove it yourself, then start again.",
    });
  }
}
