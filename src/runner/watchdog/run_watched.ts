/**
 * Runs one agent and watches it: never silent too long, never for ever, nothing left behind.
 *
 * @module
 */
import type { WatchedResult, WatchedRun } from "./watched_run.ts";

/**
 * Runs an agent to its end, or ends it.
 *
 * @param run What to run, and how long it may take.
 * @returns How it ended; it rejects only with what a callback of `run.signals` threw, after the
 * agent and all its processes were ended.
 */
export function runWatched(_run: WatchedRun): Promise<WatchedResult> {
  throw new Error("being written");
}
