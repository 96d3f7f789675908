/**
 * Where a command works: the home's places and the project it was called in.
 *
 * @module
 */
import { readRegistration } from "../registration/read_status.ts";
import type { RegistrationReport } from "../registration/status.ts";
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

/**
 * Says whether the client has our hooks where a command works.
 *
 * @param context The command's world.
 * @param location Where it works.
 * @throws {ConfigError} A settings file cannot be read; with file and line.
 */
export function readRegistrationHere(
  { env }: Pick<CommandContext, "env">,
  location: Location,
): RegistrationReport {
  return readRegistration({ ...location, env, pluginRoot: env.variable("CLAUDE_PLUGIN_ROOT") });
}
