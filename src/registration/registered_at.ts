/** Since when Claude Code has our hooks: windows that were open before do not have them. */
import { join } from "@std/path";
import { isObject } from "../store/records/json_record.ts";
import { readJson } from "../store/files/json_text.ts";
import type { Places } from "../store/places.ts";
import { fieldOf } from "./hook_list.ts";
import { readInstalledAt } from "./installed_at.ts";
import type { SourceReport } from "./status.ts";

/**
 * Reads what the client wrote about the installed copies of a plugin, in
 * `plugins/installed_plugins.json`.
 *
 * @param name The plugin with its marketplace, such as `ralph@ralph`.
 */
export function readPluginCopies(places: Places, name: string): Record<string, unknown>[] {
  const installed = readJson(join(places.claudeDir, "plugins", "installed_plugins.json"));
  const copies = fieldOf(fieldOf(installed, "plugins"), name);
  return Array.isArray(copies) ? copies.filter(isObject) : [];
}

/**
 * Reads since when the hooks are registered.
 *
 * @param sources Where they are registered.
 * @returns Epoch milliseconds of the earliest source; null where one of them has no time.
 */
export function readRegisteredAt(
  places: Places,
  sources: readonly Pick<SourceReport, "name" | "kind">[],
): number | null {
  const files = readInstalledAt(places);
  const times = sources.map(({ name, kind }) =>
    kind === "plugin" ? pluginInstalledAt(places, name) : files.get(name) ?? null
  );
  const known = times.filter((time) => time !== null);
  return known.length === 0 || known.length < times.length ? null : Math.min(...known);
}

/** An update is not an installation: windows that are open keep the hooks of the older version. */
function pluginInstalledAt(places: Places, name: string): number | null {
  const times = readPluginCopies(places, name).map(({ installedAt }) =>
    Date.parse(`${installedAt}`)
  );
  const newest = Math.max(...times.filter((time) => !Number.isNaN(time)));
  return Number.isFinite(newest) ? newest : null;
}
