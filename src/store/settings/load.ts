/** Loads a project's settings; a loop's last good values replace what became unreadable. */
import type { LoopFacts } from "../records/loops.ts";
import { writeAtomic } from "../files/atomic_file.ts";
import type { Environment } from "../environment.ts";
import { attempt, ConfigError } from "../../error.ts";
import { RecordFile } from "../records/json_record.ts";
import { type ConfigProblem, environmentLayer, layerOf, readLayers } from "./layers.ts";
import { loopPlaces, type Places } from "../places.ts";
import { SETTING_SPECS, type Settings } from "./settings.ts";
import { type ResolvedSettings, resolveSettings } from "./resolve.ts";
import { readText } from "../files/text_file.ts";
import { anything, dictionary, object } from "../records/shape.ts";

const LAST_GOOD = {
  version: 1,
  schema: object({ settings: dictionary(anything) }),
};

/** The project, the environment and the loop whose settings are loaded. */
export interface SettingsScope {
  readonly places: Places;
  readonly project: string | null;
  readonly env: Pick<Environment, "variable">;
  /**
   * The loop whose flags, environment and last good values count; null without an active loop. The
   * present environment counts for a loop that was started without one.
   */
  readonly loop: Pick<LoopFacts, "id" | "flags" | "environment"> | null;
}

/** Loads the effective settings. It writes nothing and never throws. */
export function loadSettings(scope: SettingsScope): ResolvedSettings {
  const { places, project, env, loop } = scope;
  const environment = loop?.environment === undefined
    ? environmentLayer(env)
    : layerOf("environment", "environment", loop.environment);
  const layers = readLayers(places, project, environment, loop?.flags ?? {});
  const resolved = resolveSettings(layers);
  if (resolved.problems.length === 0 || loop === null) return resolved;
  return resolveSettings(layers, readLastGood(places, loop.id));
}

/**
 * Remembers settings without problems, so that an invalid edit of a file does not affect a
 * running loop. Writes only where they differ from what is remembered.
 */
export function rememberSettings(
  places: Places,
  loopId: string,
  resolved: ResolvedSettings,
): void {
  if (resolved.problems.length > 0) return;
  const file = new RecordFile(loopPlaces(places, loopId).lastGoodSettings, LAST_GOOD);
  const text = file.render({ settings: resolved.settings });
  const remembered = readText(file.path);
  if (remembered.kind === "text" && remembered.text === text) return;
  attempt(() => writeAtomic(file.path, text));
}

/**
 * Refuses settings with problems, for commands.
 *
 * @param hint What to do, where that is known better than here.
 * @throws {ConfigError} With all problems, one a line.
 */
export function requireValidSettings(
  resolved: ResolvedSettings,
  hint: string | null = null,
): Settings {
  if (resolved.problems.length === 0) return resolved.settings;
  const sentences = resolved.problems.map(({ sentence }) => sentence);
  throw new ConfigError(`The configuration is wrong\n${sentences.join("\n")}`, {
    hint: hint ?? hintFor(resolved.problems),
  });
}

/** Says where to correct each problem. */
function hintFor(problems: readonly ConfigProblem[]): string {
  const { flags, environment, files } = Object.groupBy(
    problems,
    ({ layer }) => layer === "flags" || layer === "environment" ? layer : "files",
  );
  const variables = new Set(environment?.map(variableOf));
  return [
    ...flags === undefined
      ? []
      : ["Give other values: the command's --help says what each option means."],
    ...environment === undefined ? [] : [`Unset ${[...variables].join(" and ")}, or correct it.`],
    ...files === undefined ? [] : [
      "Correct the file, or use 'ralph config set', 'ralph config unset' or 'ralph config reset'.",
    ],
  ].join(" ");
}

/** Names the variable; a conflict is found after the merge, which forgets which of its names was set. */
function variableOf({ setting, source }: ConfigProblem): string {
  if (source !== "environment") return source;
  return SETTING_SPECS.find(({ key }) => key === setting)?.environment.join(" or ") ?? source;
}

function readLastGood(places: Places, loopId: string): Partial<Settings> {
  const file = new RecordFile(loopPlaces(places, loopId).lastGoodSettings, LAST_GOOD);
  return layerOf("built-in", "memory", file.readOr(null)?.settings ?? {}).values;
}
