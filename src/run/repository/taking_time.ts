/** How long an agent's commits may be taken. */
import { HOUR_MS } from "../../text/time.ts";
import type { RunContext } from "../job/context.ts";

/** After a stop was asked for, or a limit is reached: enough for a usual turn's commits. */
const GRACE_MS = 1_500;

/** What ends the taking of commits. */
export interface TakingTime extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Begins the time in which commits are taken: until the limit on hours, until a stop was asked for, and a
 * moment longer; at a second stop, until then.
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

/** A timer's longest. */
const MOST_MS = 0x7fff_ffff;
