/**
 * Paths as texts: POSIX rules, no disk.
 *
 * @module
 */

/** Joins a path to a folder; an absolute path is returned as it is. */
export function joinPath(folder: string, path: string): string {
  return path.startsWith("/") ? path : folder === "/" ? `/${path}` : `${folder}/${path}`;
}

/**
 * Removes `.`, `..` and doubled slashes from a path by its text alone; the result is absolute.
 *
 * @example A path that goes up
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(normalizePath("/a/./b//../c/"), "/a/c");
 * ```
 */
export function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Returns the last name of a path without slashes at its end. */
export function lastName(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

/** Returns the folder of an absolute path. */
export function parentOf(path: string): string {
  const cut = path.replace(/\/+$/, "").lastIndexOf("/");
  return cut <= 0 ? "/" : path.slice(0, cut);
}

/**
 * Whether a path is the folder or lies inside; both normalized.
 *
 * @example A folder whose name begins with the other's
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isWithin("/a/b", "/a"), true);
 * assertEquals(isWithin("/ab", "/a"), false);
 * ```
 */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
