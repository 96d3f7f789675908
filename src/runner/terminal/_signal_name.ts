/**
 * Signals by number, where a backend reports only that.
 *
 * @module
 */

/** The numbers that are the same on Linux and macOS. */
const SIGNALS = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
} as const satisfies Partial<Record<Deno.Signal, number>>;

/** Those that differ, on Linux and on macOS. */
const OWN_SIGNALS: Partial<Record<Deno.Signal, number>> = Deno.build.os === "darwin"
  ? { SIGBUS: 10, SIGSYS: 12, SIGUSR1: 30, SIGUSR2: 31, SIGXCPU: 24, SIGXFSZ: 25 }
  : { SIGBUS: 7, SIGSYS: 31, SIGUSR1: 10, SIGUSR2: 12, SIGXCPU: 24, SIGXFSZ: 25 };

const NAMES = new Map(
  Object.entries({ ...SIGNALS, ...OWN_SIGNALS }).map(([name, number]) => [number, name]),
);

/**
 * Names a signal.
 *
 * @param number Its number here.
 * @returns Its name; `SIGKILL` for one that is not known, which no agent ends by.
 */
export function nameSignal(number: number): Deno.Signal {
  return findSignal(number) ?? "SIGKILL";
}

/** Names a signal, or null where that number is none that ends programs. */
export function findSignal(number: number): Deno.Signal | null {
  return (NAMES.get(number) as Deno.Signal | undefined) ?? null;
}
