/** Looks at, lists and removes files without throwing. */
import { existsSync } from "node:fs";
import { attempt, isHomeless, messageOf, StateError } from "../../error.ts";
import { basename, dirname } from "../../system/path.ts";

/**
 * Reads a path's information; links are not followed.
 *
 * @returns Null if nothing is there, or it cannot be read.
 */
export function infoOf(path: string): Deno.FileInfo | null {
  return attempt(() => Deno.lstatSync(path));
}

/** Checks whether anything of that name is there, a dangling link too; false also if it cannot be looked at. */
export function isThere(path: string): boolean {
  return infoOf(path) !== null;
}

/** True if a path leads to something that can be looked at. Makes no error (docs/start-up.md). */
export const exists: (path: string) => boolean = existsSync;

/** Checks whether one of some paths in a folder is there. What leads nowhere is looked for in the folder's list. */
export function isInSmallFolder(...paths: readonly [string, ...string[]]): boolean {
  const isOne = (name: string) => paths.some((path) => basename(path) === name);
  return paths.some((path) => exists(path)) || namesIn(dirname(paths[0])).some(isOne);
}

/** The path with all links resolved; null if it leads nowhere, or cannot be looked at. */
export function realPathOf(path: string): string | null {
  return exists(path) ? attempt(() => Deno.realPathSync(path)) : null;
}

/**
 * Checks whether a path is a folder, or a link to one.
 *
 * @returns False also if its information cannot be read.
 */
export function isFolder(path: string): boolean {
  return attempt(() => Deno.statSync(path).isDirectory) ?? false;
}

/**
 * Removes a file. A missing file counts as removed, since a user and a hook may both remove it.
 *
 * @returns Whether it is gone.
 */
export function removeFile(path: string): boolean {
  return attempt(() => requireRemoved(path)) !== null;
}

/** Removes a file that must not stay. @throws {StateError} Where it cannot be removed. */
export function requireRemoved(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (isAbsence(error)) return;
    throw new StateError(`Cannot remove "${path}": ${messageOf(error)}`, {
      hint: "Check the folder's rights.",
    });
  }
}

/** Removes a folder with all that is in it. */
export function removeFolder(path: string): boolean {
  return attempt(() => Deno.removeSync(path, { recursive: true })) !== null;
}

/**
 * Checks whether an error of the file system says that something is not there.
 *
 * @returns True also if a part of the path is not a folder, or the home that it leads through is
 * missing: nothing can be there then.
 */
export function isAbsence(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    isHomeless(error);
}

/** Lists the names in a folder. @returns In no order; empty if it cannot be read. */
export function namesIn(folder: string): string[] {
  if (!exists(folder)) return [];
  return attempt(() => [...Deno.readDirSync(folder)].map(({ name }) => name)) ?? [];
}
