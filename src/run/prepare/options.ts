/** Converts the options of a run, and decides which of them `--resume` keeps. Pure. */
import { SECOND_MS } from "../../text/time.ts";
import { resolve } from "@std/path";
import { UsageError } from "../../error.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { REASONS } from "../../loop/reasons.ts";
import { type Budgets, findUnmeasured } from "../job/ending.ts";
import type { Agent } from "../agents/choose_agent.ts";
import { RUN_OPTIONS, type RunOptions } from "./run_options.ts";
import type { WatchLimits } from "../watchdog/agent_process.ts";
import { showCount } from "../../text/human_units.ts";
import { giving } from "../../text/again.ts";

/** Converts the options to the watchdog's limits. */
export function limitsOf(options: RunOptions): WatchLimits {
  const ms = (seconds: number) => Math.round(seconds * SECOND_MS);
  return {
    taskTimeoutMs: ms(options["task-timeout"]),
    idleTimeoutMs: ms(options["idle-timeout"]),
    heartbeatMs: ms(options.heartbeat),
    killGraceMs: ms(options["kill-grace"]),
    completionGraceMs: ms(options["completion-grace"]),
  };
}

/**
 * Creates the strongest layer of the loop's settings. A run does not have minimums.
 *
 * @param before The flags of the resumed run; null for a new run.
 */
export function runFlags(
  { verify }: Pick<RunOptions, "verify">,
  limits: Partial<Settings>,
  before: Readonly<Record<string, unknown>> | null,
  maxIterations: number,
): Partial<Settings> {
  return {
    ...before,
    ...limits,
    ...(verify.length > 0 ? { verify: [...verify] } : {}),
    min_hours: 0,
    min_iterations: 0,
    max_iterations: maxIterations,
  };
}

/** Refuses a budget that the agent does not report; with the user's own command any budget is allowed. */
export function refuseUnmeasurable(
  settings: Budgets,
  { reports, name }: Pick<Agent, "name" | "reports">,
): void {
  if (reports === null) return;
  const amounts = { tokens: reports.tokens ? 0 : null, costUsd: reports.cost ? 0 : null };
  const [budget] = findUnmeasured(settings, amounts);
  if (budget === undefined) return;
  const { what, code } = budget;
  throw new UsageError(`A limit on ${what} cannot be kept: ${name} does not report them`, {
    hint: `Use --max-hours or --max-iterations instead, with ${REASONS[code].limit?.option} none.`,
  });
}

/** Options that a run keeps in addition to the loop's settings. */
const KEPT = RUN_OPTIONS.filter((row) => "isKept" in row).map(({ name }) => name);

/** The options that a run keeps, by name. */
export type RememberedOptions = Readonly<Record<string, unknown>>;

/** Minimum of the default limit on agents. */
const LEAST_AGENTS = 10;
const AGENTS_PER_ITEM = 2;

/**
 * Selects the options that the next `--resume` keeps.
 *
 * @param cwd The folder that relative paths are resolved against.
 * @param before The options kept so far; empty for a new run.
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

/** Merges the options of a resumed run: the value given now, else the kept value. */
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
 * Computes the maximum number of agents of a run, including those before it was resumed.
 *
 * @param wanted The value of `--max-iterations`, given now or earlier; undefined if it was never given.
 * @throws {UsageError} If the resumed run has already started that many.
 */
export function limitAgents(
  wanted: number | undefined,
  isGivenNow: boolean,
  { open, started }: { readonly open: number; readonly started: number },
): number {
  const enough = started + Math.max(LEAST_AGENTS, AGENTS_PER_ITEM * open);
  if (wanted === undefined) return enough;
  if (wanted > started || open === 0) return wanted;
  // The old limit would end the resumed run immediately.
  if (!isGivenNow) return enough;
  throw new UsageError(
    `The run that is resumed has used ${
      showCount(started, "turn")
    } already, found --max-iterations ${wanted}`,
    { hint: "Leave the option out, or give more:", again: giving("--max-iterations", enough) },
  );
}
