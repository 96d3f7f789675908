/** The layers of the configuration: each source is read into valid values and problems. */
import type { Environment } from "../environment.ts";
import { isObject } from "../records/json_record.ts";
import { linesOfKeys, NO_PLACE, parseJson, type TextPlace } from "../files/json_text.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { type Places, projectPlaces } from "../places.ts";
import { checkSetting, parseSetting, type SettingCheck, showValue } from "./value.ts";
import {
  findSetting,
  OTHER_KEYS,
  SETTING_NAMES,
  SETTING_SPECS,
  SETTING_SYNONYMS,
  type SettingKey,
  type Settings,
} from "./settings.ts";
import { exists } from "../files/presence.ts";
import { readProjectText } from "../files/project_text.ts";
import { readText, type TextRead } from "../files/text_file.ts";

/** The layers of the configuration, weakest first. */
export const LAYER_NAMES = [
  "built-in",
  "global-flat",
  "global",
  "project-flat",
  "project",
  "environment",
  "flags",
] as const;

/** The name of a layer. */
export type LayerName = typeof LAYER_NAMES[number];

/** A problem in the configuration. */
export interface ConfigProblem {
  readonly layer: LayerName;
  /** The file, the environment variable, or `flags`. */
  readonly source: string;
  readonly kind:
    /** The file is not a JSON object or cannot be read. */
    | "unreadable"
    /** The key is unknown, or its value does not fit. */
    | "key"
    /** A minimum is above its maximum. */
    | "conflict";
  /** The key as it was written; empty if the problem is not about a single key. */
  readonly key: string;
  readonly setting: SettingKey | null;
  /** File, line, key, expected and found, and the nearest known key. */
  readonly sentence: string;
}

/** The values and problems of one source. */
export interface Layer {
  readonly name: LayerName;
  /** The file, or the name of another source. */
  readonly source: string;
  /** The valid values. The others are only in `problems`. */
  readonly values: Partial<Settings>;
  readonly problems: readonly ConfigProblem[];
}

/** Maximum number of unknown keys to name: each costs a search for the nearest name, and a line. */
const MOST_UNKNOWN = 20;

/**
 * Reads all layers above the built-in one, weakest first. Missing files are empty layers.
 *
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
 * @param path The file; if missing, there is no layer.
 */
export function readConfigLayers(name: LayerName, path: string): Layer[] {
  return exists(path) ? layersOfText(name, path, readText(path)) : [];
}

function layersOfText(name: LayerName, path: string, read: TextRead): Layer[] {
  if (read.kind === "absent") return [];
  if (read.kind === "unreadable") return [unreadableLayer(name, path, read.why)];
  const json = parseJson(read.text);
  if (json.kind !== "ok") return [unreadableLayer(name, path, json.why, json)];
  if (!isObject(json.value)) {
    return [unreadableLayer(name, path, `it contains ${showValue(json.value)}`)];
  }
  let lines: ReadonlyMap<string, number> | undefined;
  return [layerOf(name, path, json.value, (key) => (lines ??= linesOfKeys(read.text)).get(key))];
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
      const sentence = `${name}: should be ${check.expected}, found ${showValue(text)}`;
      const problem = { layer: "environment", source: name, kind: "key", key: name } as const;
      problems.push({ ...problem, setting: spec.key, sentence });
    }
  }
  return { name: "environment", source: "environment", values, problems };
}

/**
 * Reads an object of keys and values as a layer.
 *
 * @param lineOf Finds the line of a key in its file.
 */
export function layerOf(
  name: LayerName,
  source: string,
  object: Readonly<Record<string, unknown>>,
  lineOf: (key: string) => number | undefined = () => undefined,
): Layer {
  const values: [SettingKey, unknown][] = [];
  const problems: ConfigProblem[] = [];
  const add = (key: string, setting: SettingKey | null, what: string) => {
    const sentence = sentenceOf(name, [source, lineOf(key) ?? []].flat(), what);
    problems.push({ layer: name, source, kind: "key", key, setting, sentence });
  };
  let unknown = 0;
  for (const [key, value] of Object.entries(object)) {
    if (OTHER_KEYS.includes(key)) continue;
    const found = showValue(value);
    const named = nameKey(name, key);
    const spec = findSetting(key);
    if (spec === null) {
      if (++unknown > MOST_UNKNOWN) continue;
      const nearest = nearestName(key, SETTING_NAMES, SETTING_SYNONYMS);
      const hint = nearest === null ? "" : `; did you mean "${nearest}"?`;
      add(key, null, `unknown key ${named} (${found})${hint}`);
      continue;
    }
    const check: SettingCheck = spec.isOwn && name.startsWith("project")
      ? { kind: "wrong", expected: "in your own configuration (--global)" }
      : checkSetting(spec, value);
    if (check.kind === "ok") values.push([spec.key, check.value]);
    else add(key, spec.key, `${named} should be ${check.expected}, found ${found}`);
  }
  if (unknown > MOST_UNKNOWN) {
    add("", null, `${unknown - MOST_UNKNOWN} more keys are unknown or wrong`);
  }
  return { name, source, values: Object.fromEntries(values), problems };
}

function unreadableLayer(
  name: LayerName,
  path: string,
  why: string,
  { line, column }: TextPlace = NO_PLACE,
): Layer {
  const where = [path, line ?? [], column ?? []].flat();
  const sentence = sentenceOf(name, where, `expected a JSON object, but ${why}`);
  const problem = { layer: name, source: path, kind: "unreadable", key: "" } as const;
  return { name, source: path, values: {}, problems: [{ ...problem, setting: null, sentence }] };
}

/** Makes a problem's sentence. An option is named as it was typed, without a place. */
export function sentenceOf(
  layer: LayerName,
  where: readonly (string | number)[],
  what: string,
): string {
  return layer === "flags" ? what : `${where.join(":")}: ${what}`;
}

/** Names a setting in a problem: the option of `start` and `run`, or the key in its file. */
export function nameKey(layer: LayerName, key: string): string {
  return layer === "flags" ? flagNameOf(key) : `"${key}"`;
}

/** Names the option of `start` and `run` that sets a setting. */
export function flagNameOf(key: string): string {
  return `--${key.replace(/_seconds$/, "").replaceAll("_", "-")}`;
}
