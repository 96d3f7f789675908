/**
 * The settings in effect where a command was called, and the files they come from.
 *
 * @module
 */
import { findLoop } from "../../lifecycle/loop.ts";
import { type LayerName } from "../../store/settings/config_problem.ts";
import { projectPlaces } from "../../store/places.ts";
import { loadSettings } from "../../store/settings/load.ts";
import type { Origin, ResolvedSettings } from "../../store/settings/resolve.ts";
import type { OptionSpec } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";

/** The option that reads and writes the user's defaults instead of the project's settings. */
export const GLOBAL_OPTION = {
  name: "global",
  alias: "g",
  type: "boolean",
  help: "Use your defaults for all projects instead of this project's settings",
} as const satisfies OptionSpec;

/** The settings in effect, and where each comes from. */
export interface ShownSettings extends ResolvedSettings {
  /** Names the source of a value for people: a path, or `environment`. */
  readonly sourceOf: (origin: Origin) => string;
}

/**
 * Reads the settings in effect where the command was called.
 *
 * @param isGlobal Whether to read the user's defaults alone, without project and loop.
 */
export function readSettingsHere(context: CommandContext, isGlobal: boolean): ShownSettings {
  const { places, project } = locate(context);
  const loop = isGlobal ? null : findLoop(places, project)?.facts ?? null;
  const resolved = loadSettings({
    places,
    project: isGlobal ? null : project,
    env: context.env,
    loop,
  });
  const { flatConfig, config } = projectPlaces(project);
  const files: Partial<Record<LayerName, string>> = {
    "global-flat": places.seedsGlobalConfig,
    "global-defaults": places.earlierDefaults,
    global: places.globalConfig,
    "project-flat": flatConfig,
    project: config,
  };
  const sourceOf = (origin: Origin): string => {
    switch (origin) {
      case "built-in":
        return "built in";
      case "environment":
        return loop?.environment === undefined ? "environment" : "environment of start";
      case "flags":
        return "flags of start";
      case "last-good":
        return "last good value of the loop";
      default:
        return files[origin] ?? origin;
    }
  };
  return { ...resolved, sourceOf };
}
