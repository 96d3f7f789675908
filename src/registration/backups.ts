/** The copies of settings files that are made before each change. */
import { basename, dirname, join } from "@std/path";
import { namesIn, removeFile } from "../store/files/presence.ts";
import { BACKUP_MARK } from "../store/files/set_aside.ts";
import { readText } from "../store/files/text_file.ts";

interface Backup {
  readonly path: string;
  readonly text: string;
}

/** Lists the copies of a file, the newest first. */
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

/** Removes the copies of a file that equals its oldest copy again. */
export function removeSpareBackups(path: string): string[] {
  const backups = listBackups(path);
  const oldest = backups.at(-1);
  const now = readText(path);
  if (oldest === undefined || now.kind !== "text" || now.text !== oldest.text) return [];
  return backups.filter((backup) => removeFile(backup.path))
    .map((backup) => backup.path);
}

/** What an install writes before its hooks, where there was no file. */
const MADE_BY_US = "{}\n";

/** Whether a file has nothing left but what an install wrote, where there was no file. */
export function isLeftover(restored: string, before: string, path: string): boolean {
  return restored === MADE_BY_US && restored !== before && listBackups(path).length === 0;
}
