/**
 * What stands in the way of a new loop: one that runs, one that is stopping, left-over files.
 *
 * @module
 */
import { dirname } from "@std/path";
import { judgeLiveness } from "../../evidence/liveness.ts";
import { endLoop } from "../../lifecycle/end.ts";
import { findLoop, type FoundLoop, recordOf } from "../../lifecycle/loop.ts";
import { stoppedByUser } from "../../loop/reason.ts";
import { AlreadyRunningError, StateError } from "../../error.ts";
import { type Places, projectPlaces } from "../../store/places.ts";
import { isThere, removeFile } from "../../store/files/presence.ts";
import { findGitTop, foreignClaudeFolder } from "../../store/project.ts";
import { findKillSwitch, hasLoop } from "../../store/records/project_marks.ts";
import { setAside } from "../../store/files/set_aside.ts";
import { clearStopRecord } from "../../store/records/stop_record.ts";
import type { CommandContext } from "../core/context.ts";
import { describeWindow } from "../view/owner_window.ts";

/** What has to be done before a loop can begin, done only when it really begins. */
export interface Cleared {
  /**
   * Does it, and says what was done. To be called under the project's lock.
   *
   * @throws {AlreadyRunningError} Where another start was faster.
   */
  readonly carryOut: () => string[];
}

/**
 * Looks at what is there.
 *
 * @throws {AlreadyRunningError} Where a loop is running or paused here.
 * @throws {StateError} Where `.claude` leads out of the project.
 */
export function clearTheWay(
  context: CommandContext,
  { places, project }: { places: Places; project: string },
): Cleared {
  const elsewhere = foreignClaudeFolder(project);
  if (elsewhere !== null) {
    throw new StateError(`The folder .claude of this project leads to "${elsewhere}"`, {
      hint: "ralph writes only inside the project: replace the link by a folder.",
    });
  }
  const present = findLoop(places, project);
  if (present !== null && !isEnding(present)) {
    throw describeRunning(present, context);
  }
  refuseOthersSwitch(places, project, findKillSwitch(project, findGitTop(project)));
  return {
    carryOut: () => {
      // Another start may have been faster than the questions of this one.
      const now = findLoop(places, project);
      if (now !== null && !isEnding(now)) throw describeRunning(now, context);
      return carryOut(context, places, project, now);
    },
  };
}

/** A loop that is draining ends before a new one begins. */
function isEnding({ record, hasMarker }: FoundLoop): boolean {
  return !hasMarker || record.kind === "ok" && record.value.state === "draining";
}

function describeRunning(
  { record, facts }: FoundLoop,
  { env, now }: CommandContext,
): AlreadyRunningError {
  const loop = record.kind === "ok" ? record.value : null;
  const liveness = judgeLiveness(loop?.session_process ?? null);
  const owner = loop?.owner_session ?? null;
  const isRun = facts.driver === "runner";
  const whose = isRun
    ? "ralph run"
    : loop === null || owner === null
    ? "no session yet"
    : describeWindow(loop, liveness, now());
  const resume = isRun ? "ralph run --resume" : "ralph start --resume";
  // A loop that runs where somebody can look at it is not taken over.
  const isBusy = !isRun && loop?.state === "running" && owner !== null && liveness === "alive";
  if (owner !== null && owner === env.sessionId && !isRun) {
    return new AlreadyRunningError(`This session has a loop already (${facts.id})`, {
      hint: "It continues when you type anything; 'ralph stop' (/ralph:stop) ends it.",
    });
  }
  return new AlreadyRunningError(
    `A loop is ${loop?.state ?? "damaged"} here already (${facts.id}, ${whose})`,
    {
      hint: isBusy
        ? `Close that session first, then use '${resume}' to take it over, or 'ralph stop' to end it.`
        : `Use '${resume}' to take it over, or 'ralph stop' to end it.`,
    },
  );
}

function carryOut(
  context: CommandContext,
  places: Places,
  project: string,
  present: FoundLoop | null,
): string[] {
  const lines: string[] = [];
  if (present !== null) {
    endLoop(places, recordOf(present), {
      kind: "halt",
      reason: stoppedByUser(),
      evidence: [],
      event: "start",
      sessionId: null,
      killSwitch: null,
      now: context.now().epochMilliseconds / 1000,
    });
    lines.push(`Ended the loop that was stopping (${present.facts.id})`);
  } else {
    lines.push(...setStrangersAside(project));
  }
  const killSwitch = findKillSwitch(project, findGitTop(project));
  refuseOthersSwitch(places, project, killSwitch);
  if (killSwitch !== null) {
    requireGone(killSwitch);
    lines.push(`Removed a left-over kill switch: ${killSwitch}`);
  }
  clearStopRecord(places, project);
  return lines;
}

/** The kill switch of a loop at the git top is that loop's: it is about to end it. */
function refuseOthersSwitch(places: Places, project: string, killSwitch: string | null): void {
  if (killSwitch === null) return;
  const owner = dirname(dirname(killSwitch));
  if (owner === project || !hasLoop(places, owner)) return;
  throw new StateError(`The kill switch "${killSwitch}" is to end the loop in "${owner}"`, {
    hint: "It would end a loop here too: let it end that one first, or remove it.",
  });
}

function requireGone(killSwitch: string): void {
  const removed = removeFile(killSwitch);
  if (removed.kind !== "failed") return;
  throw new StateError(`The kill switch "${killSwitch}" cannot be removed: ${removed.why}`, {
    hint: "A loop would end at its first event: remove it yourself, then start again.",
  });
}

/** Marks of a loop that this machine knows nothing of, such as those of a cloned repository. */
function setStrangersAside(project: string): string[] {
  const { marker, state } = projectPlaces(project);
  const lines: string[] = [];
  for (const path of [state, marker]) {
    if (!isThere(path)) continue;
    const aside = setAside(path);
    if (aside.kind === "aside") {
      lines.push(`Set aside a file of a loop that this machine does not know: ${aside.path}`);
    }
  }
  return lines;
}
