/**
 * Whether something is there, and that it is gone: both without a throw.
 *
 * @module
 */
import type { WriteOutcome } from "./atomic_file.ts";
import { isHomeless, messageOf } from "../../error.ts";

/**
 * Whether anything of that name exists, a dangling link included.
 *
 * @param path any path
 * @returns false also where it cannot be looked at
 */
export function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a path is a folder, or a link to one.
 *
 * @param path any path
 * @returns false also where it cannot be looked at
 */
export function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/**
 * Removes a file that may be gone already (a user and a hook may both remove it).
 *
 * @param path the file
 * @returns that it is gone, or why not
 */
export function removeFile(path: string): WriteOutcome {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!isAbsence(error)) return { kind: "failed", why: messageOf(error) };
  }
  return { kind: "written" };
}

/**
 * Whether an error of the file system says that something is not there.
 *
 * @param error what was caught
 * @returns true also where a part of the path is no folder, or the home that it leads through is
 * missing: nothing can be there then
 */
export function isAbsence(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    isHomeless(error);
}

/**
 * The names in a folder.
 *
 * @param folder the folder
 * @returns the names, in no order; none where it cannot be read
 */
export function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}
