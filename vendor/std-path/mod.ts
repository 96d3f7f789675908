/**
 * Stand-in for `@std/path` where JSR is out of reach: the functions that scripts, benches and tests
 * need, by Node's. The program has its own, in `src/path/`. Delete the `links` array in `deno.json`
 * where JSR can be reached.
 *
 * @module
 */
import { fileURLToPath, pathToFileURL } from "node:url";

import { join as joinTexts } from "node:path";

export {
  basename,
  dirname,
  extname,
  isAbsolute,
  normalize,
  relative,
  resolve,
  sep as SEPARATOR,
} from "node:path";

/** Joins parts with the separator and normalizes the result. */
export function join(path: string | URL = "", ...paths: string[]): string {
  return joinTexts(path instanceof URL ? fromFileUrl(path) : path, ...paths);
}

/**
 * Turns a `file:` URL into a path.
 *
 * @throws {TypeError} If the URL has another scheme.
 */
export function fromFileUrl(url: string | URL): string {
  return fileURLToPath(url);
}

/** Turns an absolute path into a `file:` URL. */
export function toFileUrl(path: string): URL {
  return pathToFileURL(path);
}
