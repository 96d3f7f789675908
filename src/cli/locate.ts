/**
 * Where a command works: the home's places and the project it was called in.
 *
 * @module
 */
import { type Places, placesOf } from "../store/places.ts";
import { resolveCommandProject } from "../store/project.ts";
import { hasLoop } from "../store/project_marks.ts";
import type { CommandContext } from "./context.ts";

/** Where a command works. */
export interface Location {
  readonly places: Places;
  /** The project's root, links resolved (design §1). */
  readonly project: string;
}

/**
 * Finds out where a command works.
 *
 * @param context The command's world.
 */
export function locate({ env }: Pick<CommandContext, "env">): Location {
  const places = placesOf(env);
  return { places, project: resolveCommandProject(env, (folder) => hasLoop(places, folder)) };
}
