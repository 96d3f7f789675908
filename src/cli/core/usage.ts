/** Errors of usage that many commands share: unknown names, options that exclude each other. */
import { type RalphErrorOptions, UsageError } from "../../error.ts";
import { nearHint } from "../../text/nearest_name.ts";

/**
 * Makes the hint of an error about an unknown name: the nearest name, or all names.
 *
 * @param fallback The hint where no name is near; by default the names.
 */
export function hintFor(
  name: string,
  known: readonly string[],
  fallback = `Valid names: ${[...new Set(known)].join(", ")}.`,
): RalphErrorOptions {
  return { hint: nearHint(name, known) ?? fallback };
}

/**
 * Refuses two options that exclude each other.
 *
 * @param options The values of the options.
 * @param first The name of one of them.
 * @param second The name of the other one.
 * @param hint What to do.
 * @throws {UsageError} Both were given.
 */
export function refuseBoth<Name extends string>(
  options: Readonly<Record<Name, unknown>>,
  first: NoInfer<Name>,
  second: NoInfer<Name>,
  hint = "Give one of them.",
): void {
  const isGiven = (value: unknown) => value !== undefined && value !== false;
  if (!isGiven(options[first]) || !isGiven(options[second])) return;
  throw new UsageError(`--${first} and --${second} exclude each other`, { hint });
}
