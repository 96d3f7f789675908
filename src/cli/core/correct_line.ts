/** Checks the line that an unknown command's error shows, so that a line that is shown works. */
import { UsageError } from "../../error.ts";
import type { Environment } from "../../store/environment.ts";
import { line } from "../../text/again.ts";
import type { CommandEntry } from "./command.ts";
import { asksForHelp, parseArgs } from "./parse.ts";
import { resolveCommand, type Resolved } from "./resolve.ts";

/**
 * Reads the corrected line as if it had been typed. If it is refused too, the error gets the reason, and
 * the line that corrects this mistake as well.
 *
 * @param error Refuses a line whose command is not known.
 * @returns The error, whose line works.
 */
export async function correctLine(
  error: UsageError,
  words: readonly string[],
  env: Pick<Environment, "variable">,
  commands: readonly CommandEntry[],
): Promise<UsageError> {
  const corrected = error.again?.({ path: [], rest: words }) ?? [];
  // A line of `help` is answered without one of these commands.
  if (!commands.some(({ name }) => name === corrected[0])) return error;
  const wantsHelp = asksForHelp(corrected);
  let resolved: Resolved | null = null;
  try {
    resolved = await resolveCommand(commands, corrected, !wantsHelp);
    if (!wantsHelp) parseArgs(resolved.command, resolved.rest, env);
    return error;
  } catch (next) {
    if (!(next instanceof UsageError)) throw next;
    const { message, hint, again } = resolved === null
      ? await correctLine(next, corrected, env, commands)
      : next;
    const { path, rest } = resolved ?? { path: [], rest: corrected };
    const both = again?.({ path, rest }) ?? null;
    return new UsageError(error.message, {
      hint: [error.hint, `${message}.`, hint].filter((text) => text !== "").join(" "),
      ...both !== null && { again: line(...both) },
    });
  }
}
