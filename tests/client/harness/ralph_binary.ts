/** The binary under test. */
import { REPOSITORY } from "./install.ts";

/** Path of the `ralph` under test; `CLIENT_TEST_RALPH` names another. */
export const RALPH = Deno.env.get("CLIENT_TEST_RALPH") ?? `${REPOSITORY}/dist/ralph`;

/**
 * Returns the path of the binary.
 *
 * @throws {Error} Where it was not built.
 */
export async function findRalph(): Promise<string> {
  try {
    await Deno.stat(RALPH);
    return RALPH;
  } catch (cause) {
    throw new Error(`${RALPH} is missing: run \`deno task build\` first`, { cause });
  }
}
