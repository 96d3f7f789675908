/**
 * `@std/path/windows`: paths with `\`, drives and shares.
 *
 * @module
 */
import { createPathFunctions, type Flavour } from "./_flavour.ts";
import { decodePathname, encodePathname, parseFileUrl } from "./_url.ts";

/** The separator between segments. */
export const SEPARATOR = "\\" as const;
/** Matches one run of separators. */
export const SEPARATOR_PATTERN: RegExp = /[\\/]+/;
/** The separator between the folders of `PATH`. */
export const DELIMITER = ";" as const;

const SHARE = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)[\\/]?/;
const DRIVE = /^([A-Za-z]:)([\\/]?)/;

const flavour: Flavour = {
  separator: SEPARATOR,
  separators: SEPARATOR_PATTERN,
  ignoresCase: true,
  splitRoot(path) {
    const share = SHARE.exec(path);
    if (share) {
      const device = `\\\\${share[1]}\\${share[2]}`;
      return { device, isRooted: true, length: share[0].length };
    }
    const drive = DRIVE.exec(path);
    if (drive) return { device: drive[1]!, isRooted: drive[2] !== "", length: drive[0].length };
    const isRooted = /^[\\/]/.test(path);
    return { device: "", isRooted, length: isRooted ? 1 : 0 };
  },
  joinParts(parts) {
    const joined = parts.join("\\");
    const isShare = /^[\\/]{2}[^\\/]/.test(parts[0] ?? "");
    return isShare ? joined : joined.replace(/^[\\/]{2,}/, "\\");
  },
};

/**
 * Turns a `file:` URL into a path.
 *
 * @throws {TypeError} If the URL has another scheme.
 */
export function fromFileUrl(url: string | URL): string {
  const { hostname, pathname } = parseFileUrl(url);
  const path = decodePathname(pathname.replaceAll("/", "\\")).replace(
    /^\\*([A-Za-z]:)(\\|$)/,
    "$1\\",
  );
  return hostname === "" ? path : `\\\\${hostname}${path}`;
}

/**
 * Turns an absolute path into a `file:` URL.
 *
 * @throws {TypeError} If the path is not absolute or its share has no valid host.
 */
export function toFileUrl(path: string): URL {
  if (!isAbsolute(path)) throw new TypeError(`Path must be absolute: received "${path}"`);
  const [, host = "", pathname = ""] = /^(?:[\\/]{2}([^\\/]+)(?=[\\/](?:[^\\/]|$)))?(.*)/s.exec(
    path,
  )!;
  const url = new URL("file:///");
  url.pathname = encodePathname(pathname);
  if (host !== "" && host !== "localhost") {
    url.hostname = host;
    if (url.hostname === "") throw new TypeError(`Invalid hostname: "${url.hostname}"`);
  }
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
