/** Runs an agent and watches it: ends a silent or endless agent, and leaves no processes behind. */
import { countFamily, Family, lookBefore } from "../../system/family.ts";
import {
  isOfRun,
  openProcessTable,
  type ProcessTable,
  RUN_MARK,
} from "../../system/process_table.ts";
import { findProgram } from "../../system/find_program.ts";
import { terminalEnvironment } from "../terminal/environment.ts";
import { openTerminal } from "../terminal/open.ts";
import { findSecrets } from "../terminal/secrets.ts";
import type { TerminalSize, TerminalSpec } from "../terminal/terminal.ts";
import { Judge } from "./_judge.ts";
import { AgentOutput, Novelty } from "./_output.ts";
import { Supervision } from "./_supervision.ts";
import type { AgentCallbacks, AgentOutcome, AgentProcess } from "./agent_process.ts";
import { REAL_CLOCK } from "./clock.ts";

/** A shell's exit codes for a program that is not executable, or not found. */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

interface WatchdogContext {
  readonly open: typeof openTerminal;
  /** Null if the system does not show its processes. */
  readonly table: ProcessTable | null;
}

/**
 * Runs an agent until it ends, or ends it.
 *
 * In any case, all processes of the agent end within the grace and a few seconds, its log is closed and its
 * terminal is released.
 *
 * @param context The dependencies (default: this machine).
 * @returns How it ended. Rejects only with the error of a callback, after all processes have ended.
 */
export async function watchAgent(
  agent: AgentProcess,
  { open, table }: WatchdogContext = { open: openTerminal, table: openProcessTable() },
): Promise<AgentOutcome> {
  const clock = agent.clock ?? REAL_CLOCK;
  const { callbacks, rethrow } = guardCallbacks(agent.callbacks);
  const judge = new Judge(agent.limits, clock.monotonicMs(), clock.wallMs());
  const novelty = new Novelty();
  const output = new AgentOutput({
    log: agent.log,
    secrets: findSecrets(agent.secretEnv),
    onLine: callbacks.onLine,
    onText: (text) => {
      if (novelty.isNew(text)) judge.noteProgress(clock.monotonicMs());
    },
  });
  try {
    using _counted = countFamily();
    const size = agent.size();
    const before = await lookBefore(table);
    const { terminal, exitCode, startErrors } = launch(agent, size, open, (bytes, stream) => {
      judge.noteByte(clock.monotonicMs());
      output.push(bytes, stream);
    });
    if (terminal === null) return { ...NOT_STARTED, exitCode, startErrors };
    const family = new Family({
      rootPid: terminal.pid,
      isOwnRun: isOfRun(agent.mark),
      table,
      ...before,
    });
    const parts = { agent, clock, callbacks, judge, output, terminal, family };
    const ending = await new Supervision(parts, size).runToEnd();
    output.end();
    return {
      ...ending,
      backend: terminal.backend,
      lastScreen: output.readScreen(agent.size().rows),
      bytes: output.bytes,
      durationMs: judge.measure(clock.monotonicMs()).elapsedMs,
      startErrors,
    };
  } finally {
    agent.log.close();
    rethrow();
  }
}

const NOT_STARTED: AgentOutcome = {
  backend: null,
  exitCode: null,
  signal: null,
  endedBy: "not-started",
  lastScreen: [],
  bytes: 0,
  durationMs: 0,
  silentMs: 0,
  leftBehind: 0,
  startErrors: [],
};

/** Starts the agent. @returns A terminal, or the exit code that a shell would give. */
function launch(
  agent: AgentProcess,
  size: TerminalSize,
  open: typeof openTerminal,
  onData: TerminalSpec["onData"],
) {
  const [name = "", ...args] = agent.command;
  const search = findProgram(name, agent.env["PATH"] ?? "", agent.cwd);
  const fail = (exitCode: number, why: string) => ({
    terminal: null,
    exitCode,
    startErrors: [why],
  });
  if (search.kind === "not-found") return fail(NOT_FOUND, `"${name}" was not found`);
  if (search.kind === "unusable") return fail(NOT_EXECUTABLE, search.why);
  const { terminal, errors: startErrors } = open(agent.terminal, {
    command: [search.path, ...args],
    cwd: agent.cwd,
    env: terminalEnvironment(agent.env, { [RUN_MARK]: agent.mark }),
    size,
    onData,
  });
  return { terminal, exitCode: NOT_EXECUTABLE, startErrors };
}

/**
 * Makes callbacks safe to call. A callback that throws must not leave an agent unwatched: the agent is ended,
 * then the first error is thrown.
 */
function guardCallbacks(given: AgentCallbacks) {
  let failure: { readonly error: unknown } | null = null;
  const guard = <Args extends unknown[], T>(call: (...args: Args) => T, otherwise: T) => {
    return (...args: Args): T => {
      try {
        return call(...args);
      } catch (error) {
        failure ??= { error };
        return otherwise;
      }
    };
  };
  const stopWish = guard(given.stopWish, null);
  const callbacks: AgentCallbacks = {
    onLine: guard(given.onLine, undefined),
    onStarted: guard(given.onStarted, undefined),
    onHeartbeat: guard(given.onHeartbeat, undefined),
    onWarning: guard(given.onWarning, undefined),
    onTick: guard(given.onTick, undefined),
    isToolInFlight: guard(given.isToolInFlight, false),
    isResultReported: guard(given.isResultReported, false),
    progressCount: guard(given.progressCount, 0),
    stopWish: () => stopWish() ?? (failure === null ? null : "interrupt"),
  };
  return {
    callbacks,
    rethrow: () => {
      if (failure !== null) throw failure.error;
    },
  };
}
