/**
 * Whether the project of a hook, or a folder above it in the repository, bears a mark of any loop.
 *
 * @module
 */
import { isActive } from "../store/records/calls.ts";
import { projectPlaces } from "../store/places.ts";
import { isThere } from "../store/files/presence.ts";
import { findHomeInside, foldersOfRepository, resolveHookProject } from "../store/project.ts";
import type { HookContext } from "../lifecycle/context.ts";

/**
 * Looks for a mark, in the project or, where a command removed both, in the home folder. Where there
 * is none, nothing here is ours and nothing more is loaded.
 */
export function hasMarks({ env, places }: Pick<HookContext, "env" | "places">): boolean {
  const project = resolveHookProject(env);
  if (project === null || findHomeInside(env, project) !== null) return false;
  return foldersOfRepository(project).some((folder) => {
    const { marker, state } = projectPlaces(folder);
    return isThere(marker) || isThere(state);
  }) || isActive(places, env.sessionId);
}
