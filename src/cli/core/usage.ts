/** Usage errors that many commands share: options that exclude each other, calls that need a terminal. */
import { UsageError } from "../../error.ts";
import type { CommandContext } from "./context.ts";

/** Refuses two options that exclude each other. @throws {UsageError} Both were given. */
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
 * Refuses an option that a session cannot use, because the session would wait for its own answer.
 *
 * @param call The call that works in a terminal, such as `ralph history --follow`.
 * @throws {UsageError} The caller is a session.
 */
export function refuseInSession({ env, prompt }: CommandContext, call: string): void {
  if (prompt === undefined && env.variable("CLAUDE_PLUGIN_ROOT") === undefined) return;
  throw new UsageError(`${call.split(" ").at(-1)} works in a terminal, not in a session`, {
    hint: `Type '${call}' in another terminal.`,
  });
}
