/**
 * The options of a run that `--resume` keeps, and how many agents it may start. Pure.
 *
 * @module
 */
import { resolve } from "@std/path";
import { UsageError } from "../../error.ts";
import type { RunOptions } from "./options.ts";

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

/** At least so many agents may a run start. */
const LEAST_AGENTS = 10;
/** An item may need a second agent. */
const AGENTS_PER_ITEM = 2;

/**
 * What is to be remembered.
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
 * The options of a run that goes on: what is given now, else what was given before.
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

/** What the number of agents hangs on. */
export interface AgentNeed {
  /** Items to be done. */
  readonly open: number;
  /** Agents that the run has started before. */
  readonly started: number;
}

/**
 * How many agents a run may start, those before it was resumed included.
 *
 * @param wanted `--max-iterations`, given now or before; undefined where it never was.
 * @param isGivenNow Whether it was given now.
 * @throws {UsageError} Where the run that is resumed has started as many already.
 */
export function limitAgents(
  wanted: number | undefined,
  isGivenNow: boolean,
  { open, started }: AgentNeed,
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
