/**
 * "Did you mean": the hint of an error about a name that nobody knows.
 *
 * @module
 */
import type { RalphErrorOptions } from "../../error.ts";
import { nearestName } from "../../text/nearest_name.ts";

/**
 * Asks whether the nearest known name was meant.
 *
 * @param found What was typed.
 * @param known The names there are.
 * @returns A sentence, or null where no name is near.
 */
export function nearHint(found: string, known: readonly string[]): string | null {
  const nearest = nearestName(found, known);
  return nearest === null ? null : `Did you mean '${nearest}'?`;
}

/**
 * The options of an error about an unknown name: the nearest one, or all there are.
 *
 * @param found What was typed.
 * @param known The names there are.
 */
export function hintFor(found: string, known: readonly string[]): RalphErrorOptions {
  return { hint: nearHint(found, known) ?? `Known are: ${known.join(", ")}.` };
}
