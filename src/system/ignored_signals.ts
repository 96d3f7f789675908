/**
 * Finds the signals that this process was started to ignore: `nohup` ignores the hang-up, and a shell
 * without job control ignores Ctrl-C for commands in the background.
 */

import { openCLibrary } from "./c_library.ts";

/** The signals that end a run, with their numbers, which Linux and macOS share. */
const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

/** `SIG_IGN` (signal(2)). */
const IGNORED = 1n;
/** Larger than `struct sigaction` of any system, in 8 bytes each; the handler is its first field. */
const ACTION_WORDS = 32;

/**
 * Finds the signals that this process ignores. Call it before adding a listener, which replaces the
 * inherited handler.
 *
 * @returns The signals; empty if the system does not show them.
 */
export function findIgnoredSignals(): ReadonlySet<Deno.Signal> {
  const library = openCLibrary({
    sigaction: { parameters: ["i32", "pointer", "buffer"], result: "i32" },
  });
  if (library === null) return new Set();
  const action = new BigUint64Array(ACTION_WORDS);
  const isIgnored = (signal: keyof typeof NUMBERS) =>
    library.symbols.sigaction(NUMBERS[signal], null, action) === 0 && action[0] === IGNORED;
  const ignored = new Set((Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).filter(isIgnored));
  library.close();
  return ignored;
}
