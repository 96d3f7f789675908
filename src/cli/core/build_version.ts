/**
 * What this program was built from, for the commands' context.
 *
 * @module
 */
import { COMMIT, DENO_VERSION, TARGET, VERSION } from "../../version.ts";
import type { ProgramVersion } from "./context.ts";

/** The version of this build. */
export function buildVersion(): ProgramVersion {
  return { version: VERSION, commit: COMMIT, target: TARGET, deno: DENO_VERSION };
}
