/**
 * Reads the plan again while others may write it. A half-written plan is read again, and a missing
 * plan is an error, never "all done".
 */
import { realPathOf } from "../../store/files/presence.ts";
import type { RunContext } from "../job/context.ts";
import { endOf } from "../job/ending.ts";
import type { RunEnd } from "../job/job.ts";
import { type Plan, type PlanRead, readPlan } from "./plan.ts";

/** Time for an editor to write a file that it has emptied, in milliseconds. */
const PATIENCE_MS = 1_500;
const RETRY_MS = 100;

/**
 * Reads the plan; waits a moment if it looks half-written.
 *
 * @param path The plan's file, links resolved when the run began.
 * @returns The plan, or the end of the run where it no longer exists.
 */
export async function rereadPlan(
  path: string,
  project: string,
  { clock, stop, noteOnce }: Pick<RunContext, "clock" | "stop" | "noteOnce">,
): Promise<Plan | RunEnd> {
  const endsAt = clock.monotonicMs() + PATIENCE_MS;
  for (;;) {
    const target = findEscape(path, project);
    if (target !== null) {
      const what = "The plan became a link out of the project during the run";
      return endLost(`${what}: ${path} leads to ${target}`);
    }
    const read = await readPlan(path);
    if (read.kind === "plan" && read.plan.items.length > 0) {
      for (const problem of read.plan.problems) noteOnce(`Warning: ${problem}`);
      return read.plan;
    }
    if (stop.request !== null || clock.monotonicMs() >= endsAt) {
      return endLost(describeLoss(path, read));
    }
    await clock.sleep(RETRY_MS, stop.signal);
  }
}

/**
 * Detects that the plan was replaced by a link out of the project.
 *
 * @param path The plan, links resolved when the run began.
 * @returns The target of the link; null if the plan did not move or does not exist.
 */
export function findEscape(path: string, project: string): string | null {
  const real = realPathOf(path);
  if (real === null || real === path) return null;
  return real.startsWith(`${project}/`) ? null : real;
}

function endLost(sentence: string): RunEnd {
  return endOf({ code: "plan-error", sentence }, undefined, [], "halt");
}

function describeLoss(path: string, read: PlanRead): string {
  switch (read.kind) {
    case "plan":
      return `The plan has no checklist items any more: ${path}`;
    case "missing":
      return `The plan was deleted during the run: ${path}`;
    case "unreadable":
      return `The plan cannot be read any more: ${read.why}`;
  }
}
