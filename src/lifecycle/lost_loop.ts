/**
 * The loop of a session whose project lost both marks: the home folder still knows it.
 *
 * @module
 */
import { activeLoop } from "../store/records/calls.ts";
import { readRecord } from "../store/records/json_record.ts";
import { LOOP_RECORD, readLoop } from "../store/records/loops.ts";
import { activeFile, loopPlaces, type Places } from "../store/places.ts";
import { removeFile } from "../store/files/presence.ts";
import { findGitTop, foldersOfRepository, resolveHookProject } from "../store/project.ts";
import { findKillSwitch } from "../store/records/project_marks.ts";
import type { FoundLoop } from "./loop.ts";
import type { HookContext } from "./context.ts";

/**
 * Finds it. To be asked where the project itself shows no loop.
 *
 * @param session The session's id.
 * @returns The loop with the record as ralph last wrote it and without a marker; null where this
 *   session has none that still lives.
 */
export function findLostLoop(
  { env, places }: Pick<HookContext, "env" | "places">,
  session: string,
): FoundLoop | null {
  const active = activeLoop(places, session);
  const folder = resolveHookProject(env);
  if (active === null || folder === null) return null;
  if (!foldersOfRepository(folder).includes(active.project)) return null;
  const here = findUnmarkedLoop(places, active.project, active.id, folder);
  if (here === null) removeFile(activeFile(places, session));
  return here;
}

/**
 * A loop that lives in a project, though nothing there says so any more.
 *
 * @param places The home's places.
 * @param project The project's root, links resolved.
 * @param id The loop's id.
 * @param calledIn The folder of the session that asks.
 */
export function findUnmarkedLoop(
  places: Places,
  project: string,
  id: string,
  calledIn: string = project,
): FoundLoop | null {
  const known = readLoop(places, id);
  if (known.kind !== "ok" || known.value.hasEnded || known.value.facts.project !== project) {
    return null;
  }
  const gitTop = findGitTop(project);
  return {
    facts: known.value.facts,
    project,
    calledIn,
    gitTop,
    record: readRecord(loopPlaces(places, id).recordCopy, LOOP_RECORD),
    hasMarker: false,
    killSwitch: findKillSwitch(project, gitTop),
  };
}
