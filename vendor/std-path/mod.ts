/**
 * Stand-in for `@std/path` where JSR is out of reach: the functions that commands, scripts, benches and
 * tests need, by Node's. What hooks load uses `src/system/`. Delete the `links` array in `deno.json`
 * where JSR can be reached.
 *
 * @module
 */
import { basename as basenameOf, join as joinTexts } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export {
  dirname,
  extname,
  isAbsolute,
  normalize,
  relative,
  resolve,
  sep as SEPARATOR,
} from "node:path";

/**
 * Returns the last segment of a path, without a suffix.
 *
 * Unlike Node's, it is never empty: a root is its own name, and a name that is the suffix stays.
 */
export function basename(path: string | URL, suffix = ""): string {
  const text = path instanceof URL ? fromFileUrl(path) : path;
  return basenameOf(text, suffix) || basenameOf(text) || text.slice(0, 1);
}

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
