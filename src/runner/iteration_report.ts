/**
 * What a run tells of an iteration, to people and to the loop's record.
 *
 * @module
 */
import { markTurn } from "../loop/pausing.ts";
import { countsOf, type Iterated } from "./iterate.ts";
import type { Job, JobWorld } from "./job.ts";
import { firstOpenItem, type Plan } from "./plan/plan.ts";

/** Tells that an iteration begins. */
export function announceIteration(
  { settings }: Pick<Job, "settings">,
  { disk, report, clock }: Pick<JobWorld, "disk" | "report" | "clock">,
  { number, log, plan, isRecovery }: {
    number: number;
    log: string;
    plan: Plan;
    isRecovery: boolean;
  },
): void {
  report({
    kind: "iteration-started",
    iteration: number,
    max_iterations: settings.max_iterations,
    item: firstOpenItem(plan)?.text ?? null,
    counts: countsOf(plan),
    is_recovery: isRecovery,
    log,
  });
  const now = clock.wallMs() / 1000;
  disk.change((record) => ({
    ...markTurn(record, "running", now),
    iteration: number,
    last_hook_timestamp: now,
  }));
}

/** Tells that an iteration ended; what an agent that was ended last had on its screen is its diagnosis. */
export function reportEnd(
  { report }: Pick<JobWorld, "report">,
  iteration: number,
  { result, watch }: Iterated,
  plan: Plan,
  hasProgress: boolean,
): void {
  const wasEnded = result.endedBy === "idle-timeout" || result.endedBy === "task-timeout";
  report({
    kind: "iteration-ended",
    iteration,
    ended_by: result.endedBy,
    exit_code: result.exitCode,
    signal: result.signal,
    seconds: Math.round(result.durationMs / 100) / 10,
    counts: countsOf(plan),
    has_progress: hasProgress,
    tokens: watch.tokens,
    cost_usd: watch.costUsd,
    last_screen: wasEnded ? result.lastScreen : [],
  });
}
