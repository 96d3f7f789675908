/** Checks, lists and removes files without throwing. */
import { existsSync } from "node:fs";
import { attempt, isHomeless, messageOf, StateError } from "../../error.ts";
import { basename, dirname } from "../../system/path.ts";

/**
 * Reads a path's information without following links.
 *
 * @returns Null if nothing is there, or it cannot be read.
 */
export function infoOf(path: string): Deno.FileInfo | null {
  return attempt(() => Deno.lstatSync(path));
}

/** Checks whether a path exists, even as a dangling link; false also if that cannot be checked. */
export function isThere(path: string): boolean {
  return infoOf(path) !== null;
}

/** Checks whether a path leads to an existing file or folder. Creates no error (docs/start-up.md). */
export const exists: (path: string) => boolean = existsSync;

/**
 * Checks whether a folder contains one of some paths. For a path that leads nowhere, searches the folder's
 * list.
 */
export function isInSmallFolder(...paths: readonly [string, ...string[]]): boolean {
  const isOne = (name: string) => paths.some((path) => basename(path) === name);
  return paths.some((path) => exists(path)) || namesIn(dirname(paths[0])).some(isOne);
}

/** Resolves all links in a path; null if it leads nowhere, or cannot be checked. */
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
 * @returns True if it is gone.
 */
export function removeFile(path: string): boolean {
  return attempt(() => requireRemoved(path)) !== null;
}

/** Removes a file that must not stay. @throws {StateError} If it cannot be removed. */
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

/** Removes a folder and its contents. */
export function removeFolder(path: string): boolean {
  return attempt(() => Deno.removeSync(path, { recursive: true })) !== null;
}

/**
 * Checks whether an error of the file system means that the path does not exist.
 *
 * @returns True also if a part of the path is not a folder, or the home that it leads through is missing:
 * then the path cannot exist.
 */
export function isAbsence(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    isHomeless(error);
}

/** Lists the names in a folder. @returns In no particular order; empty if it cannot be read. */
export function namesIn(folder: string): string[] {
  if (!exists(folder)) return [];
  return attempt(() => [...Deno.readDirSync(folder)].map(({ name }) => name)) ?? [];
}
