/**
 * What was found in place of what was wanted, short enough for a sentence. Pure.
 *
 * @module
 */
import { oneLine } from "../../text/shorten.ts";

/**
 * Shows a value of JSON or YAML.
 *
 * @param found any value
 * @param maxCharacters the most UTF-16 units
 */
export function showFound(found: unknown, maxCharacters = 60): string {
  if (found === undefined) return "missing";
  try {
    return oneLine(JSON.stringify(found) ?? typeof found, maxCharacters);
  } catch {
    // Nested more deeply than anything can be written, or in a circle.
    return Array.isArray(found) ? "a list" : `of type ${typeof found}`;
  }
}
