/** The effective settings: the layers merged, each value with its origin. Pure. */
import { type ConfigProblem, LAYER_NAMES, type LayerName, problemOf } from "./config_problem.ts";
import type { Layer } from "./layers.ts";
import { defaultSettings, SETTING_SPECS, type SettingKey, type Settings } from "./settings.ts";
import { isSameValue, showValue } from "./value.ts";

/** Where a value comes from; `last-good` replaces a value that became unreadable. */
export type Origin = LayerName | "last-good";

/** The effective settings. They can always be used, whatever the problems. */
export interface ResolvedSettings {
  readonly settings: Settings;
  readonly origins: Readonly<Record<SettingKey, Origin>>;
  /** The file of each layer, or what else it came from. */
  readonly sources: Readonly<Partial<Record<Origin, string>>>;
  /** Commands refuse to run with a problem; hooks report each once and continue. */
  readonly problems: readonly ConfigProblem[];
  /** What is in effect from files of the earlier plugin, and which of their keys are not: a sentence each. */
  readonly inherited: readonly string[];
}

/** A minimum and its maximum. */
const PAIRS = [
  ["min_hours", "max_hours"],
  ["min_iterations", "max_iterations"],
] as const;

/**
 * Merges the layers.
 *
 * The stronger layer wins. A value that does not fit is left out, and what the loop used last takes
 * its place, else the next weaker layer's. A minimum above a maximum that was set in a stronger
 * layer (`--max-hours 2` alone) is lowered to it; any other is a problem, and the maximum applies.
 *
 * @param layers The layers over the built-in one, in any order.
 * @param lastGood The settings that the loop used while nothing was wrong.
 * @returns The settings, their origins and all problems.
 */
export function resolveSettings(
  layers: readonly Layer[],
  lastGood: Partial<Settings> = {},
): ResolvedSettings {
  const ordered = layers.toSorted((left, right) => strength(left.name) - strength(right.name));
  const settings: Record<string, unknown> = { ...defaultSettings() };
  const origins: Record<string, Origin> = {};
  for (const { key } of SETTING_SPECS) {
    origins[key] = "built-in";
    for (const layer of ordered) {
      if (isLost(layer, key) && Object.hasOwn(lastGood, key)) {
        settings[key] = lastGood[key];
        origins[key] = "last-good";
      } else if (Object.hasOwn(layer.values, key)) {
        settings[key] = layer.values[key];
        origins[key] = layer.name;
      }
    }
  }
  // Every key was given a value that was checked, by a default or a layer.
  const resolved = {
    settings: settings as unknown as Settings,
    origins: origins as Record<SettingKey, Origin>,
  };
  const problems = ordered.flatMap((layer) => layer.problems)
    .filter(({ kind }) => kind !== "retired");
  return {
    ...resolved,
    sources: Object.fromEntries(ordered.map(({ name, source }) => [name, source])),
    problems: [...problems, ...settlePairs(resolved, ordered, lastGood)],
    // After the pairs: what is said is what is in effect.
    inherited: describeInherited(resolved, ordered),
  };
}

/** The earlier plugin's own files; the flat file is still read, so it is always named. */
const INHERITED: readonly LayerName[] = [
  "earlier-limits",
  "global-flat",
  "global-defaults",
  "project-flat",
];

const MOST_NAMED = 30;

function describeInherited(
  { settings, origins }: Pick<ResolvedSettings, "settings" | "origins">,
  layers: readonly Layer[],
): string[] {
  const set = layers.filter(({ name }) => INHERITED.includes(name)).flatMap((layer) => {
    const { name, source, values } = layer;
    const isInEffect = (key: SettingKey) =>
      origins[key] === name && isSameValue(values[key], settings[key]);
    const pairs = SETTING_SPECS.filter(({ key }) => isInEffect(key))
      .filter(({ key, default: builtIn }) => !isSameValue(settings[key], builtIn))
      .map(({ key }) => `${key} = ${showValue(settings[key])}`);
    return pairs.length === 0 ? [] : [`"${source}" sets ${pairs.join(", ")}`];
  });
  const unused = layers.flatMap(({ source, problems }) => {
    const keys = problems.filter(({ kind }) => kind === "retired").map(({ key }) => key);
    const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : "";
    return keys.length === 0
      ? []
      : [`${keys.slice(0, MOST_NAMED).join(", ")}${more} in "${source}"`];
  });
  return unused.length === 0
    ? set
    : [...set, `Keys of the earlier plugin that have no effect: ${unused.join("; ")}`];
}

/** Whether the layer has a value for the key that cannot be used. */
function isLost(layer: Layer, key: SettingKey): boolean {
  if (Object.hasOwn(layer.values, key)) return false;
  return layer.problems.some((problem) =>
    problem.kind === "unreadable" || problem.kind === "value" && problem.setting === key
  );
}

function settlePairs(
  resolved: { settings: Settings; origins: Record<SettingKey, Origin> },
  layers: readonly Layer[],
  lastGood: Partial<Settings>,
): ConfigProblem[] {
  const { settings, origins } = resolved;
  const problems: ConfigProblem[] = [];
  for (const [min, max] of PAIRS) {
    if (settings[min] <= settings[max]) continue;
    const isConflict = strength(origins[min]) >= strength(origins[max]);
    if (isConflict) {
      const layer = origins[min] === "last-good" ? "built-in" : origins[min];
      const source = layers.find(({ name }) => name === layer)?.source ?? layer;
      problems.push(problemOf(layer, source, "conflict", {
        key: min,
        setting: min,
        expected: `at most "${max}", which is ${settings[max]} (${origins[max]})`,
        found: showValue(settings[min]),
      }));
    }
    const remembered = isConflict ? lastGood[min] : undefined;
    if (remembered !== undefined && remembered <= settings[max]) {
      settings[min] = remembered;
      origins[min] = "last-good";
    } else {
      settings[min] = settings[max];
      origins[min] = origins[max];
    }
  }
  return problems;
}

function strength(origin: Origin): number {
  return origin === "last-good" ? 0 : LAYER_NAMES.indexOf(origin);
}
