/**
 * Migrates the files of the earlier, script-based ralph plugin. No other module knows these files, and
 * hooks never load this one.
 */
import { join } from "@std/path";
import { attempt, ConfigError } from "../../error.ts";
import { line } from "../../text/again.ts";
import type { ConfigProblem } from "../../store/settings/layers.ts";
import { findLoop } from "../../lifecycle/loop.ts";
import { isOurEntry } from "../../registration/ours.ts";
import { listEnabledPlugins } from "../../registration/read_status.ts";
import {
  isOursInAnyForm,
  readAsClient,
  removeHooks,
} from "../../registration/settings_document.ts";
import { changeSettingsFile, listSettingsFiles } from "../../registration/settings_file.ts";
import { readJson } from "../../store/files/json_text.ts";
import { isThere } from "../../store/files/presence.ts";
import { BACKUP_MARK, setAside, writeBackup } from "../../store/files/set_aside.ts";
import { readText } from "../../store/files/text_file.ts";
import { type Places, projectPlaces } from "../../store/places.ts";
import { isObject } from "../../store/records/json_record.ts";
import { type ConfigTarget, configTarget, editConfig } from "../../store/settings/config_file.ts";
import { isEarlierKey, settingsIn, type TurnedSettings, turnSettings } from "./settings.ts";

/** One file, and the change to it. */
interface MigrationStep {
  readonly path: string;
  /** The change, as an imperative. */
  readonly title: string;
  readonly apply: () => void | Promise<void>;
}

interface MigratedProject {
  readonly places: Places;
  readonly project: string;
  readonly nowMs: number;
}

/** Files of the earlier plugin in the home folder that are no longer read. */
const HOME_FILES = [
  "ralph-global-stop.json",
  "ralph-hooks-installed-at",
  "automation/loop-orchestrator/state",
];

/** Files of the earlier plugin in a project's `.claude` that are no longer read. */
const PROJECT_FILES = [
  "loop-start-timestamp",
  "ralph-constraint-scan.jsonl",
  "ralph-acknowledged-constraints.jsonl",
  "ralph-metrics.json",
  "ralph-state.json.lock",
  "ralph-config.json.lock",
];

/** Returns the sentence with which other commands offer a migration; null if none is needed. */
export function offerMigration(places: Places, project: string): string | null {
  return planMigration({ places, project, nowMs: 0 }).length === 0
    ? null
    : "The earlier ralph plugin left files here: 'ralph migrate' shows and migrates them";
}

/**
 * Refuses settings of the earlier plugin, with the command that migrates them. Errors about each
 * setting would not help.
 *
 * @throws {ConfigError} Some of the problems are settings of the earlier plugin.
 */
export function refuseEarlierSettings(problems: readonly ConfigProblem[]): void {
  const its = problems.filter(({ key, setting }) => setting === null && isEarlierKey(key));
  if (its.length === 0) return;
  const files = [...new Set(its.map(({ source }) => `"${source}"`))].join(" and ");
  throw new ConfigError(`The settings of the earlier ralph plugin are in ${files}`, {
    hint: "'ralph migrate' shows what it changes. To migrate them:",
    again: line("migrate", "--yes"),
  });
}

/** Plans the change to each file that the earlier plugin left, without making it. */
export function planMigration(here: MigratedProject): MigrationStep[] {
  return [...settingsSteps(here), ...hookSteps(here), ...leftSteps(here)];
}

function* settingsSteps({ places, project, nowMs }: MigratedProject): Generator<MigrationStep> {
  const { flatConfig } = projectPlaces(project);
  const flat = [flatConfig, places.seedsGlobalConfig, places.globalConfig].map(objectIn);
  const isSetElsewhere = (key: string) => flat.some((file) => Object.hasOwn(file, key));
  const own = configTarget(places, project);
  const globally = configTarget(places, null);
  for (const target of [own, globally]) {
    const turned = turnSettings(objectIn(target.path), isSetElsewhere);
    if (turned !== null) yield editStep(target, turned, nowMs);
  }
  for (
    const target of [
      { ...own, path: flatConfig },
      { ...globally, path: places.seedsGlobalConfig },
    ]
  ) {
    const turned = turnSettings(objectIn(target.path), isSetElsewhere);
    if (turned !== null) yield editStep({ ...target, onWritten: () => {} }, turned, nowMs);
  }
  const defaults = join(places.claudeDir, "ralph-defaults.json");
  if (!isThere(defaults)) return;
  const file = objectIn(defaults);
  const chosen = { ...turnSettings(file, isSetElsewhere)?.chosen, ...settingsIn(file) };
  yield {
    path: defaults,
    title: `Move its settings to "${globally.path}"`,
    apply: async () => {
      await editConfig(
        globally,
        (present) =>
          Object.entries(chosen).filter(([key]) => !Object.hasOwn(present, key))
            .map(([key, value]) => ({ path: [key], value })),
      );
      setAside(defaults, nowMs, BACKUP_MARK);
    },
  };
}

function editStep(
  target: ConfigTarget,
  { removed, chosen }: TurnedSettings,
  nowMs: number,
): MigrationStep {
  const keys = Object.keys(chosen);
  return {
    path: target.path,
    title: `Remove ${removed.join(", ")}${keys.length === 0 ? "" : `; set ${keys.join(", ")}`}`,
    apply: async () => {
      const edits = [
        ...removed.map((key) => ({ path: [key], value: undefined })),
        ...Object.entries(chosen).map(([key, value]) => ({ path: [key], value })),
      ];
      await editConfig(target, () => edits, (text) => writeBackup(target.path, text, nowMs));
    },
  };
}

/** Matches the scripts that the earlier plugin registered, whatever runs them. */
const ITS_SCRIPT =
  /\bralph\/(?:[\w.-]+\/)?hooks\/[\w.-]+|\b(?:loop-until-done|pretooluse-loop-guard)\b/;

/**
 * Checks whether a hook entry is from the earlier ralph plugin, whose scripts read the same marks, or
 * from a ralph before the gate. Such a hook would drive the same session as ralph's own.
 *
 * @param command The `command` of a hook entry in the client's settings, of any type.
 */
export function isEarlierEntry(command: unknown): command is string {
  return typeof command === "string" && !isOurEntry(command) &&
    (isOursInAnyForm(command) || ITS_SCRIPT.test(command));
}

/** Finds where the earlier plugin's hooks are registered: with them, two loops would drive one session. */
export function findEarlierHooks(
  places: Places,
  project: string,
): { readonly source: string; readonly remedy: string }[] {
  const texts = listSettingsFiles(places, project).map(({ path }) => {
    const read = readText(path);
    return { path, text: read.kind === "text" ? read.text : "" };
  });
  const files = texts.filter(({ text }) => hasItsHooks(text));
  const plugins = listEnabledPlugins(places, texts.map(({ text }) => readAsClient(text)))
    .filter(({ entries }) => entries.some(({ hook }) => isEarlierEntry(hook.command)));
  return [
    ...files.map(({ path }) => ({ source: path, remedy: "run 'ralph migrate'" })),
    ...plugins.map(({ name }) => ({
      source: name,
      remedy: `run 'claude plugin uninstall ${name}'`,
    })),
  ];
}

/** Describes where the earlier plugin's hooks are registered, each with its remedy in one sentence. */
export function describeEarlierHooks(places: Places, project: string): string[] {
  return findEarlierHooks(places, project)
    .map(({ source, remedy }) => `Hooks of an earlier ralph are in "${source}": ${remedy}`);
}

function hasItsHooks(text: string): boolean {
  return attempt(() => removeHooks(text, isEarlierEntry) !== text) ?? false;
}

function* hookSteps({ places, project, nowMs }: MigratedProject): Generator<MigrationStep> {
  for (const { scope, path } of listSettingsFiles(places, project)) {
    const read = readText(path);
    if (read.kind !== "text" || !hasItsHooks(read.text)) continue;
    const edit = (text: string | null) => text && removeHooks(text, isEarlierEntry);
    yield {
      path,
      title: "Remove its hooks, which would drive the same sessions",
      apply: () => void changeSettingsFile({ places, project }, { scope, edit }, nowMs),
    };
  }
}

function* leftSteps({ places, project, nowMs }: MigratedProject): Generator<MigrationStep> {
  const { dir, state, marker } = projectPlaces(project);
  // A state file of the present ralph is repaired by its loop.
  const hasItsState = isItsState(readJson(state)) && findLoop(places, project) === null;
  const files = [
    ...HOME_FILES.map((name) => join(places.claudeDir, name)),
    ...PROJECT_FILES.map((name) => join(dir, name)),
    ...hasItsState ? [state, marker] : [],
  ];
  for (const path of files.filter(isThere)) {
    const title = "Move it aside: it is no longer read";
    yield { path, title, apply: () => void setAside(path, nowMs, BACKUP_MARK) };
  }
}

/** Checks whether a value is the earlier plugin's state, which has one field and no version. */
function isItsState(value: unknown): boolean {
  return isObject(value) && !Object.hasOwn(value, "version") && !Object.hasOwn(value, "id") &&
    ["running", "draining", "stopped"].includes(String(value["state"]));
}

function objectIn(path: string): Readonly<Record<string, unknown>> {
  const value = readJson(path);
  return isObject(value) ? value : {};
}
