/**
 * The one Deno version that builds ralph. It is in `.deno-version`, because the base runtime
 * that is embedded has to be of exactly the version that embeds it.
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
  return Deno.readTextFileSync(new URL(".deno-version", root)).trim();
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
