/**
 * The second choice: a pseudo-terminal by `script(1)`, which most systems have.
 *
 * It tells less than node-pty: an agent that was ended by signal n and one that exits with 128 + n
 * look the same here, and count as the former.
 *
 * @module
 */
import { runProgram } from "../../process/run_program.ts";
import { SHELL, writeLaunchFile } from "./_launch_file.ts";
import { terminalType } from "./environment.ts";
import { findSignal } from "./_signals.ts";
import { resizeTerminalOf } from "./_tty.ts";
import { openPipes } from "./pipe.ts";
import type { Terminal, TerminalExit, TerminalSpec } from "./terminal.ts";
import { quoteWord } from "../../text/shell_word.ts";

/**
 * Starts a program under `script`.
 *
 * @throws {Error} Where there is no `script`, or it cannot be started.
 */
export async function openScript(spec: TerminalSpec): Promise<Terminal> {
  await requireKnownScript();
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
      // The command is read by $SHELL; the launch file gives the agent its own back.
      env: { ...spec.env, SHELL, TERM: terminalType(spec.env) },
      input: new Uint8Array(0),
    });
    return {
      ...holder,
      backend: "script",
      isHolder: true,
      findAgent: () => launch.readPid(),
      exited: holder.exited.then(readExit).finally(() => launch.remove()),
      resize: (size) => resizeTerminalOf(holder.pid, size),
    };
  } catch (error) {
    launch.remove();
    throw error;
  }
}

/** A program that does not even tell its version is not used. */
const PROBE_LIMITS = { timeoutMs: 3_000, maxBytes: 64 * 1024 };

let checking: Promise<boolean> | undefined;

/** Other programs of that name (busybox) take the same letters for something else, or nothing. */
async function requireKnownScript(): Promise<void> {
  checking ??= isKnownScript();
  if (!await checking) throw new Error("There is no script program of util-linux");
}

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
