/** Signals by number, for backends and shells that report only numbers. */

/** Numbers on this system; those after `SIGTERM` differ between Linux and macOS. */
const NUMBERS: Partial<Record<Deno.Signal, number>> = {
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
  ...Deno.build.os === "darwin"
    ? { SIGBUS: 10, SIGSYS: 12, SIGUSR1: 30, SIGUSR2: 31, SIGXCPU: 24, SIGXFSZ: 25 }
    : { SIGBUS: 7, SIGSYS: 31, SIGUSR1: 10, SIGUSR2: 12, SIGXCPU: 24, SIGXFSZ: 25 },
};

/** Returns a signal's number; 0 for a signal that does not end programs. */
export function numberOfSignal(signal: Deno.Signal): number {
  return NUMBERS[signal] ?? 0;
}

/** Finds the signal of a number; null if it does not end programs. */
export function findSignal(number: number): Deno.Signal | null {
  const names = Object.keys(NUMBERS) as Deno.Signal[];
  return names.find((name) => NUMBERS[name] === number) ?? null;
}
