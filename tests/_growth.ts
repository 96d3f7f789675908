/** How work grows with its size, by this thread's processor time: no load and no slow machine changes it. */
import { assert } from "@std/assert";

const TIMES_LARGER = 8;
/** Of a square it is 64. */
const MOST_GROWTH = 32;
const TRIES = 3;
/** What takes less is not measured well. */
const LEAST_MS = 1;

/** The number of `CLOCK_THREAD_CPUTIME_ID`. */
const CLOCKS: Readonly<Partial<Record<typeof Deno.build.os, [library: string, clock: number]>>> = {
  linux: ["libc.so.6", 3],
  darwin: ["libSystem.dylib", 16],
};

const readMs = openClock() ?? (() => performance.now());

/**
 * Checks that work grows with its size, not with the square of it.
 *
 * @param work Works on a text, say, of so many pieces.
 */
export function assertLinear(what: string, size: number, work: (size: number) => unknown): void {
  const small = measure(() => work(Math.ceil(size / TIMES_LARGER)));
  const large = measure(() => work(size));
  const growth = large / Math.max(small, LEAST_MS);
  assert(growth < MOST_GROWTH, `${what}: ${small} ms, and ${large} ms for eight times as much`);
}

function measure(work: () => unknown): number {
  const times = Array.from({ length: TRIES }, () => {
    const began = readMs();
    work();
    return readMs() - began;
  });
  return Math.min(...times);
}

function openClock(): (() => number) | null {
  const [library, clock] = CLOCKS[Deno.build.os] ?? [];
  if (library === undefined || clock === undefined) return null;
  const { symbols } = Deno.dlopen(library, {
    clock_gettime: { parameters: ["i32", "buffer"], result: "i32" },
  });
  return () => {
    const time = new BigInt64Array(2);
    symbols.clock_gettime(clock, time);
    return Number(time[0]! * 1_000_000_000n + time[1]!) / 1e6;
  };
}
