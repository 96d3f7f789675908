/** Runs a program of a notification: ten seconds, in a process group of its own. */
import { runProgram } from "../process/run_program.ts";
import { oneLine } from "../text/shorten.ts";

/** How long a notification may take, in milliseconds. */
const LIMIT_MS = 10_000;

const MOST_BYTES = 256 * 1024;

/** Characters of an error's text that are shown. */
const MOST_ERROR = 200;

/** A program, its arguments and its variables beside the inherited ones. */
export interface Call {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs it to its end; whatever it started ends with it.
 *
 * @param cwd Its working directory; by default that of this process.
 * @returns Whether it exited with 0, and what it said if not.
 */
export async function runToEnd(
  { program, args, env }: Call,
  cwd?: string,
): Promise<{ readonly isSent: boolean; readonly detail: string }> {
  const result = await runProgram(program, args, {
    timeoutMs: LIMIT_MS,
    maxBytes: MOST_BYTES,
    keptErrorBytes: 4_096,
    env,
    ...(cwd === undefined ? {} : { cwd }),
  });
  switch (result.kind) {
    case "ended": {
      if (result.code === 0) return { isSent: true, detail: "worked" };
      const said = oneLine(new TextDecoder().decode(result.stderr), MOST_ERROR);
      return { isSent: false, detail: `exit code ${result.code}${said === "" ? "" : `: ${said}`}` };
    }
    case "timed-out":
      return { isSent: false, detail: `it took longer than ${LIMIT_MS / 1000} s` };
    case "too-large":
      return { isSent: false, detail: "it printed too much" };
    case "not-started":
      return { isSent: false, detail: `it could not be started: ${result.why}` };
    case "aborted":
      return { isSent: false, detail: "it was ended" };
  }
}
