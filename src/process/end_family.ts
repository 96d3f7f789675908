/**
 * Ends all processes of a run: TERM, a grace, KILL; bounded in every step.
 *
 * @module
 */
import { attempt } from "../error.ts";
import { Family } from "./family.ts";
import { openProcessTable } from "./open_process_table.ts";
import type { ProcessEntry, ProcessTable } from "./process_table.ts";
import { runProgram } from "./run_program.ts";

/** So long KILL is repeated, in milliseconds: a fork may slip through the first one. */
const KILL_MS = 2_000;
/** Between two looks at what still lives, in milliseconds. */
const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 200;

/** How a family is ended. */
export interface EndOptions {
  /** From TERM to KILL, in milliseconds; 0 is KILL at once. */
  readonly graceMs: number;
  /** A process to be left to end by itself, since it ends with the others (`script`). */
  readonly holderPid?: number;
  /** Whether the grace is over now, because the user wants so. */
  readonly isUrgent?: () => boolean;
  /** Told just before KILL. */
  readonly onKill?: (processes: number) => void;
  readonly clock: {
    monotonicMs(): number;
    sleep(ms: number): Promise<void>;
  };
  /** Sends a signal; for tests. */
  readonly send?: typeof signalProcesses;
}

/** What came of it. */
export interface EndOutcome {
  /** How many lived when it began. */
  readonly ended: number;
  /** Those that even KILL did not end. */
  readonly survivors: readonly number[];
}

/**
 * Ends a family.
 *
 * @returns Within the grace and about two seconds, whatever the processes do.
 */
export async function endFamily(family: Family, options: EndOptions): Promise<EndOutcome> {
  const { graceMs, clock, holderPid } = options;
  const send = options.send ?? signalProcesses;
  const isUrgent = options.isUrgent ?? (() => false);
  const look = async (): Promise<ProcessEntry[]> => {
    const { living } = await family.takeCensus();
    return living.filter(({ pid }) => pid !== holderPid);
  };
  /** Looks again and again, ever more rarely. */
  const watch = async (
    from: ProcessEntry[],
    endsAt: number,
    isOver: () => boolean,
    act?: (living: ProcessEntry[]) => void,
  ): Promise<ProcessEntry[]> => {
    let living = from;
    let waitMs = FIRST_LOOK_MS;
    while (living.length > 0 && clock.monotonicMs() < endsAt && !isOver()) {
      await clock.sleep(Math.min(waitMs, Math.max(1, endsAt - clock.monotonicMs())));
      waitMs = Math.min(waitMs * 2, LAST_LOOK_MS);
      living = await look();
      if (living.length > 0) act?.(living);
    }
    return living;
  };

  const first = await look();
  let living = first;
  if (living.length > 0 && graceMs > 0 && !isUrgent()) {
    send(living, "SIGTERM");
    // What is stopped cannot hear it before it goes on (GNU timeout does the same).
    send(living, "SIGCONT");
    living = await watch(living, clock.monotonicMs() + graceMs, isUrgent);
  }
  if (living.length > 0) {
    options.onKill?.(living.length);
    send(living, "SIGKILL");
    const again = (rest: ProcessEntry[]) => send(rest, "SIGKILL");
    living = await watch(living, clock.monotonicMs() + KILL_MS, () => false, again);
  }
  return { ended: first.length, survivors: living.map(({ pid }) => pid) };
}

/**
 * Ends all processes that carry the mark of a run, wherever they went.
 *
 * @param runIds Ids of runs; a loop's id finds the processes of all its iterations and checks.
 * @param options How they are ended.
 * @param table The system's processes; for tests.
 * @returns Nothing is found where the system does not show environments.
 */
export function endLeftovers(
  runIds: readonly string[],
  options: EndOptions,
  table: ProcessTable | null = openProcessTable(),
): Promise<EndOutcome> {
  return endFamily(new Family({ rootPid: null, runIds, table, since: 0 }), options);
}

/**
 * Sends a signal to some processes.
 *
 * A group that one of them leads gets it as a group, in one step of the kernel, so that nothing
 * forks away meanwhile; a group whose leader is not among them may be somebody else's. Nobody gets
 * it twice, since a second TERM means "now" to many programs.
 */
function signalProcesses(processes: readonly ProcessEntry[], signal: Deno.Signal): void {
  if (Deno.build.os === "windows") return endTrees(processes, signal);
  const groups = new Set(
    processes.filter(({ pid, group }) => pid === group).map(({ group }) => group),
  );
  for (const group of groups) sendTo(-group, signal);
  for (const { pid, group } of processes) if (!groups.has(group)) sendTo(pid, signal);
}

const TASKKILL_LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

/** There are no groups and no TERM: the system's own tool ends a process with its children. */
function endTrees(processes: readonly ProcessEntry[], signal: Deno.Signal): void {
  if (signal !== "SIGTERM" && signal !== "SIGKILL") return;
  for (const { pid } of processes) {
    runProgram("taskkill", ["/T", "/F", "/PID", String(pid)], TASKKILL_LIMITS);
  }
}

function sendTo(pid: number, signal: Deno.Signal): void {
  // 0, 1 and -1 address ourselves, the first process, and everybody.
  if (Math.abs(pid) < 2) return;
  // Gone already, or not ours to signal: the next look tells.
  attempt(() => Deno.kill(pid, signal));
}
