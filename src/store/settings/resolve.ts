/** The effective settings: the merged layers, each value with its origin. Pure. */
import {
  type ConfigProblem,
  type Layer,
  LAYER_NAMES,
  type LayerName,
  nameKey,
  sentenceOf,
} from "./layers.ts";
import { defaultSettings, SETTING_SPECS, type SettingKey, type Settings } from "./settings.ts";

/** The source of a value: `last-good` replaces an unreadable value, `lowered` a minimum above its maximum. */
export type Origin = LayerName | "last-good" | "lowered";

/** The effective settings. They can always be used, whatever the problems. */
export interface ResolvedSettings {
  readonly settings: Settings;
  readonly origins: Readonly<Record<SettingKey, Origin>>;
  /** The file of each layer, or the name of another source. */
  readonly sources: Readonly<Partial<Record<Origin, string>>>;
  /** Commands refuse to run with a problem; hooks report each once and continue. */
  readonly problems: readonly ConfigProblem[];
}

/** A minimum and its maximum. */
export const PAIRS = [
  ["min_hours", "max_hours"],
  ["min_iterations", "max_iterations"],
] as const;

/**
 * Merges the layers.
 *
 * The stronger layer wins. A value that does not fit is dropped. The value that the loop last used replaces
 * it, or else that of the next weaker layer. A minimum above a maximum that was set in a stronger layer
 * (`--max-hours 2` alone) is lowered to it. Any other conflict is a problem, and the maximum applies.
 *
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
  // Safe to cast: each key has a checked value, from a default or a layer.
  const resolved = {
    settings: settings as unknown as Settings,
    origins: origins as Record<SettingKey, Origin>,
  };
  const problems = ordered.flatMap((layer) => layer.problems);
  return {
    ...resolved,
    sources: Object.fromEntries(ordered.map(({ name, source }) => [name, source])),
    problems: [...problems, ...settlePairs(resolved, ordered)],
  };
}

/** Checks whether the layer has an invalid value for the key. */
function isLost(layer: Layer, key: SettingKey): boolean {
  if (Object.hasOwn(layer.values, key)) return false;
  return layer.problems.some((problem) => problem.kind === "unreadable" || problem.setting === key);
}

function settlePairs(
  { settings, origins }: { settings: Settings; origins: Record<SettingKey, Origin> },
  layers: readonly Layer[],
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const [min, max] of PAIRS) {
    if (settings[min] <= settings[max]) continue;
    if (strength(origins[min]) >= strength(origins[max])) {
      const layer = LAYER_NAMES[strength(origins[min])]!;
      const source = layers.find(({ name }) => name === layer)?.source ?? layer;
      const isFlag = origins[max] === "flags";
      const limit = isFlag ? nameKey("flags", max) : `"${max}"`;
      const what = `${nameKey(layer, min)} is ${settings[min]}, and should be at most ${limit}, ` +
        `which is ${settings[max]}${isFlag ? "" : ` (${origins[max]})`}`;
      const sentence = sentenceOf(layer, [source], what);
      problems.push({ layer, source, kind: "conflict", key: min, setting: min, sentence });
    }
    settings[min] = settings[max];
    origins[min] = "lowered";
  }
  return problems;
}

/** Returns the rank of an origin's layer. Remembered values are as weak as the built-in ones. */
function strength(origin: Origin): number {
  return Math.max(0, (LAYER_NAMES as readonly Origin[]).indexOf(origin));
}
