/** The settings of a loop, derived from their table: types, defaults, presets, and names. */
import { SECOND_MS } from "../../text/time.ts";
import type { SettingRow } from "./setting_row.ts";
import { SETTINGS } from "./table.ts";

type ValueOf<Row extends SettingRow> =
  | (Row extends { isNullable: true } ? null : never)
  | (Row["type"]["kind"] extends "number" | "integer" ? number
    : Row["type"]["kind"] extends "boolean" ? boolean
    : Row["type"]["kind"] extends "texts" ? string[]
    : Row["type"] extends { choices: readonly (infer Choice)[] } ? Choice
    : Row["type"]["kind"] extends "numbers" ? number[]
    : string);

type SettingsOf<Table extends Record<string, SettingRow>> = {
  -readonly [Key in keyof Table]: ValueOf<Table[Key]>;
};

/** The effective settings of a loop, after all layers; null means no limit of that kind. */
export type Settings = SettingsOf<typeof SETTINGS>;

/** The name of a setting. */
export type SettingKey = keyof Settings;

/** The settings that a rule of the Stop reads. */
export type RuleSettings = Pick<Settings, RuleKey>;

type RuleKey = {
  [Key in SettingKey]: typeof SETTINGS[Key] extends { isRule: true } ? Key : never;
}[SettingKey];

/** How a continuation is sent to the client. */
export type ContinueWith = Settings["continue_with"];

/** The name of a preset of `start`. */
export type PresetName = "production" | "poc";

const SETTING_ROWS = Object.entries(SETTINGS) as readonly [SettingKey, SettingRow][];

/** Returns a new object with the built-in settings, which are the preset `production`. */
export function defaultSettings(): Settings {
  const values = SETTING_ROWS.map(([key, { default: value }]) => [
    key,
    Array.isArray(value) ? [...value] : value,
  ]);
  // Safe to cast: a test checks that every default fits its row.
  return Object.fromEntries(values) as Settings;
}

/** Returns a new object with the limits of a preset. Other flags override them. */
export function presetSettings(name: PresetName): Partial<Settings> {
  return Object.fromEntries(
    SETTING_ROWS.flatMap(([key, row]) =>
      row.poc === undefined ? [] : [[key, name === "poc" ? row.poc : row.default]]
    ),
  );
}

/** Returns the time for a validation round. @returns Active milliseconds. */
export function validationTimeoutMs(
  settings: Pick<Settings, "validation_timeout_poc" | "validation_timeout_normal">,
  preset: PresetName | null,
): number {
  const { validation_timeout_normal: normal, validation_timeout_poc: poc } = settings;
  return (preset === "poc" ? poc : normal) * SECOND_MS;
}

/** A row of the table of settings with its key. */
export interface SettingSpec extends Omit<SettingRow, "environment"> {
  readonly key: SettingKey;
  /** The heading under which it is shown. */
  readonly group: string;
  /** Environment variables, strongest first. */
  readonly environment: readonly string[];
}

/** The groups in which settings are shown. Each begins at a row of the table, and ends at the next one. */
const GROUPS: Readonly<Partial<Record<string, string>>> = {
  min_hours: "Limits",
  target_file: "Task",
  verify: "Verification",
  worktree_setup: "Parallel runs",
  sandbox_read: "Sandbox",
  enable_validation_phase: "Validation",
  confidence_threshold: "Completion",
  similarity_threshold: "Repetition and idleness",
  explore_tasks: "Exploration and constraints",
  max_wakes: "Waking after errors",
  archive_keep: "Archive and client",
  notify: "Notifications",
};

let group = "";

/** All settings, in the order in which they are shown. */
export const SETTING_SPECS: readonly SettingSpec[] = SETTING_ROWS.map(([key, row]) => ({
  ...row,
  key,
  group: group = GROUPS[key] ?? group,
  environment: row.environment === null
    ? []
    : [`RALPH_${key.toUpperCase()}`, row.environment ?? []].flat(),
}));

/** Keys of ralph's files that are not settings: guidance is read by its own module. */
export const OTHER_KEYS: readonly string[] = ["guidance", "$schema"];

const SPECS_BY_NAME: ReadonlyMap<string, SettingSpec> = new Map(
  SETTING_SPECS.map((spec) => [spec.key, spec]),
);

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = [...SPECS_BY_NAME.keys()];

/** The settings by their names in other programs, for hints. */
export const SETTING_SYNONYMS: ReadonlyMap<string, string> = new Map(
  SETTING_SPECS.flatMap(({ key, synonyms = [] }) => synonyms.map((word) => [word, key])),
);

/** Finds the setting with a name; null if there is none. */
export function findSetting(name: string): SettingSpec | null {
  return SPECS_BY_NAME.get(name) ?? null;
}
