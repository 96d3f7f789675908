/** Reads all settings files of the client one by one, so that a broken one does not hide the others. */
import { attempt } from "../../error.ts";
import { join } from "@std/path";
import { readAsClient } from "../../registration/settings_document.ts";
import {
  changeSettingsFile,
  type ClientSettingsScope,
  listSettingsFiles,
  readSettingsFile,
} from "../../registration/settings_file.ts";
import { namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import type { Checkup } from "./check.ts";

/** A settings file of the client. */
interface ClientSettings<Scope = ClientSettingsScope | "managed"> {
  readonly scope: Scope;
  readonly path: string;
  /** The value as the client reads it; undefined if there is no file, or if it cannot read the file. */
  readonly value: unknown;
}

/** Locates the organization's settings. */
export function managedDirOf(os: typeof Deno.build.os): string {
  return os === "darwin" ? "/Library/Application Support/ClaudeCode" : "/etc/claude-code";
}

/** Reads the organization's settings files, the weakest first. */
export function readManagedSettings({ managedDir }: Checkup): ClientSettings<"managed">[] {
  const parts = namesIn(join(managedDir, "managed-settings.d"))
    .filter((name) => name.endsWith(".json") && !name.startsWith(".")).sort()
    .map((name) => join("managed-settings.d", name));
  return ["managed-settings.json", ...parts].map((name) => {
    const path = join(managedDir, name);
    const read = readText(path);
    return { scope: "managed", path, value: readAsClient(read.kind === "text" ? read.text : null) };
  });
}

/** Reads all settings files, the weakest first; the organization's are the last. */
export function readClientSettings(checkup: Checkup): ClientSettings[] {
  const own = listSettingsFiles(checkup.places, checkup.project).map(({ scope, path }) => ({
    scope,
    path,
    value: readAsClient(attempt(() => readSettingsFile(scope, path))?.text ?? null),
  }));
  return [...own, ...readManagedSettings(checkup)];
}

/**
 * Changes a settings file that is not the organization's.
 *
 * @param edit Makes the new text from the present one, which is empty if there is no file. If both are
 * empty, no file is created.
 * @returns A sentence with the path of the backup; empty if there is none.
 */
export function editClientSettings(
  checkup: Checkup,
  scope: ClientSettingsScope,
  edit: (text: string) => string,
): string[] {
  const change = { scope, edit: (text: string | null) => edit(text ?? "") || text };
  const { backup } = changeSettingsFile(checkup, change, checkup.nowMs());
  return backup === null ? [] : [`A copy of the old file is "${backup}"`];
}
