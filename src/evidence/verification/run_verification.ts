/** Runs verification commands one after another. They must pass before a loop or a run may end on success. */
import type { Verification } from "../../loop/facts.ts";
import type { TrustedCommand } from "../../store/trusted_command.ts";
import { type CommandOptions, type CommandRun, runCommand } from "./run_command.ts";

/** Watches the commands while they run. */
export interface CommandWatch extends Pick<CommandOptions, "isStopAsked"> {
  /** Called before each command. The returned object is disposed of when the command has ended. */
  readonly watch?: (line: string, limitMs: number) => Disposable;
}

interface VerificationOptions
  extends Omit<CommandOptions, "limitMs" | "isStopAsked">, CommandWatch {
  /** Time limit for each command. */
  readonly timeoutMs: number;
  /** Time limit for all commands together. */
  readonly budgetMs: number;
}

/**
 * Runs the commands in order until one fails.
 *
 * @returns `passed` only if every command exited with 0 and none reports that it ran no tests; `unknown` if
 * the time limit or the user ended it.
 */
export async function runVerification(
  commands: readonly TrustedCommand[],
  { timeoutMs, budgetMs, watch, ...options }: VerificationOptions,
): Promise<Verification> {
  const endsAt = performance.now() + budgetMs;
  for (const command of commands) {
    const limitMs = Math.min(timeoutMs, endsAt - performance.now());
    if (limitMs <= 0) {
      return { kind: "unknown", why: "the time for all verification commands ran out" };
    }
    using _watched = watch?.(command.line, limitMs);
    const run = await runCommand(command, { ...options, limitMs });
    if (run.kind === "cut") return { kind: "unknown", why: run.why };
    const tail = describeFailure(run);
    if (tail !== null) return { kind: "rejected", command: command.line, tail };
  }
  return { kind: "passed" };
}

function describeFailure(
  { code, tail, zeroTests }: Extract<CommandRun, { kind: "ended" }>,
): string | null {
  if (code !== 0) return tail || `exit code ${code}, no output`;
  if (zeroTests === null) return null;
  const verdict =
    `It exited with 0 but ran no tests, so it does not count as passed: "${zeroTests}"`;
  return `${tail}\n${verdict}`;
}
