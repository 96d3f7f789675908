/**
 * Stand-in for `@std/yaml` where JSR is out of reach: the same names and signatures over
 * `npm:js-yaml`. Delete the `links` array in `deno.json` where JSR can be reached.
 *
 * @module
 */
export * from "./parse.ts";
export * from "./stringify.ts";
