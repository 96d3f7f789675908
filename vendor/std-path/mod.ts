/**
 * Stand-in for `@std/path` where JSR is out of reach: the functions that ralph needs, under the
 * same names and signatures. Delete the `links` array in `deno.json` where JSR can be reached.
 *
 * @module
 */
import * as posix from "./posix.ts";
import * as windows from "./windows.ts";

const native: typeof posix | typeof windows = Deno.build.os === "windows" ? windows : posix;

/** The separator between segments on this system. */
export const SEPARATOR: "/" | "\\" = native.SEPARATOR;
/** Matches one run of separators on this system. */
export const SEPARATOR_PATTERN: RegExp = native.SEPARATOR_PATTERN;
/** The separator between the folders of `PATH` on this system. */
export const DELIMITER: ":" | ";" = native.DELIMITER;

/**
 * Returns the last segment of a path, without `suffix` where it ends with it.
 *
 * @param path The path; trailing separators are ignored.
 */
export function basename(path: string | URL, suffix = ""): string {
  return native.basename(path, suffix);
}

/** Returns the path of the folder that holds `path`; `.` where it has none. */
export function dirname(path: string | URL): string {
  return native.dirname(path);
}

/** Returns the extension of a path with its dot, or an empty text. */
export function extname(path: string | URL): string {
  return native.extname(path);
}

/**
 * Turns a `file:` URL into a path.
 *
 * @throws {TypeError} If the URL has another scheme.
 */
export function fromFileUrl(url: string | URL): string {
  return native.fromFileUrl(url);
}

/** Tells whether a path starts at a root. */
export function isAbsolute(path: string): boolean {
  return native.isAbsolute(path);
}

/** Joins parts with the separator and normalizes the result; `.` without any part. */
export function join(path?: string | URL, ...paths: string[]): string {
  return native.join(path, ...paths);
}

/** Resolves `.` and `..` and doubled separators in a path, without the disk. */
export function normalize(path: string | URL): string {
  return native.normalize(path);
}

/** Returns the way from one path to another; both are resolved first. */
export function relative(from: string, to: string): string {
  return native.relative(from, to);
}

/** Resolves parts, from right to left, to an absolute path without a trailing separator. */
export function resolve(...paths: string[]): string {
  return native.resolve(...paths);
}

/**
 * Turns an absolute path into a `file:` URL.
 *
 * @throws {TypeError} If the path is not absolute.
 */
export function toFileUrl(path: string): URL {
  return native.toFileUrl(path);
}
