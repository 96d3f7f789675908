/**
 * The second backend: a pseudo-terminal by `script(1)`, which most systems have.
 *
 * It reports less than node-pty: signal n and exit code 128 + n look the same, and count as the
 * signal.
 */
import { openKernelFiles } from "../../process/kernel_files.ts";
import { runProgram } from "../../process/run_program.ts";
import { quoteWord } from "../../text/shell_word.ts";
import { SHELL, writeLaunchFile } from "./_launch_file.ts";
import { findSignal } from "./_signals.ts";
import { terminalType } from "./environment.ts";
import { openPipes } from "./pipe.ts";
import type { Terminal, TerminalExit, TerminalSize, TerminalSpec } from "./terminal.ts";

const PROBE_LIMITS = { timeoutMs: 3_000, maxBytes: 64 * 1024 };

/**
 * Starts a program under `script`.
 *
 * @throws {Error} If there is no `script`, or it cannot be started.
 */
export async function openScript(spec: TerminalSpec): Promise<Terminal> {
  checking ??= isKnownScript();
  if (!await checking) throw new Error("The script program of util-linux was not found");
  const { columns, rows } = spec.size;
  const shell = spec.env["SHELL"];
  const launch = writeLaunchFile(spec, [
    `stty rows ${rows} cols ${columns} 2>/dev/null`,
    shell === undefined ? "unset SHELL" : `SHELL=${quoteWord(shell)}; export SHELL`,
  ]);
  try {
    const holder = openPipes({
      ...spec,
      command: scriptCommand(launch.path),
      // $SHELL reads the command; the launch file restores the agent's own SHELL.
      env: { ...spec.env, SHELL, TERM: terminalType(spec.env) },
    });
    return {
      ...holder,
      backend: "script",
      findAgent: () => launch.readPid(),
      exited: holder.exited.then(readExit).finally(() => launch.remove()),
      resize: (size) => resizeTerminalOf(holder.pid, size),
    };
  } catch (error) {
    launch.remove();
    throw error;
  }
}

let checking: Promise<boolean> | undefined;

/** Other programs of that name (busybox) give the same options another meaning, or none. */
async function isKnownScript(): Promise<boolean> {
  if (Deno.build.os !== "linux") return true;
  const ran = await runProgram("script", ["--version"], PROBE_LIMITS);
  return ran.kind === "ended" && new TextDecoder().decode(ran.stdout).includes("util-linux");
}

/** The two families of `script`: util-linux takes a command line, BSD a program and arguments. */
function scriptCommand(launchFile: string): [string, ...string[]] {
  return Deno.build.os === "linux"
    ? ["script", "-qefc", `. ${quoteWord(launchFile)}`, "/dev/null"]
    : ["script", "-q", "-F", "/dev/null", SHELL, launchFile];
}

function readExit({ code, signal }: TerminalExit): TerminalExit {
  const named = code !== null && code > 128 ? findSignal(code - 128) : null;
  return named === null ? { code, signal } : { code: null, signal: named };
}

/**
 * Resizes the window of the terminal that `script` created; the kernel notifies the agent
 * (SIGWINCH). Works only on Linux, where the child of `script` can be found.
 */
function resizeTerminalOf(holderPid: number, { columns, rows }: TerminalSize): void {
  try {
    const read = openKernelFiles();
    const children = read?.(`/proc/${holderPid}/task/${holderPid}/children`) ?? "";
    const device = Deno.readLinkSync(`/proc/${children.trim().split(" ")[0]}/fd/1`);
    if (!device.startsWith("/dev/pts/")) return;
    const size = ["rows", String(rows), "cols", String(columns)];
    runProgram("stty", ["-F", device, ...size], PROBE_LIMITS);
  } catch {
    // The agent has not started yet, or has ended.
  }
}
