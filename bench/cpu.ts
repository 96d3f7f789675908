/**
 * Reads the processor time of child processes, which hardly depends on other load.
 *
 * @module
 */

/** The counter of children that have ended. */
const CHILDREN = -1;

/** A size larger than any system's `struct rusage`. */
const LARGEST_WORDS = 64;

const LIBRARIES: Readonly<Partial<Record<typeof Deno.build.os, string>>> = {
  linux: "libc.so.6",
  darwin: "libSystem.dylib",
};

const getUsage = open();

function open(): ((who: number, usage: BigInt64Array<ArrayBuffer>) => number) | null {
  try {
    const library = Deno.dlopen(LIBRARIES[Deno.build.os] ?? "", {
      getrusage: { parameters: ["i32", "buffer"], result: "i32" },
    });
    return (who, usage) => library.symbols.getrusage(who, usage);
  } catch {
    return null;
  }
}

/** Reads the time of all children that have ended, in milliseconds; null if unknown. */
export function readChildrenMs(): number | null {
  const usage = new BigInt64Array(LARGEST_WORDS);
  if (getUsage === null || getUsage(CHILDREN, usage) !== 0) return null;
  // Seconds and microseconds, of the program and of the system; microseconds have 32 bits on macOS.
  const [userS = 0n, userUs = 0n, systemS = 0n, systemUs = 0n] = usage;
  const us = BigInt.asIntN(32, userUs) + BigInt.asIntN(32, systemUs);
  return Number((userS + systemS) * 1_000_000n + us) / 1000;
}
