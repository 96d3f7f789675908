/**
 * Keeps files under another name if they cannot be read or are about to be changed. Nothing is deleted or
 * overwritten.
 */
import { messageOf, StateError } from "../../error.ts";
import { renderStamp } from "../../text/instant.ts";

/** The text between the original's name and the time in the name of a damaged file. */
export const BROKEN_MARK = ".broken-";

/** The text between the original's name and the time in the name of a backup. */
export const BACKUP_MARK = ".before-ralph-";

/** Number of names to try. Two in the same second are already rare. */
const MOST_TRIES = 100;

/**
 * Renames a file or folder to `{name}.broken-{time}`.
 *
 * @param mark The text between name and time, if it is not damaged.
 * @returns Its new path; null if nothing is there.
 * @throws {StateError} If it cannot be renamed.
 */
export function setAside(
  path: string,
  nowMs: number = Date.now(),
  mark: string = BROKEN_MARK,
): string | null {
  try {
    const { isDirectory } = Deno.lstatSync(path);
    const aside = takeName(`${path}${mark}${renderStamp(nowMs)}`, (name) => {
      // A new empty file or folder reserves the name, since a rename overwrites.
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

/** Writes a copy of a file next to it: `{name}.before-ralph-{time}`, with the file's rights. */
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

/** Creates a file under a name, or under the next free name. */
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
  throw new Error(`${MOST_TRIES} files already have that name for this second`);
}
