/**
 * The options of `ralph run` and what they mean.
 *
 * @module
 */
import type { RunLimits } from "../../runner/watchdog/watched_run.ts";
import { UsageError } from "../../error.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { OptionSpec, OptionValues } from "../core/command.ts";

/** The options. Durations are in seconds where no unit is given. */
export const RUN_OPTIONS = [
  {
    name: "agent",
    type: "string",
    valueName: "NAME|COMMAND",
    help:
      "claude, kiro, codex, gemini, opencode, or any command that takes the prompt as its last word (default: RALPH_KIRO_CMD, then what is installed)",
  },
  {
    name: "max-iterations",
    type: "integer",
    min: 1,
    help: "Maximum number of agents (default: 10, or twice the open items if that is more)",
  },
  {
    name: "task-timeout",
    type: "duration",
    min: 0,
    default: 1800,
    env: "RALPH_TASK_TIMEOUT",
    help: "Longest time for one agent; 0 disables",
  },
  {
    name: "idle-timeout",
    type: "duration",
    min: 0,
    default: 60,
    env: "RALPH_IDLE_TIMEOUT",
    help: "Terminate an agent with no output, tool call or CPU use for this long; 0 disables",
  },
  {
    name: "heartbeat",
    type: "duration",
    min: 0,
    default: 60,
    env: "RALPH_HEARTBEAT_INTERVAL",
    help: "Interval of the lines that say it is alive; 0 disables",
  },
  {
    name: "verify",
    type: "list",
    valueName: "COMMAND",
    help: "Check that has to pass before the finished plan counts",
  },
  {
    name: "prompt",
    type: "string",
    valueName: "FILE",
    help: "Text file to add to each prompt",
  },
  {
    name: "resume",
    type: "boolean",
    help: "Go on with the last run: its plan, options and counters",
  },
  { name: "dry-run", type: "boolean", help: "Show what would be run, and run nothing" },
  { name: "json", type: "boolean", help: "Print everything that happens as JSON lines" },
  { name: "trust", type: "boolean", help: "Agree to the commands of the plan and the project" },
  { name: "keep-awake", type: "boolean", help: "Keep the machine awake meanwhile" },
  {
    name: "terminal",
    type: "string",
    choices: ["auto", "pty", "script", "pipe"],
    default: "auto",
    help: "What agents run in; auto is the first that works",
  },
  { name: "max-hours", type: "hours", min: 0, help: "Maximum active hours" },
  { name: "max-tokens", type: "integer", min: 1, help: "Maximum tokens" },
  { name: "max-cost-usd", type: "number", min: 0, help: "Maximum cost in US dollars" },
  { name: "kill-grace", type: "duration", min: 0, default: 5, help: "Time from TERM to KILL" },
  {
    name: "completion-grace",
    type: "duration",
    min: 0,
    default: 15,
    help: "Time from an agent's result to TERM",
  },
  {
    name: "verify-timeout",
    type: "duration",
    min: 1,
    default: 300,
    help: "Longest time for one check",
  },
  {
    name: "rate-limit-wait",
    type: "duration",
    min: 0,
    default: 6 * 3600,
    help: "Longest wait for a rate limit; a longer one ends the run, and --resume goes on",
  },
] as const satisfies readonly OptionSpec[];

/** The values of the options. */
export type RunOptions = OptionValues<typeof RUN_OPTIONS>;

/** The watchdog's limits. */
export function limitsOf(options: RunOptions): RunLimits {
  const ms = (seconds: number) => Math.round(seconds * 1000);
  return {
    taskTimeoutMs: ms(options["task-timeout"]),
    idleTimeoutMs: ms(options["idle-timeout"]),
    heartbeatMs: ms(options.heartbeat),
    killGraceMs: ms(options["kill-grace"]),
    completionGraceMs: ms(options["completion-grace"]),
  };
}

/**
 * The options as settings, the strongest layer of the loop. Minimums do not hold a run back.
 *
 * @param options The values.
 * @param given Names of those that the user gave.
 * @param before The flags of the run that is resumed; null for a new one.
 * @param maxIterations How many agents it may start.
 */
export function runFlags(
  options: RunOptions,
  given: ReadonlySet<string>,
  before: Readonly<Record<string, unknown>> | null,
  maxIterations: number,
): Partial<Settings> {
  const flags: Partial<Record<keyof Settings, unknown>> = {
    min_hours: 0,
    min_iterations: 0,
    max_hours: options["max-hours"],
    max_tokens: options["max-tokens"],
    max_cost_usd: options["max-cost-usd"],
    verify: options.verify.length > 0 ? [...options.verify] : undefined,
    verify_timeout: given.has("verify-timeout") ? options["verify-timeout"] : undefined,
    max_iterations: maxIterations,
  };
  const set = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  return { ...before, ...set } as Partial<Settings>;
}

/**
 * Refuses a budget that the agent reports nothing for.
 *
 * @param settings The limits.
 * @param agent The agent's name and what it reports; null for a command of the user's own.
 */
export function refuseUnmeasurable(
  settings: Pick<Settings, "max_tokens" | "max_cost_usd">,
  agent: {
    readonly name: string;
    readonly reports: { readonly tokens: boolean; readonly cost: boolean } | null;
  },
): void {
  const { reports, name } = agent;
  if (reports === null) return;
  const what = settings.max_tokens !== null && !reports.tokens
    ? "tokens"
    : settings.max_cost_usd !== null && !reports.cost
    ? "cost"
    : null;
  if (what === null) return;
  throw new UsageError(`A limit on ${what} cannot be kept: ${name} does not report them`, {
    hint: "Use --max-hours or --max-iterations.",
  });
}
