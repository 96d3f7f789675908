/** How work grows with its size, by this thread's processor time: no load and no slow machine changes it. */
import { assert } from "@std/assert";
import { openCLibrary } from "../src/system/c_library.ts";

const TIMES_LARGER = 8;
/** Of a square it is 64. */
const MOST_GROWTH = 32;
const TRIES = 3;
/** What takes less is not measured well. */
const LEAST_MS = 1;
/** `CLOCK_THREAD_CPUTIME_ID`. */
const CLOCK = Deno.build.os === "darwin" ? 16 : 3;
const LIBRARY = openCLibrary({
  clock_gettime: { parameters: ["i32", "buffer"], result: "i32" },
});

/** Checks that work on a text, say, grows with its number of pieces, not with the square of it. */
export function assertLinear(what: string, size: number, work: (size: number) => unknown): void {
  const small = measure(() => work(Math.ceil(size / TIMES_LARGER)));
  const large = measure(() => work(size));
  const growth = large / Math.max(small, LEAST_MS);
  assert(growth < MOST_GROWTH, `${what}: ${small} ms, and ${large} ms for eight times as much`);
}

function measure(work: () => unknown): number {
  return Math.min(...Array.from({ length: TRIES }, () => {
    const began = readMs();
    work();
    return readMs() - began;
  }));
}

function readMs(): number {
  const time = new BigInt64Array(2);
  if (LIBRARY?.symbols.clock_gettime(CLOCK, time) !== 0) return performance.now();
  return Number(time[0]! * 1_000_000_000n + time[1]!) / 1e6;
}
