/** The copies of settings files that are made before each change. */
import { basename, dirname, join } from "@std/path";
import { namesIn, removeFile } from "../store/files/presence.ts";
import { BACKUP_MARK } from "../store/files/set_aside.ts";
import { readText } from "../store/files/text_file.ts";

/** Lists the copies of a file, the newest first. */
export function listBackups(path: string): string[] {
  const folder = dirname(path);
  return namesIn(folder).filter((name) => name.startsWith(`${basename(path)}${BACKUP_MARK}`))
    .sort().reverse().map((name) => join(folder, name));
}

/** Removes the copies of a file if it equals its oldest copy again. */
export function removeSpareBackups(path: string): string[] {
  const backups = listBackups(path);
  const [now, oldest] = [path, backups.at(-1) ?? ""].map((file) => readText(file));
  const isSpare = now?.kind === "text" && oldest?.kind === "text" && now.text === oldest.text;
  return isSpare ? backups.filter(removeFile) : [];
}

/** The text that an install writes before its hooks, if there was no file. */
const MADE_BY_US = "{}\n";

/** Checks whether a file contains only the text that an install writes, if there was no file. */
export function isLeftover(restored: string, before: string, path: string): boolean {
  return restored === MADE_BY_US && restored !== before && listBackups(path).length === 0;
}
