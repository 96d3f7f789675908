/**
 * Keeps files under another name: what cannot be read, and what is about to be changed. Nothing is
 * deleted or overwritten.
 */
import { messageOf, StateError } from "../../error.ts";
import { renderStamp } from "../../text/instant.ts";

/** What follows the original's name where a file is set aside; the time follows. */
export const BROKEN_MARK = ".broken-";

/** What follows the original's name in that of a backup; the time follows. */
export const BACKUP_MARK = ".before-ralph-";

/** Names tried before giving up; two in one second is already rare. */
const MOST_TRIES = 100;

/**
 * Renames a file or folder to `{name}.broken-{time}`.
 *
 * @param mark What follows its name, if it is not broken.
 * @returns Its new path; null if nothing is there.
 * @throws {StateError} Where it cannot be renamed.
 */
export function setAside(
  path: string,
  nowMs: number = Date.now(),
  mark: string = BROKEN_MARK,
): string | null {
  try {
    const { isDirectory } = Deno.lstatSync(path);
    const aside = takeName(`${path}${mark}${renderStamp(nowMs)}`, (name) => {
      // An empty file or folder of our own takes the name, since a rename overwrites.
      if (isDirectory) Deno.mkdirSync(name, { mode: 0o700 });
      else Deno.openSync(name, { write: true, createNew: true, mode: 0o600 }).close();
    });
    Deno.renameSync(path, aside);
    return aside;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw new StateError(`Cannot move "${path}" aside: ${messageOf(error)}`, {
      hint: "Check the folder's rights.",
    });
  }
}

/** Writes a copy of a file beside it: `{name}.before-ralph-{time}`, with the rights of the file. */
export function writeBackup(path: string, text: string, nowMs: number): string {
  const base = `${path}${BACKUP_MARK}${renderStamp(nowMs)}`;
  try {
    const mode = (Deno.statSync(path).mode ?? 0o600) & 0o777;
    return takeName(base, (name) => Deno.writeTextFileSync(name, text, { createNew: true, mode }));
  } catch (error) {
    throw new StateError(`Cannot write the backup "${base}": ${messageOf(error)}`, {
      hint: "Check the folder's rights and the space on the disk.",
      cause: error,
    });
  }
}

/** Creates something under a name, or under the next free name. */
function takeName(base: string, make: (name: string) => void): string {
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const name = attempt === 1 ? base : `${base}-${attempt}`;
    try {
      make(name);
      return name;
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
  throw new Error(`there are ${MOST_TRIES} files of that name in this second already`);
}
