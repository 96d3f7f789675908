/**
 * What is there, and that it is gone: without a throw.
 *
 * @module
 */
import { attempt, isHomeless, messageOf } from "../../error.ts";

/** What came of a write or a removal. */
export type WriteOutcome =
  | { readonly kind: "written" }
  | { readonly kind: "failed"; readonly why: string };

/**
 * Reads what the folder says of a name; links are not followed.
 *
 * @param path Any path.
 * @returns Null also where it cannot be looked at.
 */
export function infoOf(path: string): Deno.FileInfo | null {
  return attempt(() => Deno.lstatSync(path));
}

/**
 * Whether anything of that name exists, a dangling link included.
 *
 * @param path Any path.
 * @returns False also where it cannot be looked at.
 */
export function isThere(path: string): boolean {
  return infoOf(path) !== null;
}

/**
 * Whether a path is a folder, or a link to one.
 *
 * @param path Any path.
 * @returns False also where it cannot be looked at.
 */
export function isFolder(path: string): boolean {
  return attempt(() => Deno.statSync(path).isDirectory) ?? false;
}

/**
 * Removes a file that may be gone already: a user and a hook may both remove it.
 *
 * @param path The file.
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
 * Removes a folder with all that is in it.
 *
 * @param path The folder.
 * @returns Whether it was there and is gone.
 */
export function removeFolder(path: string): boolean {
  return attempt(() => Deno.removeSync(path, { recursive: true })) !== null;
}

/**
 * Whether an error of the file system says that something is not there.
 *
 * @param error What was caught.
 * @returns True also where a part of the path is not a folder, or the home that it leads through is
 * missing: nothing can be there then.
 */
export function isAbsence(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    isHomeless(error);
}

/**
 * Lists the names in a folder.
 *
 * @param folder The folder.
 * @returns In no order; empty where it cannot be read.
 */
export function namesIn(folder: string): string[] {
  return attempt(() => [...Deno.readDirSync(folder)].map(({ name }) => name)) ?? [];
}
