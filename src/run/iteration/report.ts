/** Reports an iteration, and records it in the loop's record. */
import { markTurn } from "../../loop/time/pausing.ts";
import { addAmounts, type Amounts } from "../../loop/usage.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Plan } from "../plan/plan.ts";
import { countsOf } from "../report/run_event.ts";
import { SIGNALS } from "../terminal/terminal.ts";
import type { AgentOutcome } from "../watchdog/agent_process.ts";
import type { BreakerState } from "../job/breaker.ts";
import type { RunContext } from "../job/context.ts";
import type { ProgressWatch } from "../job/progress_watch.ts";
import type { Iteration } from "./iterate.ts";
import type { Judged } from "./judge.ts";

/** Reports and records the start of an iteration. */
export function announceIteration(
  { job, loop, report }: RunContext,
  iteration: Iteration,
): void {
  const { number, item, plan, log, isRecovery } = iteration;
  report({
    kind: "iteration-started",
    iteration: number,
    max_iterations: job.settings.max_iterations,
    item: item?.text ?? null,
    counts: countsOf(plan),
    is_recovery: isRecovery,
    log,
  });
  loop.note({
    kind: "agent",
    code: isRecovery ? "recovery" : null,
    sentence: item === null
      ? "An agent starts, with no open item"
      : `An agent starts: ${item.text}`,
    agent: plannedFacts(iteration),
  });
}

function plannedFacts({ number, item, plan, log, isRecovery }: Iteration): AgentFacts {
  return { iteration: number, item: item?.text ?? null, log, isRecovery, items: countsOf(plan) };
}

type HeadsAfter = ReturnType<ProgressWatch["readHead"]>;

/** The result of an iteration, apart from how its agent ended. */
interface Result {
  /** The plan after the iteration. */
  readonly plan: Plan;
  /** Undefined if it was not determined. */
  readonly hasProgress?: boolean;
  /** The checked-out commit, and the other heads that the iteration moved. */
  readonly head: HeadsAfter;
  /** Number of ticks that were undone. */
  readonly reverted?: number;
  readonly ticked?: AgentFacts["ticked"];
  /** Undefined if the iteration does not count for the breaker. */
  readonly breaker?: BreakerState;
}

/** Collects the facts of an ended iteration for the journal. */
export function endedFacts(
  { job, loop }: Pick<RunContext, "job" | "loop">,
  iteration: Iteration,
  { outcome, watch, failure }: Judged,
  { plan, hasProgress, head, reverted = 0, ticked, breaker }: Result,
): AgentFacts {
  const { settings } = job;
  const { accumulatedRuntimeMs: runtimeMs, iteration: iterations, usage } = loop.record;
  return {
    ...plannedFacts(iteration),
    items: countsOf(plan),
    endedBy: outcome.endedBy,
    failure,
    status: statusOf(outcome),
    signal: outcome.signal,
    durationMs: Math.round(outcome.durationMs),
    silentMs: Math.round(outcome.silentMs),
    terminal: outcome.backend,
    tokens: watch.tokens,
    costUsd: watch.costUsd,
    hasProgress,
    commit: head.after,
    movedHeads: head.moved.length === 0 ? undefined : [...head.moved],
    ticked,
    reverted,
    stale: breaker?.stale,
    sameErrors: breaker?.sameErrors,
    hasRecovered: breaker?.hasRecovered,
    limits: settings,
    spent: {
      iterations,
      activeMs: Math.floor(runtimeMs),
      tokens: usage.tokens,
      costUsd: usage.costUsd,
    },
  };
}

/** Journals the end of an agent if its iteration does not count or ends the run. */
export function noteUncounted(
  context: RunContext,
  sentence: string,
  iteration: Iteration,
  judged: Judged,
  { plan, head }: Pick<Result, "plan" | "head">,
): void {
  context.loop.note({
    kind: "agent-end",
    code: judged.failure,
    sentence,
    evidence: [describeEnd(judged.outcome)],
    agent: endedFacts(context, iteration, judged, { plan, head }),
  });
}

/** Adds an agent's tokens and cost to the record; unknown values stay unknown. */
export function recordUsage(
  { job, loop, clock, present, runCounts }: RunContext,
  { watch }: Judged,
): void {
  present.delete(watch);
  const nowMs = clock.wallMs();
  loop.change((record) => ({
    // Other agents of a parallel run may still be working.
    ...(runCounts === undefined ? markTurn(record, "resting", nowMs) : record),
    lastHookAtMs: nowMs,
    usage: addUsage(record.usage, watch, job.isReadOnly === true),
  }), "soon");
}

function addUsage(
  { reviewers, ...sum }: LoopRecord["usage"],
  used: Amounts,
  isReviewer: boolean,
): LoopRecord["usage"] {
  const total = addAmounts(sum, used);
  if (!isReviewer) return reviewers === undefined ? total : { ...total, reviewers };
  const { agents, ...before } = reviewers ?? { agents: 0, tokens: null, costUsd: null };
  return { ...total, reviewers: { agents: agents + 1, ...addAmounts(before, used) } };
}

/** Reports the end of an iteration, with the last screen if the agent was terminated. */
export function reportEnd(
  { report }: RunContext,
  { number, item, log }: Iteration,
  { outcome, watch, failureText }: Judged,
  plan: Plan,
  { hasProgress, head }: {
    readonly hasProgress: boolean;
    readonly head: HeadsAfter;
  },
): void {
  const wasEnded = outcome.endedBy === "idle-timeout" || outcome.endedBy === "task-timeout";
  const state = plan.items.find(({ key }) => key === item?.key)?.state;
  report({
    kind: "iteration-ended",
    iteration: number,
    item: item?.text ?? null,
    log,
    ended_by: outcome.endedBy,
    status: statusOf(outcome),
    exit_code: outcome.exitCode,
    signal: outcome.signal,
    seconds: seconds(outcome.durationMs),
    silent_seconds: seconds(outcome.silentMs),
    bytes: outcome.bytes,
    left_behind: outcome.leftBehind,
    counts: countsOf(plan),
    has_progress: hasProgress,
    item_state: item === null ? null : state ?? "open",
    commit: head.after === head.before ? null : head.after || null,
    branches: head.moved,
    why: failureText,
    tokens: watch.tokens,
    cost_usd: watch.costUsd,
    last_screen: !wasEnded ? [] : watch.isStructured ? watch.lines : outcome.lastScreen,
  });
}

/** Exit code of the runner's own timeout, the same as GNU timeout; no run ends with it. */
const TIMED_OUT = 124;
/** Exit code if the supervisor fails, not the agent. */
const NOT_STARTED = 125;

/** Returns an agent's status as a shell would report it. */
function statusOf({ endedBy, exitCode, signal }: AgentOutcome): number {
  if (endedBy === "idle-timeout" || endedBy === "task-timeout") return TIMED_OUT;
  if (exitCode !== null) return exitCode;
  return signal === null ? NOT_STARTED : 128 + (SIGNALS[signal] ?? 0);
}

/** Describes an agent's end for the journal: cause, duration, output and silence. */
export function describeEnd(outcome: AgentOutcome): string {
  return [
    `ended by ${outcome.endedBy}, status ${statusOf(outcome)}`,
    ...(outcome.signal === null ? [] : [outcome.signal]),
    `${seconds(outcome.durationMs)} s`,
    `${outcome.bytes} bytes, the last ${seconds(outcome.silentMs)} s before the end`,
    ...(outcome.leftBehind === 0 ? [] : [`${outcome.leftBehind} processes left behind`]),
    `on ${outcome.backend ?? "no terminal"}`,
  ].join(", ");
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
