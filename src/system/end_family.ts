/** Terminates all processes of a run: TERM, a grace period, KILL. Every step is bounded. */
import { attempt } from "../error.ts";
import { Family } from "./family.ts";
import { type IsWanted, openProcessTable, type ProcessEntry } from "./process_table.ts";

/** Time in which KILL is repeated, in milliseconds: a new fork may escape the first signal. */
const KILL_MS = 2_000;
/** Shortest and longest wait between two censuses, in milliseconds. */
const MIN_POLL_MS = 20;
const MAX_POLL_MS = 200;

/** How a family is terminated. */
interface EndOptions {
  /** Time from TERM to KILL, in milliseconds; 0 kills at once. */
  readonly graceMs: number;
  /** Processes that are not signalled, since they exit with the others, such as a sandbox. */
  readonly holderPids?: readonly number[];
  /** Checks whether the user asked to skip the rest of the grace period. */
  readonly isUrgent?: () => boolean;
  /** Called just before KILL. */
  readonly onKill?: (processes: number) => void;
  readonly clock: {
    monotonicMs(): number;
    sleep(ms: number): Promise<void>;
  };
  /** Sends a signal; for tests. */
  readonly send?: typeof signalProcesses;
}

/** The number of processes that were terminated, and those that survived. */
interface EndOutcome {
  /** The number of processes that were alive at the beginning. */
  readonly ended: number;
  /** Ids of the processes that survived KILL. */
  readonly survivors: readonly number[];
}

/**
 * Terminates a family.
 *
 * @returns The outcome, within the grace period and about two seconds, whatever the processes do.
 */
export async function endFamily(family: Family, options: EndOptions): Promise<EndOutcome> {
  const { graceMs, clock, holderPids = [] } = options;
  const send = options.send ?? signalProcesses;
  const isUrgent = options.isUrgent ?? (() => false);
  const listLiving = async (): Promise<ProcessEntry[]> => {
    const { living } = await family.takeCensus();
    return living.filter(({ pid }) => !holderPids.includes(pid));
  };
  /** Repeats the census at growing intervals. */
  const waitForEnd = async (
    from: ProcessEntry[],
    endsAt: number,
    isOver: () => boolean,
    act?: (living: ProcessEntry[]) => void,
  ): Promise<ProcessEntry[]> => {
    let living = from;
    let waitMs = MIN_POLL_MS;
    while (living.length > 0 && clock.monotonicMs() < endsAt && !isOver()) {
      await clock.sleep(Math.min(waitMs, Math.max(1, endsAt - clock.monotonicMs())));
      waitMs = Math.min(waitMs * 2, MAX_POLL_MS);
      living = await listLiving();
      if (living.length > 0) act?.(living);
    }
    return living;
  };

  const first = await listLiving();
  let living = first;
  if (living.length > 0 && graceMs > 0 && !isUrgent()) {
    send(living, "SIGTERM");
    // A stopped process handles TERM only once it continues (GNU timeout does the same).
    send(living, "SIGCONT");
    living = await waitForEnd(living, clock.monotonicMs() + graceMs, isUrgent);
  }
  if (living.length > 0) {
    options.onKill?.(living.length);
    send(living, "SIGKILL");
    const again = (rest: ProcessEntry[]) => send(rest, "SIGKILL");
    living = await waitForEnd(living, clock.monotonicMs() + KILL_MS, () => false, again);
  }
  return { ended: first.length, survivors: living.map(({ pid }) => pid) };
}

/**
 * Terminates all processes that carry the mark of a run, even those that left its group.
 *
 * @param isOwnRun Decides by the run's id: a loop's id, with a suffix for an agent or a check.
 * @returns The outcome; nothing is found if the system does not show environments.
 */
export function endLeftovers(
  isOwnRun: IsWanted,
  options: EndOptions,
): Promise<EndOutcome> {
  const table = openProcessTable();
  return endFamily(new Family({ rootPid: null, isOwnRun, table, since: 0 }), options);
}

/**
 * Sends a signal to some processes.
 *
 * A group that one of them leads is signalled as a group, in one step of the kernel, so that no fork
 * escapes; a group whose leader is not among them may not be the run's. No process is signalled
 * twice, since a second TERM means "now" to many programs.
 */
function signalProcesses(processes: readonly ProcessEntry[], signal: Deno.Signal): void {
  const groups = new Set(
    processes.filter(({ pid, group }) => pid === group).map(({ group }) => group),
  );
  for (const group of groups) sendTo(-group, signal);
  for (const { pid, group } of processes) if (!groups.has(group)) sendTo(pid, signal);
}

function sendTo(pid: number, signal: Deno.Signal): void {
  // 0, 1 and -1 mean this process's group, the first process, and all processes.
  if (Math.abs(pid) < 2) return;
  // It has ended, or may not be signalled; the next census shows which.
  attempt(() => Deno.kill(pid, signal));
}
