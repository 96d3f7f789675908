/**
 * The second backend: a pseudo-terminal by `script(1)`, which most systems have.
 *
 * It reports less than node-pty: signal n and exit code 128 + n look the same, and count as the
 * signal.
 */
import { openKernelFiles } from "../../process/kernel_files.ts";
import { findProgram } from "../../process/find_program.ts";
import { runProgram } from "../../process/run_program.ts";
import { quoteWord } from "../../text/shell_word.ts";
import { findSignal } from "./_signals.ts";
import { terminalType } from "./environment.ts";
import { openPipes } from "./pipe.ts";
import type { Terminal, TerminalExit, TerminalSize, TerminalSpec } from "./terminal.ts";
import { DAY_MS } from "../../text/time.ts";
import { attempt } from "../../error.ts";
import { join } from "@std/path";
import { requireWritten, writeAtomic } from "../../store/files/atomic_file.ts";
import { removeFolder } from "../../store/files/presence.ts";

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
    `${quoteWord(ownPathOf("stty"))} rows ${rows} cols ${columns} 2>/dev/null`,
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
    ? [ownPathOf("script"), "-qefc", `. ${quoteWord(launchFile)}`, "/dev/null"]
    : [ownPathOf("script"), "-q", "-F", "/dev/null", SHELL, launchFile];
}

/** Finds a program on ralph's own search path: the agent's could lead into the project. */
function ownPathOf(name: string): string {
  const search = findProgram(name, Deno.env.get("PATH") ?? "", "/");
  return search.kind === "found" ? search.path : name;
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

/** The shell that every system with a terminal has. */
const SHELL = "/bin/sh";

/** Age at which folders of a killed runner are removed, in milliseconds. */
const OLD_MS = DAY_MS;
const PREFIX = "launch-";

/** A small shell script that executes the agent. */
interface LaunchFile {
  readonly path: string;
  /** Returns the process that it became; null before that. */
  readPid(): number | null;
  remove(): void;
}

/**
 * Writes a launch file into the private folder. It is a file, because a shell's argument has at most
 * 128 KiB, and its words are in single quotes, because a shell does not expand those.
 *
 * @param before Lines to run first.
 * @throws {Error} The file cannot be written.
 */
export function writeLaunchFile(
  spec: Pick<TerminalSpec, "command" | "privateDir">,
  before: readonly string[] = [],
): LaunchFile {
  removeOld(spec.privateDir);
  const dir = Deno.makeTempDirSync({ dir: spec.privateDir, prefix: PREFIX });
  const path = join(dir, "launch.sh");
  const pidFile = join(dir, "pid");
  const lines = [
    `echo $$ >${quoteWord(pidFile)}`,
    ...before,
    `exec ${spec.command.map(quoteWord).join(" ")}`,
    "",
  ];
  requireWritten(writeAtomic(path, lines.join("\n"), { isFlushed: false }), path);
  return {
    path,
    // The file is missing before the shell has begun, and after its removal.
    readPid: () => attempt(() => Number(Deno.readTextFileSync(pidFile)) || null),
    remove: () => void removeFolder(dir),
  };
}

function removeOld(privateDir: string): void {
  for (const { name } of Deno.readDirSync(privateDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const dir = join(privateDir, name);
    const madeAt = Deno.lstatSync(dir).mtime?.getTime() ?? Infinity;
    if (Date.now() - madeAt > OLD_MS) removeFolder(dir);
  }
}
