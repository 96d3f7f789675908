/**
 * What a run tells of an iteration, to people and to the loop's record.
 *
 * @module
 */
import { markTurn } from "../loop/time/pausing.ts";
import { countsOf, type Iterated } from "./iterate.ts";
import type { Job, JobWorld } from "./job.ts";
import { firstOpenItem, type Plan } from "./plan/plan.ts";
import type { WatchedResult } from "./watchdog/watched_run.ts";

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
  { number, item, log }: { number: number; item: string | null; log: string },
  { result, watch }: Iterated,
  plan: Plan,
  hasProgress: boolean,
): void {
  const wasEnded = result.endedBy === "idle-timeout" || result.endedBy === "task-timeout";
  report({
    kind: "iteration-ended",
    iteration: number,
    item,
    log,
    ended_by: result.endedBy,
    status: statusOf(result),
    exit_code: result.exitCode,
    signal: result.signal,
    seconds: seconds(result.durationMs),
    silent_seconds: seconds(result.silentMs),
    bytes: result.bytes,
    left_behind: result.leftBehind,
    counts: countsOf(plan),
    has_progress: hasProgress,
    tokens: watch.tokens,
    cost_usd: watch.costUsd,
    last_screen: !wasEnded ? [] : watch.isStructured ? watch.lines : result.lastScreen,
  });
}

/** Signals by their numbers; others than these end no agent of ours. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};

/** The runner's own timeout (GNU timeout's code), which no run ends with. */
const TIMED_OUT = 124;
/** The supervisor failed, not the agent. */
const NOT_STARTED = 125;

/** The status of one agent as a shell would have it. */
export function statusOf(
  { endedBy, exitCode, signal }: Pick<WatchedResult, "endedBy" | "exitCode" | "signal">,
): number {
  if (endedBy === "idle-timeout" || endedBy === "task-timeout") return TIMED_OUT;
  if (exitCode !== null) return exitCode;
  return signal === null ? NOT_STARTED : 128 + (SIGNAL_NUMBERS[signal] ?? 0);
}

/** The same as a line of the journal: who ended it and why, how long, how much, how silent. */
export function describeEnd(result: WatchedResult): string {
  return [
    `ended by ${result.endedBy}, status ${statusOf(result)}`,
    ...(result.signal === null ? [] : [result.signal]),
    `${seconds(result.durationMs)} s`,
    `${result.bytes} bytes, the last ${seconds(result.silentMs)} s before the end`,
    ...(result.leftBehind === 0 ? [] : [`${result.leftBehind} processes left behind`]),
    `on ${result.backend ?? "no terminal"}`,
  ].join(", ");
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
