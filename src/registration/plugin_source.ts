/**
 * Whether the client has our plugin on, which registers the hooks by itself.
 *
 * @module
 */
import { join } from "@std/path";
import { isObject } from "../store/records/json_record.ts";
import { parseJson } from "../store/files/json_text.ts";
import type { Places } from "../store/places.ts";
import { readText } from "../store/files/text_file.ts";
import { fieldOf, type HookEntry, listEntries } from "./hook_list.ts";
import { isOurEntry } from "./ours.ts";
import { isPredecessorEntry } from "./predecessor.ts";

/** Our plugin, as the client has it. */
export interface PluginSource {
  /** `NAME@MARKETPLACE`, or the folder it was loaded from. */
  readonly name: string;
  /** The hooks of the copy that the client uses. */
  readonly entries: readonly HookEntry[];
}

/**
 * Finds our plugin among those that are switched on: by its hooks, since others bear its name too.
 *
 * @param places The home's places.
 * @param settings The settings of each scope, the weakest first; the last word on a plugin counts.
 * @param loadedFrom The folder of the plugin that this very call came from, where one did.
 * @returns The plugin; null where none of ours is on.
 */
export function findPlugin(
  places: Places,
  settings: readonly unknown[],
  loadedFrom: string | null,
): PluginSource | null {
  if (loadedFrom !== null) {
    const entries = readPluginEntries(loadedFrom);
    if (entries.length > 0) return { name: loadedFrom, entries };
  }
  return listInstalled(places, settings)
    .find(({ entries }) => entries.some(({ hook }) => isOurEntry(hook.command))) ?? null;
}

/**
 * Finds plugins that are switched on and register the earlier ralph's scripts.
 *
 * @param places The home's places.
 * @param settings The settings of each scope, the weakest first.
 */
export function findPredecessorPlugins(
  places: Places,
  settings: readonly unknown[],
): PluginSource[] {
  return listInstalled(places, settings)
    .filter(({ entries }) => entries.some(({ hook }) => isPredecessorEntry(hook.command)));
}

function listInstalled(places: Places, settings: readonly unknown[]): PluginSource[] {
  const installed = readJson(join(places.claudeDir, "plugins", "installed_plugins.json"));
  return listEnabled(settings).flatMap((name) => {
    const copies = fieldOf(fieldOf(installed, "plugins"), name);
    return (Array.isArray(copies) ? copies : []).flatMap((copy) => {
      const folder = fieldOf(copy, "installPath");
      const entries = typeof folder === "string" ? readHooksOf(folder) : [];
      return entries.length > 0 ? [{ name, entries }] : [];
    });
  });
}

function listEnabled(settings: readonly unknown[]): string[] {
  const isOn = new Map<string, unknown>();
  for (const layer of settings) {
    const plugins = fieldOf(layer, "enabledPlugins");
    if (!isObject(plugins)) continue;
    for (const [name, value] of Object.entries(plugins)) isOn.set(name, value);
  }
  return [...isOn].filter(([, value]) => value !== false).map(([name]) => name);
}

function readPluginEntries(folder: string): HookEntry[] {
  const entries = readHooksOf(folder);
  return entries.some(({ hook }) => isOurEntry(hook.command)) ? entries : [];
}

function readHooksOf(folder: string): HookEntry[] {
  return listEntries(fieldOf(readJson(join(folder, "hooks", "hooks.json")), "hooks"));
}

function readJson(path: string): unknown {
  const read = readText(path);
  if (read.kind !== "text") return undefined;
  const json = parseJson(read.text);
  return json.kind === "ok" ? json.value : undefined;
}
