/**
 * The facts that `ralph --version` prints.
 *
 * @module
 */
import { COMMIT as commit, TARGET as target, VERSION as version } from "./_build_info.ts";

/** The version of ralph, from `deno.json`. */
export const VERSION: string = version;

/** The commit it was built from, with `-dirty` if files had changed; `source` if run from there. */
export const COMMIT: string = commit;

/** The target triple it was built for. */
export const TARGET: string = target;

/** The version of the Deno runtime inside. */
export const DENO_VERSION: string = Deno.version.deno;
