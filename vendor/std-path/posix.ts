/**
 * `@std/path/posix`: paths with `/`.
 *
 * @module
 */
import { createPathFunctions, type Flavour } from "./_flavour.ts";
import { decodePathname, encodePathname, parseFileUrl } from "./_url.ts";

/** The separator between segments. */
export const SEPARATOR = "/" as const;
/** Matches one run of separators. */
export const SEPARATOR_PATTERN: RegExp = /\/+/;
/** The separator between the folders of `PATH`. */
export const DELIMITER = ":" as const;

const flavour: Flavour = {
  separator: SEPARATOR,
  separators: SEPARATOR_PATTERN,
  ignoresCase: false,
  untidy: /\/\/|(?:^|\/)\.\.?(?:\/|$)/,
  splitRoot(path) {
    const isRooted = path.startsWith("/");
    return { device: "", isRooted, length: isRooted ? 1 : 0 };
  },
  joinParts: (parts) => parts.join("/"),
};

/**
 * Turns a `file:` URL into a path.
 *
 * @throws {TypeError} If the URL has another scheme.
 */
export function fromFileUrl(url: string | URL): string {
  return decodePathname(parseFileUrl(url).pathname);
}

/**
 * Turns an absolute path into a `file:` URL.
 *
 * @throws {TypeError} If the path is not absolute.
 */
export function toFileUrl(path: string): URL {
  if (!isAbsolute(path)) throw new TypeError(`Path must be absolute: received "${path}"`);
  const url = new URL("file:///");
  url.pathname = encodePathname(path).replaceAll("\\", "%5C");
  return url;
}

/** The functions of `@std/path` for this family. */
export const {
  basename,
  dirname,
  extname,
  isAbsolute,
  join,
  normalize,
  relative,
  resolve,
} = createPathFunctions(flavour, fromFileUrl);
