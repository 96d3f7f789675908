/** Locates and reads the client's settings files, and changes them under a lock, with a backup. */
import { basename, dirname, join } from "@std/path";
import { writeAtomic } from "../store/files/atomic_file.ts";
import { ConfigError, StateError } from "../error.ts";
import { writeBackup } from "../store/files/set_aside.ts";
import { readBytes } from "../store/files/text_file.ts";
import { type Places, sharedLock } from "../store/places.ts";
import { isThere, requireRemoved } from "../store/files/presence.ts";
import { resolveLinks } from "../store/project.ts";
import { findFault, isOursInAnyForm, readEntries } from "./settings_document.ts";
import { contentOf } from "./hook_list.ts";
import { readStatusLine, statusLineText } from "./status_line.ts";
import { withLock } from "../store/files/lock.ts";
import { rememberInstalled, rememberStatusLine, removeSpareGate } from "./installed_at.ts";

/** The scope of a settings file: the user, the project, or the project without sharing it. */
export type ClientSettingsScope = "user" | "project" | "local";

/** Maximum size of a settings file that is read; settings are a few KB. */
const LARGEST_SETTINGS_BYTES = 4 << 20;

/** The scopes, the weakest first. */
export const SETTINGS_SCOPES: readonly ClientSettingsScope[] = ["user", "project", "local"];

/** A settings file as it was read. */
export interface SettingsFile {
  readonly scope: ClientSettingsScope;
  readonly path: string;
  /** Null if there is no file. */
  readonly text: string | null;
}

/** Locates a settings file. */
export function settingsPath(scope: ClientSettingsScope, places: Places, project: string): string {
  if (scope === "user") return join(places.claudeDir, "settings.json");
  return join(project, ".claude", scope === "local" ? "settings.local.json" : "settings.json");
}

/** Lists the settings files, the weakest first; at home the user's and the project's are one file. */
export function listSettingsFiles(
  places: Places,
  project: string,
): Pick<SettingsFile, "scope" | "path">[] {
  const files = SETTINGS_SCOPES.map((scope) => ({
    scope,
    path: settingsPath(scope, places, project),
  }));
  return files.filter(({ path }, at) => files.findIndex((file) => file.path === path) === at);
}

/**
 * Reads a settings file. Every byte of its text is kept, including a byte order mark.
 *
 * @throws {ConfigError} It cannot be read or changed; with file and line.
 */
export function readSettingsFile(scope: ClientSettingsScope, path: string): SettingsFile {
  const text = readUtf8(path);
  const fault = findFault(text);
  if (fault === null) return { scope, path, text };
  throw new ConfigError(`"${path}", line ${fault.line}: the file ${fault.why}`, {
    hint: "Correct the file first; ralph does not change what it cannot read.",
  });
}

/**
 * Refuses a settings file of the project that is a link to a file outside: a repository could make
 * an install change any file of the user.
 *
 * @throws {StateError} The file is outside; with its path.
 */
function refuseOutside(scope: ClientSettingsScope, path: string, project: string): void {
  if (scope === "user") return;
  const folder = resolveLinks(dirname(path));
  const target = isThere(path) ? resolveLinks(path) : join(folder, basename(path));
  if (target.startsWith(join(project, "/"))) return;
  throw new StateError(`"${path}" leads out of the project, to "${target}"`, {
    hint: "Replace the link by a file of the project, or install for the user alone.",
  });
}

/**
 * Writes a settings file after copying the old file next to it. A link stays, and its target is written.
 * The copy has the time in its name and never replaces another copy.
 *
 * @returns The copy's path; null if there was no file.
 * @throws {StateError} The file or its folder is read-only, or the disk is full.
 */
function writeSettingsFile(file: SettingsFile, text: string, nowMs: number): string | null {
  if (file.text !== null && isReadOnly(file.path)) {
    throw new StateError(`"${file.path}" is read-only`, {
      hint: "Allow writing to it, or choose another file with --project or --local.",
    });
  }
  const backup = file.text === null ? null : writeBackup(file.path, file.text, nowMs);
  const folderMode = file.scope === "user" ? 0o700 : 0o777;
  writeAtomic(file.path, text, { followLinks: true, folderMode });
  return backup;
}

function readUtf8(path: string): string | null {
  const read = readBytes(path, LARGEST_SETTINGS_BYTES);
  if (read.kind === "absent") return null;
  if (read.kind === "unreadable") {
    throw new ConfigError(`Cannot read "${path}": ${read.why}`, {
      hint: "Check that it is a regular file that you may read.",
    });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(read.bytes);
  } catch (error) {
    throw new ConfigError(`"${path}" is not UTF-8 text`, {
      hint: "Save the file as UTF-8 first.",
      cause: error,
    });
  }
}

/** Checks the permissions instead of trying: root can write everything, but should respect them. */
function isReadOnly(path: string): boolean {
  const { mode } = Deno.statSync(path);
  return mode !== null && (mode & 0o222) === 0;
}

/** A change of a settings file. */
interface SettingsChange {
  readonly scope: ClientSettingsScope;
  /** Makes the new text from the present text; null means no file. */
  readonly edit: (text: string | null) => string | null;
  /** True if the change is only shown. Default: false. */
  readonly isDryRun?: boolean;
}

/** Lists which of ralph's entries a change adds, removes or replaces. */
function compareOurs(before: string | null, after: string | null) {
  return {
    hooks: ourHooks(before) !== ourHooks(after),
    statusLine: hasOurLine(before) !== hasOurLine(after),
  };
}

function ourHooks(text: string | null): string {
  return contentOf(readEntries(text).filter(({ hook }) => isOursInAnyForm(hook.command)));
}

function hasOurLine(text: string | null): boolean {
  return (readStatusLine(text)?.ours ?? null) !== null;
}

/** The result of a change: the text before and after, and the copy of the old file; each may be null. */
export type SettingsChanged = ReturnType<typeof changeSettingsFile>;

/**
 * Changes a settings file under its lock, and keeps a copy. Records when ralph's hooks were written, and
 * the status line that ralph's replaced.
 *
 * @throws {RalphError} The file cannot be read, parsed, locked or written.
 */
export function changeSettingsFile(
  { places, project }: { readonly places: Places; readonly project: string },
  { scope, edit, isDryRun = false }: SettingsChange,
  nowMs: number,
) {
  const path = settingsPath(scope, places, project);
  refuseOutside(scope, path, project);
  const change = (isShown: boolean) => {
    const file = readSettingsFile(scope, path);
    const { text: before } = file;
    const after = edit(before);
    const ours = compareOurs(before, after);
    const changed = { path, before, after, backup: null, ours };
    if (after === before) return { ...changed, kind: "unchanged" as const };
    if (isShown) return { ...changed, kind: "shown" as const };
    const backup = after === null ? null : writeSettingsFile(file, after, nowMs);
    if (after === null) requireRemoved(path);
    if (ours.hooks) {
      rememberInstalled(places, path, ourHooks(after) === "" ? null : nowMs);
      removeSpareGate(places);
    }
    if (ours.statusLine && hasOurLine(after)) {
      rememberStatusLine(places, path, statusLineText(before ?? ""));
    }
    return { ...changed, kind: "written" as const, backup };
  };
  // Without a lock, which would create a file.
  const shown = change(true);
  if (isDryRun || shown.kind === "unchanged") return shown;
  return withLock(sharedLock(places, "config"), {}, () => change(false));
}
