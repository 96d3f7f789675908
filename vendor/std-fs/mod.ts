/**
 * Stand-in for `@std/fs` where JSR is out of reach: the functions that ralph needs over `Deno.*`,
 * under the same names and signatures. Delete the `links` array in `deno.json` where JSR can be
 * reached.
 *
 * @module
 */
export * from "./copy.ts";
export * from "./ensure_dir.ts";
export * from "./exists.ts";
export * from "./walk.ts";
