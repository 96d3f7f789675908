/**
 * Whether a text has front matter.
 *
 * @module
 */
import { FRONT_MATTER } from "./_delimiters.ts";

/**
 * Tells whether a text starts with front matter.
 *
 * @param str The text.
 * @param formats Formats to look for; this stand-in knows `yaml`. Default: all.
 */
export function test(str: string, formats?: ("yaml" | "toml" | "json" | "unknown")[]): boolean {
  return (!formats || formats.includes("yaml")) && FRONT_MATTER.test(str);
}
