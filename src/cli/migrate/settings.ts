/** The earlier plugin's settings in today's form. Pure. */
import { isObject } from "../../store/records/json_record.ts";
import { defaultSettings, findSetting, OTHER_KEYS } from "../../store/settings/settings.ts";
import { isSameValue } from "../../store/settings/value.ts";

/** Today's key of each of its nested names. */
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

/** What it wrote into its file without being asked, if that is not the default of today. */
const ITS_DEFAULTS: Readonly<Record<string, unknown>> = {
  similarity_threshold: 0.99,
  completion_phrases: [
    ...["task complete", "all done", "finished"],
    ...["implementation complete", "work complete"],
  ],
  validation_rounds: 5,
};

/** Its keys that nothing reads now, and its groups. */
const ITS_KEYS: ReadonlySet<string> = new Set(
  ("version state protection graceful_shutdown subprocess_timeouts constraint_scan " +
    "skip_constraint_scan poc_mode production_mode task_prompt force_validation discovered_file " +
    "discovery_method loop_limits loop_detection completion validation").split(" "),
);

/** Tells whether a settings file has a key of the earlier plugin. */
export function isEarlierKey(key: string): boolean {
  return ITS_KEYS.has(key);
}

/** Returns the name that a setting of the earlier plugin has now; null for any other name. */
export function nameToday(name: string): string | null {
  return Object.hasOwn(NAMES, name) ? NAMES[name]! : null;
}

/** The limits that its hook never read in this file: it took them from `loop-config.json` only. */
const UNREAD = /^loop_limits\.(?:min|max)_(?:hours|iterations)$/;

/** What becomes of a settings file: the keys that go, and what somebody chose, by today's keys. */
export type TurnedSettings = NonNullable<ReturnType<typeof turnSettings>>;

/**
 * Turns a settings file of the earlier plugin into today's form.
 *
 * @param file The file's object.
 * @param isSetElsewhere Whether another file sets a limit: its own file counted less for those.
 * @returns Null if nothing in it is the plugin's.
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

/** The keys of a file that are settings of today. */
export function settingsIn(file: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(file).filter(([key]) => findSetting(key) !== null && !OTHER_KEYS.includes(key)),
  );
}
