/** Limits the time for taking an agent's commits. */
import { HOUR_MS } from "../../text/time.ts";
import type { RunContext } from "../job/context.ts";

/** Time after a stop request or at a limit; enough for a usual turn's commits. */
const GRACE_MS = 1_500;

/** The signal that ends the taking of commits. */
export interface TakingTime extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Begins the time for taking commits. It ends shortly after the limit on hours is reached or a stop is
 * requested, and at once at a second stop request.
 */
export function beginTaking(
  { stop, job, loop }: Pick<RunContext, "stop" | "job" | "loop">,
): TakingTime {
  const limit = new AbortController();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const endIn = (ms: number) => void timers.push(setTimeout(() => limit.abort(), ms));
  const endSoon = () => endIn(GRACE_MS);
  if (stop.signal.aborted) endSoon();
  stop.signal.addEventListener("abort", endSoon);
  const leftMs = job.settings.max_hours * HOUR_MS - loop.record.accumulatedRuntimeMs;
  endIn(Math.min(Math.max(0, leftMs) + GRACE_MS, MOST_MS));
  return {
    signal: AbortSignal.any([stop.nowSignal, limit.signal]),
    [Symbol.dispose]() {
      stop.signal.removeEventListener("abort", endSoon);
      timers.forEach(clearTimeout);
    },
  };
}

/** The longest delay of a timer. */
const MOST_MS = 0x7fff_ffff;
