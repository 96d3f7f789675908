/**
 * Runs one command of the user or the project in a process group of its own, which dies with us: no
 * command outlives the answer that it was run for.
 *
 * @module
 */
import { OutputTail } from "./_output.ts";
import { waitAtMost } from "./_wait.ts";
import { TestCount } from "./zero_tests.ts";

/** How often stop requests are looked for, in milliseconds. */
const POLL_MS = 100;
/** How long the dead group's output is waited for, in milliseconds. */
const GRACE_MS = 500;

/**
 * A shell that runs `$1` in its own group, and a watcher beside it: when we die, the pipe on its
 * standard input closes, and the watcher kills the group.
 */
const GROUP_SCRIPT = `exec 3<&0 </dev/null
{ cat <&3 >/dev/null 2>&1; kill -s KILL -- -$$; } 2>/dev/null &
watcher=$!
( exec 3<&-; eval "$1" )
status=$?
kill "$watcher" 2>/dev/null
exit "$status"`;

/** Where and how long a command runs. */
export interface CommandOptions {
  readonly cwd: string;
  /** Above 0. */
  readonly limitMs: number;
  /** Whether the user asked for a stop meanwhile: then the command ends at once. */
  readonly isStopAsked: () => boolean;
}

/** How a command came out. */
export type CommandRun =
  | {
    readonly kind: "ended";
    readonly code: number;
    /** The end of its output, both streams. */
    readonly tail: string;
    /** The line by which a test runner says that no test ran; null where none says so. */
    readonly zeroTests: string | null;
  }
  | { readonly kind: "cut"; readonly why: string };

/**
 * Runs the command by the system's shell, without standard input.
 *
 * @param command The command line; somebody has agreed to it.
 * @returns Its exit code and the end of its output, or why it did not get to its end.
 */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandRun> {
  let child: Deno.ChildProcess;
  try {
    child = startGroup(command, options.cwd);
  } catch (error) {
    return { kind: "cut", why: `it could not be started: ${String(error)}` };
  }
  const tests = new TestCount();
  const output = new OutputTail([child.stdout, child.stderr], (line) => tests.read(line));
  const cut = await waitForEnd(child, command, options);
  // What the command left behind, and what holds its output, ends with the group.
  killGroup(child.pid);
  await waitAtMost(child.status, GRACE_MS);
  await child.stdin.close().catch(() => {});
  const tail = await output.finish(GRACE_MS);
  if (cut !== null) return { kind: "cut", why: cut };
  const { code } = await child.status;
  return { kind: "ended", code, tail, zeroTests: tests.zeroLine };
}

/** Null where the command came to its end, else why it must not go on. */
async function waitForEnd(
  child: Deno.ChildProcess,
  command: string,
  { limitMs, isStopAsked }: CommandOptions,
): Promise<string | null> {
  const endsAt = performance.now() + limitMs;
  let hasEnded = false;
  child.status.then(() => hasEnded = true);
  while (!hasEnded) {
    if (isStopAsked()) return "a stop was asked for";
    if (performance.now() >= endsAt) {
      return `\`${command}\` took longer than ${Math.round(limitMs / 1000)} s`;
    }
    await waitAtMost(child.status, POLL_MS);
  }
  return null;
}

function startGroup(command: string, cwd: string): Deno.ChildProcess {
  const isWindows = Deno.build.os === "windows";
  return new Deno.Command(isWindows ? "cmd" : "sh", {
    args: isWindows ? ["/d", "/s", "/c", command] : ["-c", GROUP_SCRIPT, "ralph-verify", command],
    cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
}

function killGroup(pid: number): void {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
