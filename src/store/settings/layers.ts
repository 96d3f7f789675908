/** The layers of the configuration: each source read into values that fit and problems. */
import { type ConfigProblem, type LayerName, problemOf } from "./config_problem.ts";
import type { Environment } from "../environment.ts";
import { isObject } from "../records/json_record.ts";
import { linesOfKeys, NO_PLACE, parseJson, type TextPlace } from "../files/json_text.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { type Places, projectPlaces } from "../places.ts";
import { checkSetting, parseSetting, showValue } from "./value.ts";
import {
  findSetting,
  OTHER_KEYS,
  SETTING_NAMES,
  SETTING_SPECS,
  SETTING_SYNONYMS,
  type SettingKey,
  type Settings,
} from "./settings.ts";
import { readProjectText } from "../files/project_text.ts";
import { readText, type TextRead } from "../files/text_file.ts";

/** The values and problems of one source. */
export interface Layer {
  readonly name: LayerName;
  /** The file, or what else it came from. */
  readonly source: string;
  /** The values that fit; others are in `problems` only. */
  readonly values: Partial<Settings>;
  readonly problems: readonly ConfigProblem[];
}

/** Most unknown keys that are named: each costs a search for the nearest name, and a line. */
const MOST_UNKNOWN = 20;

/**
 * Reads all layers over the built-in one, the weakest first; absent files are empty layers.
 *
 * @param flags Settings given as flags of `start`.
 * @param project The project's root, links resolved; null for the global settings only.
 */
export function readLayers(
  places: Places,
  project: string | null,
  environment: Layer,
  flags: Readonly<Record<string, unknown>> = {},
): Layer[] {
  const files: Layer[] = [
    ...readConfigLayers("global-flat", places.seedsGlobalConfig),
    ...readConfigLayers("global", places.globalConfig),
  ];
  if (project !== null) {
    const { flatConfig, config } = projectPlaces(project);
    files.push(
      ...layersOfText("project-flat", flatConfig, readProjectText(project, flatConfig)),
      ...layersOfText("project", config, readProjectText(project, config)),
    );
  }
  return [...files, environment, layerOf("flags", "flags", flags)];
}

/**
 * Reads a configuration file as a layer.
 *
 * @param path The file; absent reads as no layer.
 */
export function readConfigLayers(name: LayerName, path: string): Layer[] {
  return layersOfText(name, path, readText(path));
}

function layersOfText(name: LayerName, path: string, read: TextRead): Layer[] {
  if (read.kind === "absent") return [];
  if (read.kind === "unreadable") return [unreadableLayer(name, path, read.why)];
  const json = parseJson(read.text);
  if (json.kind !== "ok") return [unreadableLayer(name, path, json.why, json)];
  if (!isObject(json.value)) {
    return [unreadableLayer(name, path, `it contains ${showValue(json.value)}`)];
  }
  const layer = layerOf(name, path, json.value);
  if (layer.problems.length === 0) return [layer];
  const lines = linesOfKeys(read.text);
  const placed = (problem: ConfigProblem) => ({ ...problem, line: lines.get(problem.key) ?? null });
  return [{ ...layer, problems: layer.problems.map(placed) }];
}

/**
 * Reads the environment as a layer. Unknown variables are not errors, since other programs use them.
 *
 * @param env The environment; an empty variable counts as unset.
 */
export function environmentLayer(env: Pick<Environment, "variable">): Layer {
  const values: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const spec of SETTING_SPECS) {
    const name = spec.environment.find((variable) => env.variable(variable));
    if (name === undefined) continue;
    const text = env.variable(name) ?? "";
    const check = parseSetting(spec, text);
    if (check.kind === "ok") values[spec.key] = check.value;
    else {
      const { expected } = check;
      const details = { key: name, setting: spec.key, expected, found: showValue(text) };
      problems.push(problemOf("environment", name, "value", details));
    }
  }
  return { name: "environment", source: "environment", values, problems };
}

/** Reads an object of keys and values as a layer. */
export function layerOf(
  name: LayerName,
  source: string,
  object: Readonly<Record<string, unknown>>,
): Layer {
  const values: [SettingKey, unknown][] = [];
  const problems: ConfigProblem[] = [];
  const add = (kind: ConfigProblem["kind"], details: Partial<ConfigProblem>) =>
    problems.push(problemOf(name, source, kind, details));
  let unknown = 0;
  for (const [key, value] of Object.entries(object)) {
    if (OTHER_KEYS.includes(key)) continue;
    const found = showValue(value);
    const spec = findSetting(key);
    if (spec === null) {
      if (++unknown > MOST_UNKNOWN) continue;
      add("unknown", { key, found, nearest: nearestName(key, SETTING_NAMES, SETTING_SYNONYMS) });
      continue;
    }
    const setting = spec.key;
    if (spec.isOwn && name.startsWith("project")) {
      add("value", { key, setting, found, expected: "in your own configuration (--global)" });
      continue;
    }
    const check = checkSetting(spec, value);
    if (check.kind === "wrong") add("value", { key, setting, found, expected: check.expected });
    else values.push([setting, check.value]);
  }
  if (unknown > MOST_UNKNOWN) add("more", { found: `${unknown - MOST_UNKNOWN}` });
  return { name, source, values: Object.fromEntries(values), problems };
}

function unreadableLayer(
  name: LayerName,
  path: string,
  why: string,
  { line, column }: TextPlace = NO_PLACE,
): Layer {
  const details = { expected: "a JSON object", found: why, line, column };
  const problem = problemOf(name, path, "unreadable", details);
  return { name, source: path, values: {}, problems: [problem] };
}
