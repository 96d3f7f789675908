/** Changes a settings file of the client under the lock, with a backup. */
import { requireWritten } from "../store/files/atomic_file.ts";
import { withLock } from "../store/files/lock.ts";
import { removeFile } from "../store/files/presence.ts";
import { type Places, sharedLock } from "../store/places.ts";
import { installedAtFile, rememberInstalled } from "./installed_at.ts";
import {
  readSettingsFile,
  refuseOutside,
  settingsPath,
  type SettingsScope,
  writeSettingsFile,
} from "./settings_file.ts";

/** A change of a settings file. */
export interface SettingsChange {
  readonly scope: SettingsScope;
  /** Makes the new text from the present text; null where there is no file, or should be none. */
  readonly edit: (text: string | null) => string | null;
  /** Whether our hooks are there afterwards; undefined where the change is not about them. */
  readonly installs?: boolean;
}

interface SettingsChanged {
  readonly kind: "unchanged" | "written";
  readonly path: string;
  /** The copy of the old file; null where there is no copy. */
  readonly backup: string | null;
}

/**
 * Changes a settings file under its lock and keeps a copy.
 *
 * @throws {RalphError} The file cannot be read, understood, locked or written.
 */
export function changeSettingsFile(
  { places, project }: { readonly places: Places; readonly project: string },
  { scope, edit, installs }: SettingsChange,
  nowMs: number,
): SettingsChanged {
  const path = settingsPath(scope, places, project);
  refuseOutside(scope, path, project);
  return withLock(sharedLock(places, "config"), {}, () => {
    const file = readSettingsFile(scope, path);
    const text = edit(file.text);
    if (text === file.text) return { kind: "unchanged", path, backup: null };
    const backup = text === null ? null : writeSettingsFile(file, text, nowMs);
    if (text === null) requireWritten(removeFile(path), path);
    if (installs !== undefined) {
      const remembered = rememberInstalled(places, path, installs ? nowMs : null);
      requireWritten(remembered, installedAtFile(places));
    }
    return { kind: "written", path, backup };
  });
}
