/** Creates the ends of runs: reason, sentence and exit code. Pure. */
import type { Reason } from "../../loop/decision.ts";
import { disabled, killSwitch, stoppedByUser } from "../../loop/reason.ts";
import { EXIT, type ReasonRow, REASONS } from "../../loop/reasons.ts";
import type { Amounts } from "../../loop/usage.ts";
import { onceEach } from "../../loop/validation/validation_score.ts";
import { countTicked, nameRemoved } from "../../lifecycle/view/end_line.ts";
import { DISK_FULL } from "../../error.ts";
import type { LoopRecord, ReviewRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { showCount } from "../../text/human_units.ts";
import { quoteCommands } from "../../text/shell_word.ts";
import type { StopRequest } from "../loop/stop_source.ts";
import type { Plan } from "../plan/plan.ts";
import { type BreakerState, nextIteration, TRIPS_AT } from "./breaker.ts";
import type { FailedCheck, RunEnd } from "./job.ts";
import { reachedLimit } from "../../loop/rules/limits.ts";

const SIGNALS = {
  SIGHUP: { exitCode: EXIT.hangUp, words: "hang-up" },
  SIGINT: { exitCode: EXIT.stopped, words: "Ctrl-C" },
  SIGTERM: { exitCode: EXIT.terminated, words: "TERM" },
} as const;

/**
 * Creates an end without a kill switch that is not yet on disk.
 *
 * @param exitCode Defaults to the reason's exit code.
 */
export function endOf(
  reason: Reason,
  exitCode: number = REASONS[reason.code].exit,
  evidence: readonly string[] = [],
  kind: RunEnd["kind"] = "let-go",
): RunEnd {
  return { kind, reason, exitCode, evidence, killSwitch: null, isOnDisk: false };
}

/** Creates the end that the user asked for. */
export function endByRequest(request: StopRequest): RunEnd {
  const halt = (reason: Reason, exitCode?: number) => endOf(reason, exitCode, [], "halt");
  switch (request.by) {
    case "signal": {
      const { exitCode, words } = SIGNALS[request.signal];
      return halt({ code: "interrupted", sentence: `Interrupted by ${words}` }, exitCode);
    }
    case "stop":
      return { ...halt(stoppedByUser()), isOnDisk: true };
    case "kill-switch":
      return { ...halt(killSwitch(request.path)), killSwitch: request.path };
    case "disabled":
      return halt(disabled());
  }
}

/** Why an agent did not finish by itself. */
export type Failure = "idle-timeout" | "task-timeout" | "agent-failed";

const FAILURES: Readonly<Record<Failure, string>> = {
  "idle-timeout": "ended by the idle watchdog: the agent fell silent",
  "task-timeout": "ended by the task timeout",
  "agent-failed": "failed: the agent ended with an error",
};

/**
 * Creates the end by a limit. Without progress it is a failure. If all iterations failed in the same way,
 * that failure is the reason.
 *
 * @param failures How each iteration failed; null if it succeeded.
 */
export function endByLimit(
  limit: Reason,
  completed: number,
  failures: readonly (Failure | null)[],
): RunEnd {
  const end = (reason: Reason, ...more: [number?, string[]?]): RunEnd => ({
    ...endOf(reason, ...more),
    isByLimit: true,
  });
  if (completed > 0) return end(limit);
  const [first] = failures;
  if (first == null || failures.some((failure) => failure !== first)) {
    return end(limit, EXIT.failure, ["nothing was completed"]);
  }
  const what = failures.length === 1 ? "The only turn" : `All ${failures.length} turns`;
  const sentence = `${what} ${FAILURES[first]}; ${limit.brief ?? limit.sentence}`;
  return end({ code: first, sentence });
}

/**
 * Creates the end of a finished plan; the sentence says "verified" only of verified items.
 *
 * @param plan The plan's counts.
 * @param checks The commands that passed: one per verified item, and the commands of the whole plan.
 */
export function endComplete(
  { done, skipped, leftOut }: Pick<Plan, "done" | "skipped" | "leftOut">,
  { verified: passed, gate, reviews, removed = [] }: {
    readonly verified: readonly string[];
    readonly gate: readonly string[];
    readonly reviews: readonly ReviewRecord[];
    /** Items that were removed while they were open. */
    readonly removed?: readonly string[];
  },
): RunEnd {
  if (done === 0) {
    const sentence = `Nothing to do: all ${skipped} items of the plan are skipped`;
    return endOf({ code: "nothing-to-do", sentence });
  }
  const verified = passed.length;
  const checks = [...passed, ...gate];
  const parts = [
    countTicked(done, done + leftOut.items + removed.length, null),
    verified === 0 ? "" : verified === done ? " and verified" : `, ${verified} of ${done} verified`,
    checks.length === 0
      ? " (no checks in the plan, none with --verify)"
      : `; checks passed: ${quoteCommands(checks)}`,
    describeReviews(reviews),
    ...leftOut.parts.map((part) => `; ${part}`),
    nameRemoved(removed),
  ];
  return endOf({ code: "complete", sentence: parts.join("") });
}

function describeReviews(records: readonly ReviewRecord[]): string {
  const reviews = records.filter((review) => review.reviews > 0 || review.missing !== null);
  if (reviews.length === 0) return "";
  const open = onceEach(reviews.flatMap((review) => review.open)).length;
  const missing = reviews.filter((review) => review.missing !== null).length;
  const left = open === 0 ? "nothing left open" : `${showCount(open, "finding")} left open`;
  if (missing === reviews.length) return "; not reviewed";
  return `; reviewed, ${left}${missing === 0 ? "" : `, ${showCount(missing, "review")} missing`}`;
}

/**
 * Creates the end after a recovery iteration without progress.
 *
 * @param last The last iteration: its failure (empty if the agent succeeded), and the check that failed
 * after it, if any.
 * @param failures How each iteration failed; null if it succeeded.
 */
export function endStuck(
  { stale, sameErrors }: BreakerState,
  last: { readonly failure: string; readonly check: FailedCheck | null },
  failures: readonly (Failure | null)[],
): RunEnd {
  const failed = failures.length -
    (failures.findLastIndex((failure) => failure !== "agent-failed") + 1);
  const what = failed >= TRIPS_AT
    ? `The agent failed ${failed} times in a row`
    : stale >= TRIPS_AT
    ? `${stale} turns in a row changed nothing, recovery included`
    : `The same error came ${sameErrors} times in a row, recovery included`;
  const how = last.failure === "" ? "" : `; the last time ${last.failure}`;
  const check = last.check === null ? "" : `; the check \`${last.check.command}\` fails`;
  const sentence = `${what}${how}${check}`;
  const evidence = last.check === null ? [] : [last.check.tail];
  return endOf({ code: "stuck", sentence }, undefined, evidence);
}

/** Adds to an end without success the checks that had already failed before the run. */
export function nameRedBefore(end: RunEnd, redBefore: ReadonlySet<string>): RunEnd {
  if (redBefore.size === 0 || end.exitCode === EXIT.done) return end;
  const { brief, sentence, ...reason } = end.reason;
  const more = `; failed before the run, and since: ${quoteCommands([...redBefore])}`;
  return {
    ...end,
    reason: {
      ...reason,
      sentence: `${sentence}${more}`,
      ...brief !== undefined && { brief: `${brief}${more}` },
    },
  };
}

/** Why work remains undone on a machine without an agent. */
export const NEEDS_AGENT = "needs an agent: --agent";

/** Creates the end of a run that cannot continue without an agent. */
export function endNeedsAgent(exitCode?: number, evidence: readonly string[] = []): RunEnd {
  const sentence = `The remaining work ${NEEDS_AGENT}`;
  return endOf({ code: "needs-agent", sentence }, exitCode, evidence);
}

/** Creates the end of a run whose agent cannot start: not executable, not found, or without a terminal. */
export function endNotStarted(exitCode: number | null, failureText: string): RunEnd {
  const sentence = `The agent did not start: ${failureText}`;
  return endOf({ code: "agent-failed", sentence }, exitCode ?? undefined);
}

/** Creates the end by a full disk, which the user has to fix; null if a message has another cause. */
export function endDiskFull(message: string): RunEnd | null {
  if (!message.includes(DISK_FULL)) return null;
  const what = message.replace(new RegExp(`:? *${DISK_FULL}.*`, "s"), "");
  return endOf({ code: "blocked", sentence: `The disk is full${what === "" ? "" : `: ${what}`}` });
}

/** The limits that depend on what the agent reports. */
const BUDGETS = [
  { code: "max-tokens", what: "tokens", setting: "max_tokens", amount: "tokens" },
  { code: "max-cost", what: "cost", setting: "max_cost_usd", amount: "costUsd" },
] as const;

/** The settings of the limits that depend on the agent's reports. */
export type Budgets = Pick<Settings, typeof BUDGETS[number]["setting"]>;

/** Finds the limits that cannot be enforced because the agent reported nothing. */
export function findUnmeasured(settings: Budgets, reported: Amounts): typeof BUDGETS[number][] {
  return BUDGETS.filter(({ setting, amount }) =>
    settings[setting] !== null && reported[amount] === null
  );
}

/** Returns what the working agents reported; a reviewer's reports do not measure them. */
function reportedByWorkers({ usage }: Pick<LoopRecord, "usage">): Amounts {
  const { tokens = null, costUsd = null } = usage.reviewers ?? {};
  return {
    tokens: usage.tokens === tokens ? null : usage.tokens,
    costUsd: usage.costUsd === costUsd ? null : usage.costUsd,
  };
}

/** Returns the reason for an end at an unmeasurable budget, which the run could exceed unnoticed. */
function endUnmeasured({ code, what }: typeof BUDGETS[number]): Reason {
  return { code, sentence: `The limit on ${what} cannot be kept: the agent reports no ${what}` };
}

/**
 * Returns the command that resumes the run. It doubles the limit that ended the run, or removes it if the
 * agent does not report the limited amount.
 *
 * @param spent What the run has used.
 * @returns The command. Null after success, if the user can do nothing here, or if the reason itself names
 * the command.
 */
export function findResumeCommand(
  { reason, exitCode }: { readonly reason: Pick<Reason, "code">; readonly exitCode: number },
  settings: Pick<Settings, "max_hours" | "max_tokens" | "max_cost_usd">,
  spent: Pick<LoopRecord, "usage">,
): string | null {
  const { code } = reason;
  const isElsewhere = code === "plan-error" || code === "rate-limited" ||
    code === "api-error" || code === "nothing-to-do" || code === "nothing-to-merge" ||
    code === "items-left";
  if (exitCode === EXIT.done || isElsewhere) return null;
  const unmeasured = findUnmeasured(settings, reportedByWorkers(spent));
  if (unmeasured.some((budget) => budget.code === code)) {
    const options = unmeasured.map((budget) => `${REASONS[budget.code].limit?.option} none`);
    return ["ralph run --resume", ...options].join(" ");
  }
  const { limit: raised }: ReasonRow = REASONS[code];
  const limit = raised?.setting === undefined ? null : settings[raised.setting];
  return limit === null
    ? "ralph run --resume"
    : `ralph run --resume ${raised?.option} ${limit * 2}`;
}

/** Whether a run starts another iteration (and of which kind), or ends. */
type NextStep =
  | { readonly kind: "limit"; readonly reason: Reason }
  | { readonly kind: "ordinary" | "recovery" | "stuck" };

/**
 * Judges what comes next: first by the limits, then by the breaker.
 *
 * @param breaker The iterations without progress, and the equal errors.
 * @param working Number of agents whose turn has not ended.
 */
export function judgeNext(
  spent: Pick<LoopRecord, "accumulatedRuntimeMs" | "iteration" | "usage">,
  settings: Parameters<typeof reachedLimit>[1],
  breaker: BreakerState,
  working: number,
): NextStep {
  const [unmeasured] = spent.iteration > working
    ? findUnmeasured(settings, reportedByWorkers(spent))
    : [];
  const reason = reachedLimit(spent, settings) ?? (unmeasured && endUnmeasured(unmeasured)) ?? null;
  return reason === null ? { kind: nextIteration(breaker) } : { kind: "limit", reason };
}
