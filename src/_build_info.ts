/**
 * The facts of the build, for a program that runs from its sources. `scripts/build.ts` replaces this module
 * by a generated one.
 *
 * @module
 */
import project from "../deno.json" with { type: "json" };

/** The version of this program, from `deno.json`. */
export const VERSION: string = project.version;

/** In place of a commit: the sources may not be those of one. */
export const COMMIT: string = "source";

/** The target of the running Deno. */
export const TARGET: string = Deno.build.target;
