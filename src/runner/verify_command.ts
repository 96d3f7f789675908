/**
 * Runs one verification command of a run and tells of it.
 *
 * @module
 */
import type { Job, JobWorld } from "./job.ts";

/** Where and how long commands run. */
export type VerifyScope = Pick<Job, "project" | "verifyTimeoutSeconds">;

/**
 * Runs the command.
 *
 * @param scope Where, and how long at most.
 * @param world How it is run, and who hears of it.
 * @param command The command, agreed to.
 * @param item The item that it belongs to; null for the user's own check.
 * @returns Null where it passed, or a stop was asked for meanwhile; else the end of its output. What
 * could not be run to its end has not passed.
 */
export async function verifyCommand(
  { project: cwd, verifyTimeoutSeconds: timeoutSeconds }: VerifyScope,
  { verify, report, stop }: Pick<JobWorld, "verify" | "report" | "stop">,
  command: string,
  item: string | null,
): Promise<string | null> {
  report({ kind: "verifying", command, item });
  const verdict = await verify([command], {
    cwd,
    timeoutSeconds,
    // The budget for all commands together; each has its own here.
    budgetSeconds: timeoutSeconds + 1,
    isStopAsked: () => stop.ask !== null,
  });
  if (stop.ask !== null) return null;
  const tail = verdict.kind === "rejected"
    ? verdict.tail
    : verdict.kind === "unknown"
    ? verdict.why
    : null;
  report({
    kind: "verified",
    command,
    item,
    verdict: tail === null ? "passed" : "failed",
    detail: tail?.split("\n").at(-1) ?? "",
  });
  return tail;
}

/**
 * The user's own checks over a finished plan, until one fails.
 *
 * @returns The first that failed, with the end of its output; null where all passed, or a stop was
 * asked for.
 */
export async function runGate(
  job: VerifyScope & Pick<Job, "verify">,
  world: Pick<JobWorld, "verify" | "report" | "stop">,
): Promise<{ readonly command: string; readonly tail: string } | null> {
  for (const command of job.verify) {
    const tail = await verifyCommand(job, world, command, null);
    if (tail !== null) return { command, tail };
    if (world.stop.ask !== null) return null;
  }
  return null;
}
