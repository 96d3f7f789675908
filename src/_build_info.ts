/**
 * Facts of the build if there was none: the program runs from its sources. `scripts/build.ts`
 * puts a generated module in this one's place.
 *
 * @module
 */
import project from "../deno.json" with { type: "json" };

/** The version of this program, from `deno.json`. */
export const VERSION: string = project.version;

/** No commit: the sources may be of none. */
export const COMMIT: string = "source";

/** The target of the Deno that runs. */
export const TARGET: string = Deno.build.target;
