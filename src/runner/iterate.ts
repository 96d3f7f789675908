/**
 * One iteration: one fresh agent process, watched to its end.
 *
 * @module
 */
import { join } from "@std/path";
import { commandFor } from "./agents/command_line.ts";
import { errorContext, errorSignature, lastErrorLine } from "./breaker/error_context.ts";
import { AgentWatch } from "./events/agent_watch.ts";
import type { Failure } from "./ending.ts";
import type { Job, JobWorld } from "./job.ts";
import { showElapsed } from "../text/human_units.ts";
import { isThere } from "../store/files/presence.ts";
import { type Plan, readPlan } from "./plan/plan.ts";
import type { Counts } from "./run_event.ts";
import type { HeartbeatInfo, WatchedResult } from "./watchdog/watched_run.ts";

/** What one agent process came to. */
export interface Iterated {
  readonly result: WatchedResult;
  readonly watch: AgentWatch;
  /** How it failed; null where it ended well. */
  readonly failure: Failure | null;
  /** The same in a sentence; empty where it ended well. */
  readonly failureText: string;
  /** Lines around its last error; empty for none. */
  readonly errors: string;
  /** Its error, made comparable; null for none. */
  readonly signature: string | null;
}

/** What is run. */
export interface Iteration {
  readonly number: number;
  /** Where its log lies. */
  readonly log: string;
  readonly prompt: string;
  readonly plan: Plan;
  /** Active seconds before it. */
  readonly runtimeSeconds: number;
}

/** The counts of a plan. */
export function countsOf({ done, total, skipped }: Counts): Counts {
  return { done, total, skipped };
}

/**
 * Where an iteration's log lies; the prompt stands beside it. A round that was refused by a rate
 * limit has the number of the next one, and keeps its log under another name.
 */
export function logPathOf(job: Pick<Job, "iterationsDir">, number: number): string {
  const stem = join(job.iterationsDir, String(number).padStart(3, "0"));
  for (let take = 1;; take++) {
    const path = take === 1 ? `${stem}.log` : `${stem}-${take}.log`;
    if (!isThere(path)) return path;
  }
}

/** Runs the agent. */
export async function iterate(
  job: Job,
  world: JobWorld,
  iteration: Iteration,
): Promise<Iterated> {
  const { number, prompt, log } = iteration;
  const promptFile = log.replace(/\.log$/, ".prompt.md");
  keepPrompt(promptFile, prompt);
  const watch = new AgentWatch();
  let counts = countsOf(iteration.plan);
  const sink = world.openLog(log);
  try {
    const result = await world.runAgent({
      command: commandFor(job.agent, prompt, promptFile),
      cwd: job.project,
      env: { ...job.agentEnv, RALPH_INSIDE_RUN: job.id, RALPH_PROMPT_FILE: promptFile },
      runId: `${job.id}.${number}`,
      terminal: job.terminal,
      size: world.size,
      input: "",
      privateDir: job.privateDir,
      log: sink,
      secretEnv: job.secretEnv,
      limits: { ...job.limits, taskTimeoutMs: taskTimeoutMs(job, iteration.runtimeSeconds) },
      clock: world.clock,
      signals: {
        onLine: (line) => {
          const text = watch.take(line);
          if (text === null) return;
          world.report({ kind: "output", iteration: number, text, tokens: watch.tokens });
        },
        onStarted: ({ backend, pid }) =>
          world.report({ kind: "agent-started", iteration: number, terminal: backend, pid }),
        onHeartbeat: (info) => {
          beat(world, iteration, info);
          world.report({
            kind: "heartbeat",
            iteration: number,
            counts,
            elapsed_seconds: Math.round(info.elapsedMs / 1000),
            idle_seconds: Math.round(info.idleMs / 1000),
            tokens: watch.tokens,
            tool: watch.toolsInFlight.at(-1) ?? null,
          });
          readPlan(job.planPath).then((read) => {
            if (read.kind === "plan") counts = countsOf(read.plan);
          }).catch(() => {});
        },
        onWarning: (warning) => world.report({ kind: "warning", iteration: number, warning }),
        isToolInFlight: () => watch.toolsInFlight.length > 0,
        isResultReported: () => watch.result !== null,
        progressCount: () => watch.events,
        stopWish: () => world.stop.wish() ?? (isOverBudget(job, world, watch) ? "stop" : null),
      },
    });
    return judge(result, watch);
  } finally {
    sink.close();
  }
}

/** No agent spends on beyond a budget until it ends by itself. */
function isOverBudget(
  { settings }: Job,
  { disk }: JobWorld,
  { tokens, costUsd }: AgentWatch,
): boolean {
  const { usage } = disk.record;
  const isOver = (limit: number | null, before: number | null, now: number | null) =>
    limit !== null && now !== null && (before ?? 0) + now >= limit;
  return isOver(settings.max_tokens, usage.tokens, tokens) ||
    isOver(settings.max_cost_usd, usage.cost_usd, costUsd);
}

/** Milliseconds for this agent: the limit on hours leaves no more than what is left of them. */
function taskTimeoutMs({ settings, limits }: Job, runtimeSeconds: number): number {
  const leftMs = Math.max(1_000, (settings.max_hours * 3600 - runtimeSeconds) * 1000);
  return limits.taskTimeoutMs <= 0 ? leftMs : Math.min(limits.taskTimeoutMs, leftMs);
}

/** The runtime that `status` shows grows while the agent works. */
function beat({ disk, clock }: JobWorld, { runtimeSeconds }: Iteration, info: HeartbeatInfo): void {
  disk.change((record) => ({
    ...record,
    accumulated_runtime_seconds: runtimeSeconds + info.elapsedMs / 1000,
    last_hook_timestamp: clock.wallMs() / 1000,
  }));
}

function judge(result: WatchedResult, watch: AgentWatch): Iterated {
  const failure = failureOf(result, watch);
  const errors = errorContext(watch.lines);
  const failureText = failure === null ? "" : describeFailure(result, watch, failure);
  const signature = failure === null
    ? null
    : errorSignature(watch.errors.at(-1) ?? errors) ?? errorSignature(failureText);
  return { result, watch, failure, failureText, errors, signature };
}

function failureOf({ endedBy, exitCode }: WatchedResult, { result }: AgentWatch): Failure | null {
  if (endedBy === "idle-timeout" || endedBy === "task-timeout") return endedBy;
  // A result that was reported counts, however the process ended that hung after it.
  if (endedBy === "completion-grace") return result?.isError ? "agent-failed" : null;
  if (endedBy === "stop" || endedBy === "interrupt") return null;
  return exitCode === 0 && !result?.isError ? null : "agent-failed";
}

function describeFailure(result: WatchedResult, watch: AgentWatch, failure: Failure): string {
  const lasted = showElapsed(result.durationMs / 1000);
  switch (failure) {
    case "idle-timeout":
      return `it printed nothing for ${showElapsed(result.silentMs / 1000)} and was ended` +
        lastWords(result, watch);
    case "task-timeout":
      return `it was ended after ${lasted}, the most that one iteration may take`;
    case "agent-failed": {
      const own = watch.result?.isError
        ? watch.result.text
        : watch.errors.at(-1) ?? lastErrorLine(watch.lines);
      const how = result.endedBy === "not-started"
        ? `it could not be started (${result.startErrors.map(({ why }) => why).join("; ")})`
        : result.signal !== null
        ? `it died of ${result.signal} after ${lasted}`
        : `it ended with exit code ${result.exitCode} after ${lasted}`;
      return own ? `${how}: ${own.trim().split("\n", 1)[0]?.slice(0, 200)}` : how;
    }
  }
}

/** A silent agent mostly waits for an answer, and its question is the last that it said. */
function lastWords({ lastScreen }: WatchedResult, watch: AgentWatch): string {
  const [lines, what] = watch.isStructured
    ? [watch.lastMessage.split("\n"), "its last message"] as const
    : [lastScreen, "the last line on its screen"] as const;
  const last = lines.findLast((line) => line.trim() !== "");
  return last === undefined ? "" : `; ${what}: ${last.trim().slice(0, 200)}`;
}

/** For people who look afterwards, and for agents that take a file; a full disk ends no run. */
function keepPrompt(path: string, prompt: string): void {
  try {
    Deno.mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
    Deno.writeTextFileSync(path, prompt, { mode: 0o600 });
  } catch {
    // The prompt is the agent's argument too, unless it is very long.
  }
}
