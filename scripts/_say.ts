/**
 * Prints messages of the scripts to stderr, as the program itself does.
 *
 * @module
 */

/** A failure that a person can do something about; its message is shown without a stack. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
}

/** Writes one line to stderr. */
export function say(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}

/**
 * Runs a script's main function and ends the process with its exit code.
 *
 * @param main Returns the exit code; a {@linkcode ScriptError} is shown and becomes 1.
 */
export async function runScript(main: () => number | Promise<number>): Promise<never> {
  try {
    Deno.exit(await main());
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    say(`Error: ${error.message}`);
    Deno.exit(1);
  }
}
