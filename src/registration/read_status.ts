/** Reads the registration of ralph's hooks from the client's settings and plugins. */
import { join } from "@std/path";
import { findProgram } from "../system/find_program.ts";
import { isObject } from "../store/records/json_record.ts";
import { readJson } from "../store/files/json_text.ts";
import { isOurEntry, PLUGIN_GATE, readHookCommand, unquoteForShell } from "./ours.ts";
import type { Environment } from "../store/environment.ts";
import type { Places } from "../store/places.ts";
import { readGate } from "./gate.ts";
import { fieldOf, type HookEntry, listEntries } from "./hook_list.ts";
import { findUnread, readAsClient, readEntries } from "./settings_document.ts";
import { readPluginCopies } from "./installed_at.ts";
import { listSettingsFiles, readSettingsFile, type SettingsFile } from "./settings_file.ts";
import { judgeStatusLine, type StatusLineReport } from "./status_line.ts";
import { judgeRegistration, type RegistrationReport, type Source } from "./status.ts";

interface RegistrationScope {
  readonly env: Pick<Environment, "variable">;
  readonly places: Places;
  readonly project: string;
  /** The folder of the plugin that made this call, if a plugin did. */
  readonly pluginRoot?: string | undefined;
}

/**
 * Reads whether the client has ralph's hooks in a project.
 *
 * @throws {ConfigError} A settings file cannot be read; with file and line.
 */
export function readRegistration(scope: RegistrationScope): RegistrationReport {
  const files = readSettingsFiles(scope);
  const settings = files.map(({ text }) => readAsClient(text));
  return judgeRegistration({
    sources: [
      ...files.map(({ path, text }) => ({
        name: path,
        kind: "settings" as const,
        ...withGate(readEntries(text)),
        unread: findUnread(text),
      })),
      ...listPlugins(scope, settings).map((source) => withOwnProgram(source, scope)),
    ],
    disabledBy: findDisabling(files, settings),
    canStart: (program) => canStart(scope, program),
  });
}

/**
 * Reads which status line the client shows in a project.
 *
 * @throws {ConfigError} A settings file cannot be read; with file and line.
 */
export function readStatusLineReport(scope: RegistrationScope): StatusLineReport {
  return judgeStatusLine(readSettingsFiles(scope), (program) => canStart(scope, program));
}

function canStart({ env, project }: RegistrationScope, program: string): boolean {
  return findProgram(program, env.variable("PATH") ?? "", project).kind === "found";
}

/**
 * Reads the settings files of all scopes, the weakest first.
 *
 * @throws {ConfigError} As {@linkcode readSettingsFile}.
 */
export function readSettingsFiles(
  { places, project }: Pick<RegistrationScope, "places" | "project">,
): SettingsFile[] {
  return listSettingsFiles(places, project).map(({ scope, path }) => readSettingsFile(scope, path));
}

/** Finds the strongest file with `disableAllHooks`, if it is true. */
function findDisabling(
  files: readonly SettingsFile[],
  settings: readonly unknown[],
): string | null {
  const index = settings
    .findLastIndex((layer) => typeof fieldOf(layer, "disableAllHooks") === "boolean");
  return fieldOf(settings[index], "disableAllHooks") === true ? files[index]?.path ?? null : null;
}

/** Lists ralph's plugin if it is enabled. Its hooks identify it, since its name is not unique. */
function listPlugins(
  { places, pluginRoot }: RegistrationScope,
  settings: readonly unknown[],
): Source[] {
  const loaded = pluginRoot === undefined ? [] : [pluginAt(pluginRoot, pluginRoot)];
  const ours = [...loaded, ...listEnabledPlugins(places, settings)]
    .find(({ entries }) => entries.some(({ hook }) => isOurEntry(hook.command)));
  return ours === undefined ? [] : [ours];
}

/**
 * Lists the enabled plugins with their hooks; the last layer that names a plugin decides.
 *
 * @param settings The values of the settings files, the weakest first.
 */
export function listEnabledPlugins(places: Places, settings: readonly unknown[]): Source[] {
  const layers = settings.map((layer) => fieldOf(layer, "enabledPlugins")).filter(isObject);
  const isOn: Record<string, unknown> = Object.assign({}, ...layers);
  return Object.keys(isOn).filter((name) => isOn[name] !== false).flatMap((name) =>
    readPluginCopies(places, name).map(({ installPath }) => installPath)
      .filter((folder) => typeof folder === "string")
      .map((folder) => pluginAt(name, folder))
  );
}

function pluginAt(name: string, folder: string): Source {
  const hooks = fieldOf(readJson(join(folder, "hooks", "hooks.json")), "hooks");
  return {
    name,
    kind: "plugin",
    folder,
    ...withGate(listEntries(hooks), join(folder, "hooks", "gate")),
  };
}

/** Adds the program that a plugin's gate finds in the folder that the client keeps for the plugin. */
function withOwnProgram(source: Source, scope: RegistrationScope): Source {
  const { gate, name } = source;
  if (gate?.program !== "ralph" || canStart(scope, "ralph")) return source;
  const data = scope.env.variable("CLAUDE_PLUGIN_DATA") ??
    join(scope.places.claudeDir, "plugins", "data", name.replaceAll(/[^\w-]/g, "-"));
  const program = join(data, "bin", "ralph");
  return canStart(scope, program) ? { ...source, gate: { ...gate, program } } : source;
}

/** Adds the gate that the first of ralph's entries reads. */
function withGate(
  entries: readonly HookEntry[],
  pluginGate: string = PLUGIN_GATE,
): Pick<Source, "entries" | "gate"> {
  const command = entries.map(({ hook }) => readHookCommand(hook.command))
    .find((each) => each !== null);
  if (command === undefined) return { entries, gate: null };
  const { gate, program } = command;
  const fallback = program === null ? null : unquoteForShell(program);
  const path = gate === PLUGIN_GATE ? pluginGate : unquoteForShell(gate);
  return { entries, gate: { ...readGate(path), fallback } };
}
