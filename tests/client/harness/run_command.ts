/** Runs a command with a timeout. */

export interface CommandResult {
  /** Exit code; 124 after the timeout. */
  code: number;
  /** Standard output as text. */
  stdout: string;
  /** Standard error as text. */
  stderr: string;
  /** Whether the command was killed after its timeout. */
  timedOut: boolean;
}

interface CommandOptions {
  /** Working directory. Default: that of the test. */
  cwd?: string;
  /** The complete environment. Default: inherited. */
  env?: Record<string, string>;
  /** Timeout in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Text on standard input. Default: empty. */
  stdin?: string;
  /** Sends TERM to the command. */
  terminate?: AbortSignal | undefined;
}

/**
 * Runs a command in its own process group, which is killed after the timeout.
 *
 * @returns Its output; code 127 if it could not be started.
 */
export async function runCommand(
  command: string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const [program = "", ...args] = command;
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: options.env, clearEnv: true }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
  } catch (error) {
    return { code: 127, stdout: "", stderr: String(error), timedOut: false };
  }
  options.terminate?.addEventListener("abort", () => child.kill("SIGTERM"));
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child.pid);
  }, options.timeoutMs ?? 10_000);
  try {
    const fed = feed(child.stdin, options.stdin ?? "");
    const [stdout, stderr, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.status,
      fed,
    ]);
    return { code: timedOut ? 124 : status.code, stdout, stderr, timedOut };
  } finally {
    clearTimeout(timer);
  }
}

/** Kills the process group of a leader, if it still exists. */
function killGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

async function feed(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  try {
    const writer = stdin.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    // The command did not read its input.
  }
}
