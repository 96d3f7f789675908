/** What is said of a name that nothing has: the nearest one, and the line with it. */
import { type RalphErrorOptions, UsageError } from "../../error.ts";
import { line, replacing } from "../../text/again.ts";
import { nearestName } from "../../text/nearest_name.ts";

/**
 * Makes what an error about an unknown name says: the nearest name, and the line with it.
 *
 * @param fallback The hint where no name is near; by default the names.
 * @param synonyms The known names by other words for the same.
 */
export function hintFor(
  name: string,
  known: readonly string[],
  fallback = `Valid names: ${[...new Set(known)].join(", ")}.`,
  synonyms?: ReadonlyMap<string, string>,
): RalphErrorOptions {
  const nearest = nearestName(name, known, synonyms);
  if (nearest === null) return { hint: fallback };
  return { hint: `Did you mean '${nearest}'?`, again: replacing(name, nearest) };
}

/**
 * Refuses a name that is not known.
 *
 * @param what What has such a name, as the beginning of the error: `No finding has the id`.
 * @param list The words of the command that lists the names.
 * @throws {UsageError} It is not among the known names.
 */
export function requireKnown<Name extends string>(
  what: string,
  name: string,
  known: readonly Name[],
  ...list: readonly string[]
): asserts name is Name {
  if ((known as readonly string[]).includes(name)) return;
  const hint = hintFor(name, known, "The list has them:");
  throw new UsageError(`${what} '${name}'`, { again: line(...list), ...hint });
}
