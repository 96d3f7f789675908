/** Errors of usage that many commands share: unknown names, options that exclude each other. */
import { type RalphErrorOptions, UsageError } from "../../error.ts";
import type { CommandContext } from "./context.ts";
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
 * Refuses a name that is not known.
 *
 * @param what What has such a name, as the beginning of the error: `No finding has the id`.
 * @param fallback The hint where no name is near.
 * @throws {UsageError} It is not among the known names.
 */
export function requireKnown<Name extends string>(
  what: string,
  name: string,
  known: readonly Name[],
  fallback: string,
): asserts name is Name {
  if ((known as readonly string[]).includes(name)) return;
  throw new UsageError(`${what} '${name}'`, hintFor(name, known, fallback));
}

/**
 * Refuses two options that exclude each other.
 *
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

/**
 * Refuses an option in a session, which would wait for its own answer.
 *
 * @param call The call that works in a terminal, as `ralph history --follow`.
 * @throws {UsageError} A session calls.
 */
export function refuseInSession({ env, prompt }: CommandContext, call: string): void {
  if (prompt === undefined && env.variable("CLAUDE_PLUGIN_ROOT") === undefined) return;
  throw new UsageError(`${call.split(" ").at(-1)} works in a terminal, not in a session`, {
    hint: `Type '${call}' in another terminal.`,
  });
}
