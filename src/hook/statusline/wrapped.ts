/** Runs the user's earlier status line, next to which ralph's is shown. */
import { attempt } from "../../error.ts";
import { isRunningProgram, runProgram } from "../../system/run_program.ts";

/** How long it may take, in milliseconds: a person waits for the line. */
const LIMIT_MS = 2_000;

/** More than any status line prints. */
const MOST_BYTES = 64 * 1024;

/**
 * Runs a command line as the client does, with the same standard input.
 *
 * @param command The command line from the client's settings.
 * @returns What it printed, at once and in full; empty if it could not be started, took too long
 * or printed too much.
 */
export async function runWrapped(command: string, input: string): Promise<string> {
  const result = await runProgram("sh", ["-c", command], {
    timeoutMs: LIMIT_MS,
    maxBytes: MOST_BYTES,
    input,
    end: endIfRunning,
  });
  return result.kind === "ended" ? new TextDecoder().decode(result.stdout) : "";
}

/** Kills the command if it took too long; processes that it left in the background continue otherwise. */
function endIfRunning(pid: number): Promise<void> {
  if (isRunningProgram(pid)) {
    attempt(() => Deno.kill(-pid, "SIGKILL"));
  }
  return Promise.resolve();
}
