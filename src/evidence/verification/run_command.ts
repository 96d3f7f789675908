/**
 * Runs one command of the user or the project. Nothing that came of it outlives the answer that it
 * was run for: not what it left in the background, not what went into a session of its own.
 *
 * @module
 */
import { endFamily } from "../../process/end_family.ts";
import { Family, lookBefore } from "../../process/family.ts";
import { openProcessTable } from "../../process/open_process_table.ts";
import { RUN_MARK } from "../../process/process_table.ts";
import { showDuration } from "../../text/human_units.ts";
import { waitAtMost } from "../../process/run_program.ts";
import { OutputTail } from "./_output.ts";
import { TestCount } from "./zero_tests.ts";

/** How often stop requests are looked for, in milliseconds. */
const POLL_MS = 100;
/** How often its processes are looked at, in milliseconds, to know them before they escape. */
const CENSUS_MS = 1_000;
/** How long the output of what was ended is waited for, in milliseconds. */
const LAST_OUTPUT_MS = 500;
/** From TERM to KILL, in milliseconds; a stop takes effect within a second. */
const GRACE_MS = 2_000;
const STOP_GRACE_MS = 400;

const CLOCK = {
  monotonicMs: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/**
 * A shell that runs `$1` in its own group, and a watcher beside it: when this process dies, the pipe
 * on its standard input closes, and the watcher ends the group.
 */
const GROUP_SCRIPT = `exec 3<&0 </dev/null
{ read -r _ <&3; trap '' TERM; kill -s TERM -- -$$; sleep 1; kill -s KILL -- -$$; } 2>/dev/null &
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
  /** The loop that it is run for: its mark finds what a killed process of ours left behind. */
  readonly loopId?: string;
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
  const table = openProcessTable();
  const before = await lookBefore(table);
  const mark = markOf(options.loopId);
  let child: Deno.ChildProcess;
  try {
    child = startGroup(command, options.cwd, mark);
  } catch (error) {
    return { kind: "cut", why: `it could not be started: ${String(error)}` };
  }
  const family = new Family({ rootPid: child.pid, runIds: [mark], table, ...before });
  child.status.then(() => family.noteRootEnd());
  const tests = new TestCount();
  const output = new OutputTail([child.stdout, child.stderr], (line) => tests.read(line));
  const cut = await waitForEnd(child, family, command, options);
  await endFamily(family, {
    graceMs: options.isStopAsked() ? STOP_GRACE_MS : GRACE_MS,
    isUrgent: () => cut === null && options.isStopAsked(),
    clock: CLOCK,
  });
  await waitAtMost(child.status, LAST_OUTPUT_MS);
  await child.stdin.close().catch(() => {});
  const tail = await output.finish(LAST_OUTPUT_MS);
  if (cut !== null) return { kind: "cut", why: cut };
  const { code } = await child.status;
  return { kind: "ended", code, tail, zeroTests: tests.zeroLine };
}

/** Each command has a mark of its own, below that of its loop, and of the run that we work in. */
function markOf(loopId: string | undefined): string {
  const above = Deno.env.get(RUN_MARK) ?? loopId ?? "";
  return `${above}.check-${crypto.randomUUID().slice(0, 8)}`.replace(/^\./, "");
}

/** Null where the command came to its end, else why it must not go on. */
async function waitForEnd(
  child: Deno.ChildProcess,
  family: Family,
  command: string,
  { limitMs, isStopAsked }: CommandOptions,
): Promise<string | null> {
  const endsAt = performance.now() + limitMs;
  let censusAt = performance.now() + CENSUS_MS;
  let hasEnded = false;
  child.status.then(() => hasEnded = true);
  while (!hasEnded) {
    if (isStopAsked()) return "a stop was asked for";
    if (performance.now() >= endsAt) {
      return `\`${command}\` took longer than ${showDuration(limitMs / 1000)}`;
    }
    if (performance.now() >= censusAt) {
      await family.takeCensus();
      censusAt = performance.now() + CENSUS_MS;
    }
    await waitAtMost(child.status, POLL_MS);
  }
  return null;
}

function startGroup(command: string, cwd: string, mark: string): Deno.ChildProcess {
  const isWindows = Deno.build.os === "windows";
  return new Deno.Command(isWindows ? "cmd" : "sh", {
    args: isWindows ? ["/d", "/s", "/c", command] : ["-c", GROUP_SCRIPT, "ralph-verify", command],
    cwd,
    env: { [RUN_MARK]: mark },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
}
