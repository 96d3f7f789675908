/**
 * Judges one Bash line. Import this module lazily: it loads the grammar and the rules of all verbs.
 *
 * @module
 */
import { TooBig } from "../_denial.ts";
import type { GuardContext } from "../context.ts";
import { Shell } from "./shell.ts";
import { ALL_VERBS, runProgram } from "./verbs/all.ts";
import { runScript } from "./walker.ts";
import { NO_TEXT } from "./words/text.ts";

/**
 * Judges a line.
 *
 * @param cwd The session's working directory, absolute.
 * @returns Existing plans that the line would change or remove.
 * @throws {Denied} If it changes, or may change, what is protected.
 */
export async function judgeLine(
  line: string,
  cwd: string,
  context: GuardContext,
): Promise<readonly string[]> {
  // A script in a file may run `git clean` or `git stash` too.
  const mayClean = /clean|stash|sh\b|\.\/|\bsource\b/.test(line);
  const { createIgnoreTest } = mayClean
    ? await import("../git_ignore.ts")
    : { createIgnoreTest: undefined };
  const shell = new Shell(
    context,
    { verbs: ALL_VERBS, runProgram, runScript, createIgnoreTest },
    line,
  );
  const env = { cwd, vars: new Map(), params: ["bash"], options: new Set<string>() };
  try {
    const { states } = shell.runText(line, { env, status: true }, NO_TEXT);
    // The commands of `trap` run at the end, or where the line leaves the shell.
    for (const { text, state } of shell.traps.values()) {
      for (const each of states.length > 0 ? states : [state]) shell.runText(text, each, NO_TEXT);
    }
  } catch (error) {
    // A deeply nested line exhausts the stack.
    if (!(error instanceof TooBig) && !(error instanceof RangeError)) throw error;
    // No harm was found so far; the part that was not judged may change any plan.
    return shell.control.plans();
  }
  return [...shell.harm.plansAtRisk].toSorted();
}
