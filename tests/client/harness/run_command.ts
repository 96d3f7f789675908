/**
 * Short commands around the client: run one, hear its answer, never wait for ever.
 *
 * @module
 */

/** What a finished command left. */
export interface CommandResult {
  /** Exit code; 124 where the time was up. */
  code: number;
  /** Standard output as text. */
  stdout: string;
  /** Standard error as text. */
  stderr: string;
  /** Whether the command was killed because its time was up. */
  timedOut: boolean;
}

/** Where and how a command runs. */
export interface CommandOptions {
  /** Working directory; the test's own by default. */
  cwd?: string;
  /** The whole environment; inherited where left out. */
  env?: Record<string, string>;
  /** Longest life in milliseconds; 10 seconds by default. */
  timeoutMs?: number;
  /** Text on standard input; empty by default. */
  stdin?: string;
  /** Sends TERM to the command, as a machine that shuts down does. */
  terminate?: AbortSignal | undefined;
}

/**
 * Runs `command` in a process group of its own and collects its output. At the end of its time the
 * whole group is killed. A command that cannot be started gives code 127.
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

/** Kills the process group that `pid` leads, if it still lives. */
export function killGroup(pid: number): void {
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
    // The command did not read its input: its right.
  }
}
