/** The copies of settings files made before each change, and restoring every byte from them. */
import { basename, dirname, join } from "@std/path";
import { namesIn, removeFile } from "../store/files/presence.ts";
import { BACKUP_MARK } from "../store/files/set_aside.ts";
import { readText } from "../store/files/text_file.ts";
import type { HookGroups } from "./hook_list.ts";
import { addHooks, removeHooks, toPlainJson } from "./settings_document.ts";

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

/**
 * Removes our hooks: a file unchanged since the install gets the text of its copy, so that every
 * byte is as before; from any other file our hooks are cut out. Pure.
 *
 * @param backups Its copies, the newest first.
 * @param groups What an install adds.
 * @returns The new text; null where an install made the file and it contains nothing else.
 */
export function restoreText(
  text: string,
  backups: readonly Pick<Backup, "text">[],
  groups: HookGroups,
): string | null {
  const without = removeHooks(text);
  if (without === text) return text;
  const original = backups.find((backup) =>
    removeHooks(backup.text) === backup.text &&
    [backup.text, toPlainJson(backup.text)].some((before) => addHooks(before, groups) === text)
  );
  if (original !== undefined) return original.text;
  return isLeftover(without, text, backups) ? null : without;
}

/**
 * Checks whether a text is only what an install wrote, where there was no file.
 *
 * @param restored The text without anything of ours; null where the file is to go.
 */
export function isLeftover(
  restored: string | null,
  before: string,
  backups: readonly unknown[],
): boolean {
  return restored === MADE_BY_US && restored !== before && backups.length === 0;
}
