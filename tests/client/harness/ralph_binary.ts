/**
 * The binary under test.
 *
 * @module
 */

import { REPOSITORY } from "./install.ts";

/**
 * Path of the built `ralph`.
 *
 * @throws {Error} where it was not built.
 */
export async function findRalph(): Promise<string> {
  const path = `${REPOSITORY}/dist/ralph`;
  try {
    await Deno.stat(path);
    return path;
  } catch (cause) {
    throw new Error(`${path} is missing: run \`deno task build\` first`, { cause });
  }
}
