/**
 * The binary under test.
 *
 * @module
 */

import { REPOSITORY } from "./install.ts";

/** Path of the `ralph` under test: `CLIENT_TEST_RALPH` names another than the one built here. */
export const RALPH = Deno.env.get("CLIENT_TEST_RALPH") ?? `${REPOSITORY}/dist/ralph`;

/**
 * Makes sure that the binary was built.
 *
 * @throws {Error} where it was not.
 */
export async function findRalph(): Promise<string> {
  try {
    await Deno.stat(RALPH);
    return RALPH;
  } catch (cause) {
    throw new Error(`${RALPH} is missing: run \`deno task build\` first`, { cause });
  }
}
