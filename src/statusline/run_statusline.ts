/** Connects the status line to this process. */
import { attempt } from "../error.ts";
import { openContext } from "../lifecycle/context.ts";
import { readAllText } from "../process/standard_input.ts";
import { writeText } from "../process/standard_output.ts";
import { showStatusLine } from "./statusline.ts";

/**
 * Runs `ralph statusline`.
 *
 * @param args The arguments after `ralph statusline`.
 * @returns The exit code: always 0, since the client shows nothing of a status line that fails.
 */
export async function runStatusLine(args: readonly string[]): Promise<number> {
  // A file that is not there is an ordinary answer here, and each would cost a stack trace.
  Error.stackTraceLimit = 0;
  try {
    await showStatusLine(args, {
      hook: openContext(),
      input: attempt(() => Deno.stdin.isTerminal() ? null : readAllText(Deno.stdin)) ?? "",
      print: (text) => writeText(Deno.stdout, text),
    });
  } catch {
    // The line is left out.
  }
  return 0;
}
