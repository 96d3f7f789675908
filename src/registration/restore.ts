/**
 * Taking our hooks out so that every byte is as before: a file that nobody changed since the install
 * gets the text of its copy, any other one is cut. Pure.
 *
 * @module
 */
import type { Backup } from "./backups.ts";
import { groupsFor } from "./hook_list.ts";
import { isOurEntry, readHookCommand } from "./ours.ts";
import { addHooks, readEntries, removeHooks, toPlainJson } from "./settings_document.ts";

/** What an install makes where no file was. */
const MADE_BY_US = "{}\n";

/**
 * The settings without our hooks.
 *
 * @param text The file as it is.
 * @param backups Its copies, the newest first.
 * @param hasShell Whether the client runs hooks in a POSIX shell.
 * @returns The new text; null where the file was made by an install and holds nothing else.
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
