/**
 * Ends all processes of a run: TERM, a grace, KILL; bounded in every step.
 *
 * @module
 */
import { signalProcesses } from "./_signal.ts";
import type { Family } from "./family.ts";
import type { ProcessEntry } from "./process_table.ts";

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
