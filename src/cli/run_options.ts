/**
 * The options of `ralph run` and what they mean (design §14).
 *
 * @module
 */
import type { RunLimits } from "../runner/watchdog/watched_run.ts";
import { UsageError } from "../store/error.ts";
import type { Settings } from "../store/settings.ts";
import type { OptionSpec, OptionValues } from "./command.ts";

/** The options. Durations are in seconds where no unit is given. */
export const RUN_OPTIONS = [
  {
    name: "agent",
    type: "string",
    valueName: "NAME|COMMAND",
    help:
      "claude, kiro, codex, gemini, opencode, or any command, which gets the prompt as its last word; without it RALPH_KIRO_CMD, then what is installed",
  },
  {
    name: "max-iterations",
    type: "integer",
    min: 1,
    help: "Agents after which it ends (default: 10, or twice the open items if that is more)",
  },
  {
    name: "task-timeout",
    type: "duration",
    min: 0,
    default: 1800,
    env: "RALPH_TASK_TIMEOUT",
    help: "the most that one agent may take; 0 for no limit",
  },
  {
    name: "idle-timeout",
    type: "duration",
    min: 0,
    default: 60,
    env: "RALPH_IDLE_TIMEOUT",
    help: "an agent without output, tool or use of the processor for so long is ended; 0 for never",
  },
  {
    name: "heartbeat",
    type: "duration",
    min: 0,
    default: 60,
    env: "RALPH_HEARTBEAT_INTERVAL",
    help: "how often a line says that it is alive; 0 for never",
  },
  {
    name: "verify",
    type: "list",
    valueName: "COMMAND",
    help: "must exit with 0 before the finished plan counts",
  },
  {
    name: "prompt",
    type: "string",
    valueName: "FILE",
    help: "a text that is added to each prompt",
  },
  {
    name: "resume",
    type: "boolean",
    help: "Go on with the last run: its plan, options and counters",
  },
  { name: "dry-run", type: "boolean", help: "show what would be run, and run nothing" },
  { name: "json", type: "boolean", help: "print everything that happens as JSON lines" },
  { name: "trust", type: "boolean", help: "agree to the commands of the plan and the project" },
  { name: "keep-awake", type: "boolean", help: "keep the machine awake meanwhile" },
  {
    name: "terminal",
    type: "string",
    choices: ["auto", "pty", "script", "pipe"],
    default: "auto",
    help: "what agents run in; auto is the first that works",
  },
  { name: "max-hours", type: "hours", min: 0, help: "active hours after which it ends" },
  { name: "max-tokens", type: "integer", min: 1, help: "tokens after which it ends" },
  { name: "max-cost-usd", type: "number", min: 0, help: "US dollars after which it ends" },
  { name: "kill-grace", type: "duration", min: 0, default: 5, help: "from TERM to KILL" },
  {
    name: "completion-grace",
    type: "duration",
    min: 0,
    default: 15,
    help: "from an agent's result to TERM",
  },
  {
    name: "verify-timeout",
    type: "duration",
    min: 1,
    default: 300,
    help: "the most that one verification may take",
  },
  {
    name: "rate-limit-wait",
    type: "duration",
    min: 0,
    default: 6 * 3600,
    help:
      "the most that is waited for a rate limit; a longer one ends the run, and --resume goes on",
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
 * The options as settings, the strongest layer of the loop. The minimums of §5 do not hold a run
 * back (design §14).
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
 * Refuses a budget that the agent reports nothing for (design §5).
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
