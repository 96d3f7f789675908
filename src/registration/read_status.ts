/**
 * Reads what the client's settings and plugins say about our hooks.
 *
 * @module
 */
import { join } from "@std/path";
import type { Environment } from "../store/environment.ts";
import type { Places } from "../store/places.ts";
import { fieldOf } from "./hook_list.ts";
import { findPlugin, findPredecessorPlugins } from "./plugin_source.ts";
import { findUnread, readEntries, readSettings } from "./settings_document.ts";
import {
  readSettingsFile,
  SETTINGS_SCOPES,
  type SettingsFile,
  settingsPath,
} from "./settings_file.ts";
import { judgeRegistration, type RegistrationReport } from "./status.ts";

/** Whose registration is wanted. */
export interface RegistrationScope {
  readonly env: Pick<Environment, "variable">;
  readonly places: Places;
  /** The project's root. */
  readonly project: string;
  /** The folder of the plugin that this very call came from, where one did. */
  readonly pluginRoot?: string | undefined;
}

/** Whether the client runs hooks in a POSIX shell. */
export const HAS_SHELL = Deno.build.os !== "windows";

/**
 * Says whether the client has our hooks in a project.
 *
 * @param scope Whose registration.
 * @throws {ConfigError} A settings file cannot be read; with file and line.
 */
export function readRegistration(scope: RegistrationScope): RegistrationReport {
  const files = readSettingsFiles(scope);
  const settings = files.map(({ text }) =>
    text === null || findUnread(text) !== null ? undefined : readSettings(text)
  );
  const plugin = findPlugin(scope.places, settings, scope.pluginRoot ?? null);
  return judgeRegistration({
    sources: [
      ...files.map(({ path, text }) => ({
        name: path,
        kind: "settings" as const,
        entries: readEntries(text),
        unread: findUnread(text),
      })),
      ...(plugin === null ? [] : [{ ...plugin, kind: "plugin" as const }]),
      ...findPredecessorPlugins(scope.places, settings).map((source) => ({
        ...source,
        kind: "plugin" as const,
      })),
    ],
    disabledBy: findDisabling(files, settings),
    canStart: (program) => canStart(program, scope.env.variable("PATH") ?? ""),
    hasShell: HAS_SHELL,
  });
}

/**
 * Reads the settings files of all scopes, the weakest first.
 *
 * @param scope Whose.
 * @throws {ConfigError} As {@linkcode readSettingsFile}.
 */
export function readSettingsFiles(
  { places, project }: Pick<RegistrationScope, "places" | "project">,
): SettingsFile[] {
  const paths = new Map(
    SETTINGS_SCOPES.map((scope) => [settingsPath(scope, places, project), scope] as const)
      .reverse(),
  );
  // In the home folder itself the user's file and the project's are one.
  return [...paths].reverse().map(([path, scope]) => readSettingsFile(scope, path));
}

/** The strongest file that has a say on hooks, where it switches them off. */
function findDisabling(
  files: readonly SettingsFile[],
  settings: readonly unknown[],
): string | null {
  const index = settings.findLastIndex((layer) => {
    return typeof fieldOf(layer, "disableAllHooks") === "boolean";
  });
  return fieldOf(settings[index], "disableAllHooks") === true ? files[index]?.path ?? null : null;
}

function canStart(program: string, path: string): boolean {
  if (/[/\\]/.test(program)) return isExecutable(program);
  const separator = Deno.build.os === "windows" ? ";" : ":";
  return path.split(separator).some((folder) =>
    folder !== "" &&
    ["", ".exe"].some((suffix) => isExecutable(join(folder, program + suffix)))
  );
}

function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && (mode === null || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}
