/** Loads a project's settings. A loop's last good values replace values that became unreadable. */
import type { LoopFacts } from "../records/loops.ts";
import { writeAtomic } from "../files/atomic_file.ts";
import type { Environment } from "../environment.ts";
import { attempt } from "../../error.ts";
import { RecordFile } from "../records/json_record.ts";
import { environmentLayer, type Layer, layerOf, readLayers } from "./layers.ts";
import { loopPlaces, type Places } from "../places.ts";
import type { Settings } from "./settings.ts";
import { type ResolvedSettings, resolveSettings } from "./resolve.ts";
import { readText } from "../files/text_file.ts";
import { anything, dictionary, object } from "../records/shape.ts";

const LAST_GOOD = {
  version: 1,
  schema: object({ settings: dictionary(anything) }),
};

/** The project, the environment and the loop whose settings are loaded. */
interface SettingsScope {
  readonly places: Places;
  readonly project: string | null;
  readonly env: Pick<Environment, "variable">;
  /**
   * The loop whose flags, environment and last good values count; null without an active loop. For a loop
   * that was started without an environment, the current one counts.
   */
  readonly loop: Pick<LoopFacts, "id" | "flags" | "environment"> | null;
}

/**
 * Loads the effective settings. It writes nothing and never throws.
 *
 * @param more Values that are not in their files yet.
 */
export function loadSettings(
  scope: SettingsScope,
  more: readonly Layer[] = [],
): ResolvedSettings {
  const { places, project, env, loop } = scope;
  const environment = loop?.environment === undefined
    ? environmentLayer(env)
    : layerOf("environment", "environment", loop.environment);
  const layers = [...readLayers(places, project, environment, loop?.flags ?? {}), ...more];
  const resolved = resolveSettings(layers);
  if (resolved.problems.length === 0 || loop === null) return resolved;
  return resolveSettings(layers, readLastGood(places, loop.id));
}

/**
 * Remembers settings without problems, so that an invalid edit of a file does not affect a running loop.
 * Writes only if they have changed.
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

function readLastGood(places: Places, loopId: string): Partial<Settings> {
  const file = new RecordFile(loopPlaces(places, loopId).lastGoodSettings, LAST_GOOD);
  return layerOf("built-in", "memory", file.readOr(null)?.settings ?? {}).values;
}
