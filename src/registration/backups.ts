/**
 * The copies of settings files that were made before each change, and how one gives every byte back.
 *
 * @module
 */
import { basename, dirname, join } from "../path/path.ts";
import { namesIn, removeFile } from "../store/files/presence.ts";
import { BACKUP_MARK } from "../store/files/set_aside.ts";
import { readText } from "../store/files/text_file.ts";
import { groupsFor } from "./hook_list.ts";
import { isOurEntry, readHookCommand } from "./ours.ts";
import { addHooks, readEntries, removeHooks, toPlainJson } from "./settings_document.ts";

/** A copy of a settings file. */
export interface Backup {
  readonly path: string;
  readonly text: string;
}

/**
 * Lists the copies of a file, the newest first.
 *
 * @param path The settings file.
 */
export function listBackups(path: string): Backup[] {
  const folder = dirname(path);
  return namesIn(folder)
    .filter((name) => name.startsWith(`${basename(path)}${BACKUP_MARK}`))
    .sort()
    .reverse()
    .flatMap((name) => {
      const read = readText(join(folder, name));
      return read.kind === "text" ? [{ path: join(folder, name), text: read.text }] : [];
    });
}

/**
 * Removes the copies of a file that is again as the oldest of them.
 *
 * @param path The settings file.
 * @returns The copies that are gone.
 */
export function removeSpareBackups(path: string): string[] {
  const backups = listBackups(path);
  const oldest = backups.at(-1);
  const now = readText(path);
  if (oldest === undefined || now.kind !== "text" || now.text !== oldest.text) return [];
  return backups.filter((backup) => removeFile(backup.path).kind === "written")
    .map((backup) => backup.path);
}

/** What an install makes where no file was. */
const MADE_BY_US = "{}\n";

/**
 * The settings without our hooks: a file that nobody changed since the install gets the text of its
 * copy, so that every byte is as before; of any other one our hooks are cut out. Pure.
 *
 * @param text The file as it is.
 * @param backups Its copies, the newest first.
 * @param hasShell Whether the client runs hooks in a POSIX shell.
 * @returns The new text; null where the file was made by an install and contains nothing else.
 */
export function restoreText(
  text: string,
  backups: readonly Pick<Backup, "text">[],
  hasShell: boolean,
): string | null {
  const without = removeHooks(text);
  if (without === text) return text;
  const before = backups.find((backup) =>
    removeHooks(backup.text) === backup.text && becomes(backup.text, text, hasShell)
  );
  if (before !== undefined) return before.text;
  return without === MADE_BY_US && backups.length === 0 ? null : without;
}

/** Whether an install made the one text of the other. */
function becomes(before: string, after: string, hasShell: boolean): boolean {
  const own = readEntries(after).find(({ hook }) => isOurEntry(hook.command));
  const program = own && readHookCommand(own.hook.command)?.program;
  if (program === undefined) return false;
  const groups = groupsFor(program, hasShell);
  return [before, toPlainJson(before)].some((text) => addHooks(text, groups) === after);
}
