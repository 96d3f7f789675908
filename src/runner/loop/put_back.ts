/**
 * Puts the marks of a run back after an agent's cleanup such as `git clean -xfd`.
 *
 * The runner does not see the tool calls of every agent, so only the loss of both marks at once
 * counts as a cleanup. To end the run, remove the marker alone, or both marks again within ten
 * minutes.
 */
import { AGAIN_WITHIN_MS } from "../../guard/repair.ts";
import { tryWithLock } from "../../store/files/lock.ts";
import { LoopCopies } from "../../store/records/loop_copies.ts";
import { type LoopFacts, readLoop } from "../../store/records/loops.ts";
import { loopPlaces, type Places, projectLock, projectPlaces } from "../../store/places.ts";
import { isThere } from "../../store/files/presence.ts";
import { notePutBack, readPutBackMs } from "../../store/records/marker_put_back.ts";

/** The note for the user. */
export const RUN_PUT_BACK =
  "The files of this run were removed from .claude, probably by a cleanup of the agent, and ralph " +
  "put them back. To end the run: ralph stop";

/** Maximum wait for the lock, in milliseconds; the marks are checked several times a second. */
const LOCK_DEADLINE_MS = 200;

/**
 * Puts the marks back if both are missing.
 *
 * @returns Whether both marks exist again; false if the user ended the run.
 */
export function putMarksBack(
  places: Places,
  { id, project }: Pick<LoopFacts, "id" | "project">,
  nowMs: number,
): boolean {
  const loopFiles = loopPlaces(places, id);
  const { marker, state } = projectPlaces(project);
  const outcome = tryWithLock(projectLock(places, project), () => {
    const loop = readLoop(places, id);
    if (loop.kind !== "ok" || loop.value.hasEnded || isThere(state)) return false;
    const lastMs = readPutBackMs(loopFiles);
    if (lastMs !== null && nowMs - lastMs < AGAIN_WITHIN_MS) return false;
    const copies = new LoopCopies(places, id, project);
    for (const file of copies.listChanged()) {
      if (file.now.kind === "absent") copies.putBack(file);
    }
    notePutBack(loopFiles, nowMs);
    return isThere(marker) && isThere(state);
  }, { deadlineMs: LOCK_DEADLINE_MS });
  return outcome.kind === "done" && outcome.value;
}
