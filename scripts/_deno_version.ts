/**
 * The Deno versions of `.deno-version`. The first builds ralph: the base runtime that is embedded has
 * to be of exactly the version that embeds it, and a newer one can only be had from Deno's own
 * download host. On the second, the newest, the sources work too; if that host can be reached, such
 * as in the workflow of a release, it builds ralph.
 *
 * @module
 */
import { ScriptError } from "./_say.ts";

/**
 * Reads the pinned version.
 *
 * @param root The project's folder, as a URL that ends with a slash.
 * @returns The version, such as `1.2.3`.
 */
export function readPinnedDenoVersion(root: URL): string {
  return readVersions(root)[0];
}

/** Reads the newest version on which the sources work. */
export function readNewestDenoVersion(root: URL): string {
  return readVersions(root)[1];
}

/** Says where a version can be had that npm's Deno can compile with. */
export function whereToGet(version: string): string {
  return `build with it where https://dl.deno.land can be reached, or with a "denort" of ${version} ` +
    "in DENORT_BIN";
}

function readVersions(root: URL): readonly [pinned: string, newest: string] {
  const [pinned = "", newest = ""] = Deno.readTextFileSync(new URL(".deno-version", root)).split(
    "\n",
  );
  return [pinned, newest];
}

/**
 * Refuses to go on with another Deno than the pinned one.
 *
 * @param running The version that runs.
 * @param pinned The version that is wanted.
 * @param task The task to run instead, for the hint.
 * @throws {ScriptError} If they differ.
 */
export function requireDenoVersion(running: string, pinned: string, task: string): void {
  if (running === pinned) return;
  throw new ScriptError(
    `ralph is built with Deno ${pinned}, this is Deno ${running}. ` +
      `Run: DENO_TLS_CA_STORE=system,mozilla npx -y deno@${pinned} task ${task}`,
  );
}

/**
 * Refuses to build with a Deno that is neither of the two.
 *
 * @param root The project's folder, as a URL that ends with a slash.
 * @returns The version that runs, whose base runtime is needed.
 * @throws {ScriptError} That names the pinned one.
 */
export function requireBuildVersion(running: string, root: URL): string {
  const [pinned, newest] = readVersions(root);
  if (running !== newest) requireDenoVersion(running, pinned, "build");
  return running;
}
