/**
 * Stand-in for `@std/cli` where JSR is out of reach: what ralph needs, under the same names and
 * signatures. Delete the `links` array in `deno.json` where JSR can be reached.
 *
 * @module
 */
export * from "./parse_args.ts";
export * from "./unicode_width.ts";
