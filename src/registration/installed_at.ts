/**
 * Records when ralph's hooks were written into settings files, and the status line that ralph's replaced.
 * Windows that were open before do not have the hooks.
 */
import { join } from "@std/path";
import { readJson } from "../store/files/json_text.ts";
import { requireRemoved } from "../store/files/presence.ts";
import { isObject, RecordFile } from "../store/records/json_record.ts";
import { dictionary, exactInstant, object, type ShapeOf, text } from "../store/records/shape.ts";
import type { Places } from "../store/places.ts";
import { fieldOf } from "./hook_list.ts";

const InstalledShape = object({
  /** Epoch milliseconds, by file. */
  files: dictionary(exactInstant),
}, {
  /** The status line that ralph's replaced, by file, as JSON text; empty if there was none. */
  statusLines: dictionary(text),
});

type Installed = ShapeOf<typeof InstalledShape>;

/** Returns the file that records changes of settings files. */
export function installedRecord(places: Places): RecordFile<Installed> {
  return new RecordFile(join(places.ralphHome, "hooks-installed.json"), {
    version: 1,
    schema: InstalledShape,
  });
}

/**
 * Reads when ralph's hooks were written into each settings file.
 *
 * @returns Epoch milliseconds by path; empty if there is no record.
 */
export function readInstalledAt(places: Places): ReadonlyMap<string, number> {
  return new Map(Object.entries(readInstalled(places).files));
}

/**
 * Records that ralph's hooks were written into a file, or removed from it.
 *
 * @param atMs Epoch milliseconds; null for a removal.
 */
export function rememberInstalled(places: Places, path: string, atMs: number | null): void {
  const record = readInstalled(places);
  const { [path]: _old, ...rest } = record.files;
  const files = atMs === null ? rest : { ...rest, [path]: atMs };
  installedRecord(places).write({ ...record, files });
}

/** Removes the gate, unless a settings file still has hooks that read it. */
export function removeSpareGate(places: Places): void {
  if (readInstalledAt(places).size === 0) requireRemoved(places.gate);
}

/**
 * Reads the status line that ralph's replaced in a file.
 *
 * @returns The JSON text; null if there was no status line, undefined if it is not known.
 */
export function readReplacedStatusLine(places: Places, path: string): string | null | undefined {
  const replaced = readInstalled(places).statusLines?.[path];
  return replaced === "" ? null : replaced;
}

/** Records the status line that ralph's replaced in a file, as JSON text; null if there was none. */
export function rememberStatusLine(places: Places, path: string, replaced: string | null): void {
  const record = readInstalled(places);
  const statusLines = { ...record.statusLines, [path]: replaced ?? "" };
  installedRecord(places).write({ ...record, statusLines });
}

function readInstalled(places: Places): Installed {
  return installedRecord(places).readOr({ files: {} });
}

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
 * @returns Epoch milliseconds of the earliest source; null if one of them has no time.
 */
export function readRegisteredAt(
  places: Places,
  sources: readonly { readonly name: string; readonly kind: "settings" | "plugin" }[],
): number | null {
  const files = readInstalledAt(places);
  const times = sources.map(({ name, kind }) =>
    kind === "plugin" ? pluginInstalledAt(places, name) : files.get(name) ?? null
  );
  const known = times.filter((time) => time !== null);
  return known.length === 0 || known.length < times.length ? null : Math.min(...known);
}

/** Returns when a plugin was installed. An update does not count: open windows keep the older hooks. */
function pluginInstalledAt(places: Places, name: string): number | null {
  const times = readPluginCopies(places, name).map(({ installedAt }) =>
    Date.parse(`${installedAt}`)
  );
  const newest = Math.max(...times.filter((time) => !Number.isNaN(time)));
  return Number.isFinite(newest) ? newest : null;
}
