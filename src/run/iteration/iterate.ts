/** One iteration: it is planned, then a fresh agent process is started and watched until it ends. */
import { reachedLimit } from "../../loop/rules/limits.ts";
import { numberedNames } from "../../text/numbered.ts";
import { HOUR_MS, SECOND_MS } from "../../text/time.ts";
import { basename, join } from "@std/path";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { isThere } from "../../store/files/presence.ts";
import { type Agent, commandFor } from "../agents/choose_agent.ts";
import { AgentWatch } from "../events/agent_watch.ts";
import { type Plan, type PlanItem, readPlan } from "../plan/plan.ts";
import { countsOf } from "../report/run_event.ts";
import { confineWithGit } from "../repository/confine_with_git.ts";
import { agentEnvironmentOf } from "../terminal/environment.ts";
import { IterationLog } from "../terminal/iteration_log.ts";
import { readConsoleSize } from "../terminal/terminal.ts";
import type { Stretch } from "../job/active_time.ts";
import { spentSoFar } from "../job/spending.ts";
import type { RunContext } from "../job/context.ts";
import type { AgentCallbacks } from "../watchdog/agent_process.ts";
import { type Judged, judgeIteration } from "./judge.ts";
import { openTemplates } from "../../prompt/project_templates.ts";
import { readRunGuidance } from "../job/guidance.ts";
import { renderHeader } from "../../loop/header.ts";
import { buildPrompt } from "./prompt.ts";

/**
 * Takes the next turn for an agent. The caller must have checked the limits without an await in between,
 * so that agents that work at the same time never exceed a limit together.
 *
 * @returns Its number, from 1, and the reader of its output. Its usage counts from now on.
 */
export function takeTurn({ loop, present }: Pick<RunContext, "loop" | "present">): Turn {
  const number = loop.record.iteration + 1;
  loop.change((record) => ({ ...record, iteration: number }), "now");
  const watch = new AgentWatch();
  present.add(watch);
  return { number, watch };
}

/** The turn of an agent. */
export interface Turn {
  readonly number: number;
  readonly watch: AgentWatch;
}

/** Renders the header of a turn's prompts. */
export function renderTurnHeader(
  { job, loop, runCounts, clock }: RunContext,
  number: number,
  plan: Plan,
): string {
  const record = { ...loop.record, iteration: number };
  return renderHeader(record, job.settings, runCounts?.() ?? plan, clock.wallMs());
}

/** Plans an iteration. @param stale Number of consecutive iterations without progress. */
export async function planIteration(
  context: RunContext,
  { number, plan, item, waiting, feedback, isRecovery }:
    & Pick<Iteration, "number" | "plan" | "item" | "isRecovery">
    & Pick<Parameters<typeof buildPrompt>[0], "waiting" | "feedback">,
  stale: number,
): Promise<Iteration> {
  const { job, loop, places, noteOnce, workFolder } = context;
  const templates = await openTemplates(places, loop.facts.project);
  const prompt = buildPrompt({
    project: workFolder,
    plan,
    item,
    waiting,
    header: renderTurnHeader(context, number, plan),
    iteration: number,
    maxIterations: job.settings.max_iterations,
    feedback,
    isRecovery,
    earlier: context.earlier ?? null,
    stale,
    guidance: await readRunGuidance(context),
    extra: job.extraPrompt,
    templates,
  });
  for (const problem of templates?.problems ?? []) noteOnce(problem);
  return {
    number,
    item,
    plan,
    log: logPathOf(job.iterationsDir, number),
    prompt,
    isRecovery,
  };
}

/** One agent process that is about to start, with its item, prompt and log. */
export interface Iteration {
  readonly number: number;
  /** The open item; null for a finished plan. */
  readonly item: PlanItem | null;
  /** The plan before the iteration. */
  readonly plan: Plan;
  /** Path of its log; the prompt is next to it. */
  readonly log: string;
  readonly prompt: string;
  /** Whether it is the last iteration unless it makes progress. */
  readonly isRecovery: boolean;
}

/**
 * Finds the path of a new log. If the API failed an iteration, the next one has the same number, so the
 * new log gets another name.
 *
 * @param what The subject of the log, for its name; empty for the iteration itself.
 */
export function logPathOf(iterationsDir: string, iteration: number, what = ""): string {
  const stem = join(iterationsDir, `${String(iteration).padStart(3, "0")}${what}`);
  return numberedNames(stem, ".log").find((path) => !isThere(path)) ?? stem;
}

/**
 * Starts the agent, watches it until it ends, and judges its end. What it used counts as unrecorded usage
 * until it is recorded.
 */
export async function iterate(
  context: RunContext,
  iteration: Iteration,
  watch: AgentWatch = new AgentWatch(),
): Promise<Judged> {
  const { job, loop, clock, workFolder } = context;
  const { prompt, log } = iteration;
  const promptFile = log.replace(/\.log$/, ".prompt.md");
  // For people who look later, and for agents that take a file. If it cannot be written, no agent could
  // work either, so the run ends.
  writeAtomic(promptFile, prompt, { isFlushed: false });
  const sink = new IterationLog(log);
  const { restore, ...confined } = await confineWithGit(
    context,
    commandFor(requireNamed(job), prompt, promptFile),
    {
      ...agentEnvironmentOf(job.env),
      RALPH_INSIDE_RUN: loop.facts.id,
      RALPH_PROMPT_FILE: promptFile,
    },
    job.isReadOnly !== true,
  );
  const stretch = context.activeTime.begin();
  context.present.add(watch);
  loop.beginAgent();
  try {
    const callbacks = callbacksOf(context, iteration, watch, stretch);
    const outcome = await context.runAgent({
      ...confined,
      cwd: workFolder,
      mark: `${loop.facts.id}.${basename(log, ".log")}`,
      terminal: job.options.terminal,
      size: readConsoleSize,
      log: sink,
      secretEnv: job.env,
      limits: { ...job.limits, limitMs: limitMs(context) },
      clock,
      callbacks,
    });
    callbacks.onTick();
    stretch.countTo(outcome.durationMs);
    return judgeIteration(outcome, watch);
  } finally {
    loop.endAgent();
    stretch.end();
    sink.close();
    await restore();
  }
}

/** Returns the agent; throws if there is none. */
function requireNamed({ agent }: RunContext["job"]): Agent {
  if (agent === null) throw new Error("A turn began without an agent");
  return agent;
}

/** Maximum number of lines per report, four times a second. An agent may print 100,000; the log has all. */
const MOST_LINES = 100;

function callbacksOf(
  context: RunContext,
  iteration: Iteration,
  watch: AgentWatch,
  stretch: Stretch,
): AgentCallbacks {
  const { job, report, stop } = context;
  const { number } = iteration;
  let counts = countsOf(iteration.plan);
  let lines: string[] = [];
  return {
    onLine: (line) => {
      const text = watch.take(line);
      stretch.setWaiting(watch.isRetrying);
      if (text !== null) lines.push(text);
      if (lines.length >= 2 * MOST_LINES) lines = lines.slice(-MOST_LINES);
    },
    onTick: () => {
      if (lines.length === 0) return;
      const text = lines.slice(-MOST_LINES).join("\n");
      lines = [];
      report({ kind: "output", iteration: number, text, tokens: watch.tokens });
    },
    onStarted: ({ backend, pid }) =>
      report({ kind: "agent-started", iteration: number, terminal: backend, pid }),
    onHeartbeat: (info) => {
      stretch.countTo(info.elapsedMs);
      report({
        kind: "heartbeat",
        iteration: number,
        counts,
        elapsed_seconds: Math.round(info.elapsedMs / SECOND_MS),
        idle_seconds: Math.round(info.idleMs / SECOND_MS),
        tokens: watch.tokens,
        tool: watch.toolsInFlight.at(-1) ?? null,
      });
      const read = readPlan(job.planPath);
      if (read.kind === "plan") counts = countsOf(read.plan);
    },
    onWarning: (warning) => {
      if (warning.kind === "slept") context.loop.noteSleep(warning.ms);
      report({ kind: "warning", iteration: number, warning });
    },
    isToolInFlight: () => watch.toolsInFlight.length > 0,
    isResultReported: () => watch.result !== null,
    progressCount: () => watch.events,
    stopWish: () => stop.wish() ?? (isOverBudget(context) ? "limit" : null),
  };
}

/** Checks whether all agents together have used what the budget allows. */
function isOverBudget(context: RunContext): boolean {
  const spent = { ...spentSoFar(context), iteration: 0, accumulatedRuntimeMs: 0 };
  return reachedLimit(spent, context.job.settings) !== null;
}

/** Returns the time that the limit on hours leaves for this agent, in milliseconds. */
function limitMs({ job, loop }: RunContext): number {
  const spentMs = loop.record.accumulatedRuntimeMs;
  return Math.max(1_000, job.settings.max_hours * HOUR_MS - spentMs);
}
