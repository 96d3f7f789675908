/**
 * Runs a command of the user or the project. None of its processes outlives the answer that it was run for,
 * including background processes and processes in a separate session.
 */
import { endFamily } from "../../system/end_family.ts";
import { countFamily, Family, lookBefore } from "../../system/family.ts";
import { isOfRun, openProcessTable, RUN_MARK } from "../../system/process_table.ts";
import { isRunningProgram, type ProgramResult, runProgram } from "../../system/run_program.ts";
import { showDuration } from "../../text/time.ts";
import type { TrustedCommand } from "../../store/trusted_command.ts";
import { TestCount } from "./zero_tests.ts";
import { joinBytes } from "../../text/join_bytes.ts";

/** Interval at which stop requests are checked, in milliseconds. */
const POLL_MS = 100;
/** Interval at which its processes are listed before they can escape, in milliseconds. */
const CENSUS_MS = 1_000;
/** Time between TERM and KILL, in milliseconds. A stop takes effect within a second. */
const GRACE_MS = 2_000;
const STOP_GRACE_MS = 400;
/** Output kept while a command runs, in bytes. Older output is dropped. */
const KEPT_BYTES = 16 * 1024;
/** Number of characters of the output that are shown. */
const TAIL_CHARACTERS = 1_500;
/** Number of characters of a line that are kept. A longer line is dropped piece by piece. */
const MAX_LINE_LENGTH = 1_000;

const CLOCK = {
  monotonicMs: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/**
 * Starts a shell that runs a command in its own group, and a watcher next to it. When this process dies,
 * the pipe on its standard input closes, and the watcher ends the group.
 * on its standard input closes, and the watcher ends the group.
 */
const GROUP_SCRIPT = `exec 3<&0 </dev/null
{ read -r _ <&3; trap '' TERM; kill -s TERM -- -$$; sleep 1; kill -s KILL -- -$$; } 2>/dev/null &
watcher=$!
( exec 3<&-; exec "$@" )
status=$?
kill "$watcher" 2>/dev/null
exit "$status"`;

/** The place of a command's run, and its limits. */
export interface CommandOptions {
  readonly cwd: string;
  readonly limitMs: number;
  /** Checks whether the user has asked for a stop. Then the command ends at once. */
  readonly isStopAsked: () => boolean;
  /** The loop that it runs for. Processes are marked with it, to find leftovers of a killed ralph. */
  readonly loopId?: string;
  /** Puts the shell that runs the command into a sandbox. */
  readonly confine?: (shell: readonly string[]) => Promise<ConfinedShell>;
}

/** A shell in its sandbox. */
interface ConfinedShell {
  readonly command: readonly string[];
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The outcome of a command. */
export type CommandRun =
  | {
    readonly kind: "ended";
    readonly code: number;
    /** The end of its output, both streams. */
    readonly tail: string;
    /** The line in which a test runner reports that no test ran; null without one. */
    readonly zeroTests: string | null;
  }
  | { readonly kind: "cut"; readonly why: string };

/**
 * Runs the command with the system's shell, without standard input.
 *
 * @returns Its exit code and the end of its output, or the reason why it did not finish.
 */
export async function runCommand(
  { line: command }: TrustedCommand,
  options: CommandOptions,
): Promise<CommandRun> {
  const { cwd, limitMs, isStopAsked } = options;
  using _counted = countFamily();
  const table = openProcessTable();
  const before = await lookBefore(table);
  const mark = markOf(options.loopId);
  const output = new CommandOutput();
  const stop = new AbortController();
  let family: Family | undefined;
  let isEnding = false;
  // A failed listing is repeated at the end.
  const timers = [
    setInterval(() => isStopAsked() && stop.abort(), POLL_MS),
    setInterval(() => isEnding || family?.takeCensus().catch(() => {}), CENSUS_MS),
  ];
  if (isStopAsked()) stop.abort();
  const shell = ["sh", "-c", command];
  const { command: words, env } = await options.confine?.(shell) ?? { command: shell, env: {} };
  // The system's own shell: the search path of a confined command could lead into the project.
  const group = ["/bin/sh", "-c", GROUP_SCRIPT, "ralph-verify"];
  const [program, ...args] = [...group, ...words] as [string, ...string[]];
  const result = await runProgram(program, args, {
    timeoutMs: limitMs,
    maxBytes: Infinity,
    cwd,
    clearEnv: options.confine !== undefined,
    env: { ...env, [RUN_MARK]: mark },
    input: "held",
    signal: stop.signal,
    onOutput: (bytes, stream) => output.take(bytes, stream),
    onStart: (pid) =>
      family = new Family({ rootPid: pid, isOwnRun: isOfRun(mark), table, ...before }),
    end: async (pid) => {
      isEnding = true;
      const hasEnded = !isRunningProgram(pid);
      if (hasEnded) family?.noteRootEnd();
      if (family !== undefined) {
        await endFamily(family, {
          graceMs: isStopAsked() ? STOP_GRACE_MS : GRACE_MS,
          isUrgent: () => hasEnded && isStopAsked(),
          clock: CLOCK,
        });
      }
    },
  });
  timers.forEach(clearInterval);
  return result.kind === "ended"
    ? { kind: "ended", code: result.code, ...output.finish() }
    : { kind: "cut", why: describeCut(result, command, limitMs) };
}

/** Makes the mark of a command, below the marks of its loop and of the current run. */
function markOf(loopId: string | undefined): string {
  const above = Deno.env.get(RUN_MARK) ?? loopId ?? "";
  return `${above}.check-${crypto.randomUUID().slice(0, 8)}`.replace(/^\./, "");
}

function describeCut(result: ProgramResult, command: string, limitMs: number): string {
  if (result.kind === "not-started") return `it could not be started: ${result.why}`;
  return result.kind === "aborted"
    ? "a stop was asked for"
    : `\`${command}\` took longer than ${showDuration(limitMs)}`;
}

/** The output of a command: its end is kept, and its lines are read. */
class CommandOutput {
  readonly #tests = new TestCount();
  #kept = new Uint8Array();
  readonly #open = {
    stdout: { decoder: new TextDecoder(), line: "" },
    stderr: { decoder: new TextDecoder(), line: "" },
  };

  take(bytes: Uint8Array<ArrayBuffer>, stream: "stdout" | "stderr"): void {
    this.#kept = joinBytes([this.#kept, bytes]).slice(-KEPT_BYTES);
    const open = this.#open[stream];
    const lines = (open.line + open.decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r/);
    open.line = lines.pop() ?? "";
    for (const line of lines) this.#tests.read(line);
    if (open.line.length > MAX_LINE_LENGTH) open.line = "";
  }

  /** Returns the end of the output, in order, and the line that reports that no test ran. */
  finish(): { tail: string; zeroTests: string | null } {
    for (const { line } of Object.values(this.#open)) this.#tests.read(line);
    const tail = new TextDecoder().decode(this.#kept).trim().slice(-TAIL_CHARACTERS);
    return { tail, zeroTests: this.#tests.zeroLine };
  }
}
