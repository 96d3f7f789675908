/**
 * Stand-in for `@std/front-matter` where JSR is out of reach: YAML front matter, under the same
 * names and signatures. Delete the `links` array in `deno.json` where JSR can be reached.
 *
 * @module
 */
export * from "./test.ts";
export * from "./types.ts";
export { extract as extractYaml } from "./yaml.ts";
