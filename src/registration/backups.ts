/**
 * The copies of settings files that were made before each change.
 *
 * @module
 */
import { basename, dirname, join } from "@std/path";
import { namesIn, removeFile } from "../store/files/presence.ts";
import { readText } from "../store/files/text_file.ts";

/** Stands between the file's name and the time in the name of a copy. */
export const BACKUP_MARK = ".before-ralph-";

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
