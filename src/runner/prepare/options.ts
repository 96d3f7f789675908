/**
 * The options of a run: what they mean, and what `--resume` keeps of them. Pure.
 *
 * @module
 */
import { resolve } from "../../path/path.ts";
import { UsageError } from "../../error.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Agent } from "../agents/choose_agent.ts";
import type { TerminalChoice } from "../terminal/terminal.ts";
import type { WatchLimits } from "../watchdog/agent_process.ts";

/** The values of the options, by their names on the command line; times in seconds. */
export interface RunOptions {
  readonly agent: string | undefined;
  readonly "max-iterations": number | undefined;
  readonly "task-timeout": number;
  readonly "idle-timeout": number;
  readonly heartbeat: number;
  readonly verify: readonly string[];
  readonly prompt: string | undefined;
  readonly resume: boolean;
  readonly "keep-awake": boolean;
  readonly terminal: TerminalChoice;
  readonly "max-hours": number | undefined;
  readonly "max-tokens": number | undefined;
  readonly "max-cost-usd": number | undefined;
  readonly "kill-grace": number;
  readonly "completion-grace": number;
  readonly "verify-timeout": number;
  readonly "rate-limit-wait": number;
}

/** Converts the options to the watchdog's limits. */
export function limitsOf(options: RunOptions): WatchLimits {
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
 * Converts the options to settings, the strongest layer of the loop. A run has no minimums.
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
 * @param agent The agent; what a command of the user's own reports is not known.
 */
export function refuseUnmeasurable(
  settings: Pick<Settings, "max_tokens" | "max_cost_usd">,
  { reports, name }: Pick<Agent, "name" | "reports">,
): void {
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

/** Kept beside the limits and checks, which are settings of the loop. */
const KEPT = [
  "agent",
  "prompt",
  "max-iterations",
  "task-timeout",
  "idle-timeout",
  "heartbeat",
  "terminal",
  "kill-grace",
  "completion-grace",
  "rate-limit-wait",
  "keep-awake",
] as const satisfies readonly (keyof RunOptions)[];

/** What a run remembers of its options, by their names. */
export type RememberedOptions = Readonly<Record<string, unknown>>;

/** A run may start at least this many agents. */
const LEAST_AGENTS = 10;
/** An item may need a second agent. */
const AGENTS_PER_ITEM = 2;

/**
 * Chooses the options that the next `--resume` is to remember.
 *
 * @param options The values.
 * @param given Names of those that the user gave.
 * @param cwd Where paths among them begin.
 * @param before What the run remembered before; empty for a new one.
 */
export function rememberOptions(
  options: RunOptions,
  given: ReadonlySet<string>,
  cwd: string,
  before: RememberedOptions = {},
): RememberedOptions {
  const names = KEPT.filter((name) => given.has(name));
  const now = names.map((name) => {
    const value = options[name];
    return [name, name === "prompt" && typeof value === "string" ? resolve(cwd, value) : value];
  });
  return { ...before, ...Object.fromEntries(now) };
}

/**
 * Merges the options of a run that goes on: what is given now, else what was given before.
 *
 * @param before What the run remembers.
 */
export function recallOptions(
  options: RunOptions,
  given: ReadonlySet<string>,
  before: RememberedOptions,
): RunOptions {
  const recalled = KEPT.filter((name) => !given.has(name) && name in before)
    .map((name) => [name, before[name]]);
  return { ...options, ...Object.fromEntries(recalled) };
}

/**
 * Limits the agents that a run may start, those before it was resumed included.
 *
 * @param wanted `--max-iterations`, given now or before; undefined where it never was.
 * @param isGivenNow Whether it was given now.
 * @param open Items to be done.
 * @param started Agents that the run has started before.
 * @throws {UsageError} Where the run that is resumed has started as many already.
 */
export function limitAgents(
  wanted: number | undefined,
  isGivenNow: boolean,
  { open, started }: { readonly open: number; readonly started: number },
): number {
  const enough = started + Math.max(LEAST_AGENTS, AGENTS_PER_ITEM * open);
  if (wanted === undefined) return enough;
  if (wanted > started || open === 0) return wanted;
  // The limit that ended the run before would end it again at once.
  if (!isGivenNow) return enough;
  throw new UsageError(
    `The run that is resumed has started ${started} agents already, found --max-iterations ${wanted}`,
    { hint: `Leave the option out, or give more: --max-iterations ${enough}.` },
  );
}
