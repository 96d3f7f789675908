/** Finds the loop of a session whose project lost both marks: the home folder still knows it. */
import { activeLoop } from "../store/records/calls.ts";
import { activeFile } from "../store/places.ts";
import { removeFile } from "../store/files/presence.ts";
import { foldersOfRepository, resolveHookProject } from "../store/project.ts";
import { findUnmarkedLoop, type FoundLoop } from "./loop.ts";
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
