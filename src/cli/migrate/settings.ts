/** Converts the earlier plugin's settings into today's form. Pure. */
import { isObject } from "../../store/records/json_record.ts";
import { defaultSettings, findSetting, OTHER_KEYS } from "../../store/settings/settings.ts";
import { isSameValue } from "../../store/settings/value.ts";

/** Today's keys, by the earlier plugin's nested names. */
const NAMES: Readonly<Record<string, string>> = {
  "loop_limits.min_hours": "min_hours",
  "loop_limits.max_hours": "max_hours",
  "loop_limits.min_iterations": "min_iterations",
  "loop_limits.max_iterations": "max_iterations",
  "loop_limits.cli_gap_threshold_seconds": "cli_gap_threshold_seconds",
  "loop_detection.similarity_threshold": "similarity_threshold",
  "loop_detection.window_size": "window_size",
  "completion.confidence_threshold": "confidence_threshold",
  "completion.explicit_marker_confidence": "explicit_marker_confidence",
  "completion.frontmatter_status_confidence": "frontmatter_status_confidence",
  "completion.all_checkboxes_confidence": "all_checkboxes_confidence",
  "completion.no_pending_items_confidence": "no_pending_items_confidence",
  "completion.semantic_phrases_confidence": "semantic_phrases_confidence",
  "completion.completion_phrases": "completion_phrases",
  "validation.enabled": "enable_validation_phase",
  "validation.score_threshold": "validation_score",
  "validation.max_rounds": "validation_rounds",
  "validation.timeout_poc": "validation_timeout_poc",
  "validation.timeout_normal": "validation_timeout_normal",
};

/** The values that the earlier plugin wrote by itself and that differ from today's defaults. */
const ITS_DEFAULTS: Readonly<Record<string, unknown>> = {
  similarity_threshold: 0.99,
  completion_phrases: [
    ...["task complete", "all done", "finished"],
    ...["implementation complete", "work complete"],
  ],
  validation_rounds: 5,
};

/** The earlier plugin's groups, and its keys that are no longer read. */
const ITS_KEYS: ReadonlySet<string> = new Set(
  ("version state protection graceful_shutdown subprocess_timeouts constraint_scan " +
    "skip_constraint_scan poc_mode production_mode task_prompt force_validation discovered_file " +
    "discovery_method loop_limits loop_detection completion validation").split(" "),
);

/** Checks whether a key is one of the earlier plugin. */
export function isEarlierKey(key: string): boolean {
  return ITS_KEYS.has(key);
}

/** Returns today's name of an earlier plugin's setting; null for any other name. */
export function nameToday(name: string): string | null {
  return Object.hasOwn(NAMES, name) ? NAMES[name]! : null;
}

/** The limits that the earlier plugin's hook read only from `loop-config.json`, never from this file. */
const UNREAD = /^loop_limits\.(?:min|max)_(?:hours|iterations)$/;

/** A converted settings file: the keys to remove, and the user's own choices by today's keys. */
export type TurnedSettings = NonNullable<ReturnType<typeof turnSettings>>;

/**
 * Converts a settings file of the earlier plugin into today's form.
 *
 * @param file The file's object.
 * @param isSetElsewhere Whether another file sets a limit, which overrides this file's.
 * @returns Null if the file has no setting of the earlier plugin.
 */
export function turnSettings(
  file: Readonly<Record<string, unknown>>,
  isSetElsewhere: (key: string) => boolean,
) {
  const removed = Object.keys(file).filter((key) => ITS_KEYS.has(key));
  if (removed.length === 0) return null;
  const defaults: Readonly<Record<string, unknown>> = defaultSettings();
  const nested = removed.flatMap((group) => {
    const values = file[group];
    return isObject(values)
      ? Object.entries(values).map(([key, value]) => [`${group}.${key}`, value] as const)
      : [];
  });
  const chosen = nested.flatMap(([name, value]) => {
    const key = Object.hasOwn(NAMES, name) ? NAMES[name]! : null;
    if (key === null || Object.hasOwn(file, key)) return [];
    const isDefault = [defaults[key], ITS_DEFAULTS[key]]
      .some((byDefault) => isSameValue(byDefault, value));
    return isDefault || UNREAD.test(name) && isSetElsewhere(key) ? [] : [[key, value] as const];
  });
  return { removed, chosen: Object.fromEntries(chosen) };
}

/** Selects the keys of a file that are settings today. */
export function settingsIn(file: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(file).filter(([key]) => findSetting(key) !== null && !OTHER_KEYS.includes(key)),
  );
}
