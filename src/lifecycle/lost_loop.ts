/** Finds the loop of a project that lost both marks: the home folder still knows it. */
import { activeLoop } from "../store/records/calls.ts";
import { readRecord } from "../store/records/json_record.ts";
import { listLoops, LOOP_RECORD } from "../store/records/loops.ts";
import { activeFile, loopPlaces, type Places } from "../store/places.ts";
import { removeFile } from "../store/files/presence.ts";
import { findGitTop, foldersOfRepository, resolveHookProject } from "../store/project.ts";
import { findKillSwitch } from "../store/records/project_marks.ts";
import { factsOf, type FoundLoop } from "./loop.ts";
import type { HookContext } from "./context.ts";

/**
 * Finds a session's loop where the project itself shows none.
 *
 * @returns The loop without a marker, with the record that ralph last wrote; null where the session
 *   has no loop that has not ended.
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
 * Finds the loop of a project that has not ended, though both its marks are gone: nobody recorded an
 * end, so `status` must not say that there is none, and `stop` can end it, also where the project is gone.
 *
 * @param project The project's root, links resolved.
 */
export function findVanishedLoop(places: Places, project: string): FoundLoop | null {
  const living = listLoops(places, project).find(({ hasEnded }) => !hasEnded);
  return living === undefined ? null : findUnmarkedLoop(places, project, living.facts.id);
}

/**
 * Reads a loop that has not ended, though its project no longer contains a mark of it.
 *
 * @param project The project's root, links resolved.
 * @param calledIn The folder of the session that asks.
 * @returns Null where the loop has ended, or is another project's.
 */
function findUnmarkedLoop(
  places: Places,
  project: string,
  id: string,
  calledIn: string = project,
): FoundLoop | null {
  const facts = factsOf(places, id, project);
  if (facts === null) return null;
  const gitTop = findGitTop(project);
  return {
    facts,
    project,
    calledIn,
    gitTop,
    record: readRecord(loopPlaces(places, id).recordCopy, LOOP_RECORD),
    hasMarker: false,
    killSwitch: findKillSwitch(project, gitTop),
  };
}
