/**
 * From what is asked to a started agent, or to the reason why there is none.
 *
 * @module
 */
import { describeInterpreter, findProgram } from "../../process/find_program.ts";
import { RUN_MARK } from "../../process/process_table.ts";
import { agentEnvironment } from "../terminal/environment.ts";
import { type Opened, openTerminal } from "../terminal/open.ts";
import type { StartError, Terminal, TerminalSize, TerminalSpec } from "../terminal/terminal.ts";
import type { WatchedRun } from "./watched_run.ts";

/** A shell's exit codes for a program that cannot be run, or is not there. */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** What came of a launch. */
export type Launch =
  | {
    readonly kind: "started";
    readonly terminal: Terminal;
    readonly startErrors: readonly StartError[];
  }
  | {
    readonly kind: "failed";
    readonly exitCode: number;
    readonly startErrors: readonly StartError[];
  };

/** How a terminal is opened; another one in tests. */
export type OpenTerminal = typeof openTerminal;

/**
 * Starts the agent of a run.
 *
 * @param run What is asked.
 * @param size The window at the start.
 * @param onData Gets its output.
 * @param open Opens a terminal.
 */
export async function launchAgent(
  run: WatchedRun,
  size: TerminalSize,
  onData: TerminalSpec["onData"],
  open: OpenTerminal,
): Promise<Launch> {
  const [name = "", ...args] = run.command;
  const found = findProgram(name, run.env["PATH"] ?? "", run.cwd);
  const backend = run.terminal === "auto" ? "pty" : run.terminal;
  if (found.kind === "not-found") {
    return failed(NOT_FOUND, [{ backend, why: `"${name}" was not found` }]);
  }
  if (found.kind === "not-executable") {
    return failed(NOT_EXECUTABLE, [{ backend, why: `"${found.path}" is not executable` }]);
  }
  if (found.kind === "no-interpreter") {
    return failed(NOT_EXECUTABLE, [{ backend, why: describeInterpreter(found) }]);
  }
  const input = typeof run.input === "string" ? new TextEncoder().encode(run.input) : run.input;
  const { terminal, errors }: Opened = await open(run.terminal, {
    command: [found.path, ...args],
    cwd: run.cwd,
    env: agentEnvironment(run.env, { [RUN_MARK]: run.runId }),
    size,
    input,
    privateDir: run.privateDir,
    onData,
  });
  if (terminal === null) return failed(NOT_EXECUTABLE, errors);
  return { kind: "started", terminal, startErrors: errors };
}

function failed(exitCode: number, startErrors: readonly StartError[]): Launch {
  return { kind: "failed", exitCode, startErrors };
}
