/** Starts the scan of a project in a process of its own. Part of the hooks, after their answer. */
import { startDetached } from "../process/start_detached.ts";
import { MINUTE_MS } from "../text/time.ts";

/** A result is this young where turns are short: a scan each would only keep the machine busy. */
const LEAST_AGE_MS = MINUTE_MS;

/**
 * Starts a scan, unless the last one is young. The next continuation reads its result; where a scan
 * runs already, it ends at once.
 *
 * @param at.scannedAtMs When the last scan began, epoch milliseconds; null where it is missing or too
 * old for what is asked.
 */
export function startScan(
  project: string,
  at: { readonly nowMs: number; readonly scannedAtMs: number | null },
): void {
  const ageMs = at.nowMs - (at.scannedAtMs ?? -Infinity);
  if (ageMs >= 0 && ageMs < LEAST_AGE_MS) return;
  startDetached(["scan", project], {}, { isLowPriority: true });
}
