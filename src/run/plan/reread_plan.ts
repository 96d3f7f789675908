/**
 * Reads the plan again while others may write it. A half-written plan is read again, and a missing
 * plan is an error, never "all done".
 */
import { realPathOf } from "../../store/files/presence.ts";
import type { RunContext } from "../job/context.ts";
import { endOf } from "../job/ending.ts";
import type { RunEnd } from "../job/job.ts";
import { findPlanAgain } from "../../evidence/completion/find_plan_again.ts";
import { relative } from "@std/path";
import { showCount } from "../../text/human_units.ts";
import { noteItemsOf, type Plan, planOf, type PlanRead, readPlan } from "./plan.ts";
import { showCommand } from "../../text/shell_word.ts";

/** Time that an editor gets to write a file that it has emptied, in milliseconds. */
const PATIENCE_MS = 1_500;
const RETRY_MS = 100;

/**
 * Reads the plan; waits a moment if it looks half-written.
 *
 * @param known The plan as last read; if its file is missing, its items are looked for elsewhere.
 * @returns The plan, wherever it is now, and the end of the run if it is lost.
 */
export async function rereadPlan(
  known: Plan,
  project: string,
  { clock, stop, noteOnce }: Pick<RunContext, "clock" | "stop" | "noteOnce">,
): Promise<{ readonly plan: Plan | null; readonly lost: RunEnd | null }> {
  const { path } = known;
  const lose = (sentence: string) => ({ plan: null, lost: endLost(sentence) });
  const endsAt = clock.monotonicMs() + PATIENCE_MS;
  for (;;) {
    const target = findEscape(path, project);
    if (target !== null) {
      const what = "The plan became a link out of the project during the run";
      return lose(`${what}: ${path} leads to ${target}`);
    }
    const read = await readPlan(path);
    if (read.kind === "plan" && read.plan.items.length > 0) {
      for (const problem of read.plan.problems) noteOnce(`Warning: ${problem}`);
      return { plan: read.plan, lost: null };
    }
    const isLost = stop.request !== null || clock.monotonicMs() >= endsAt;
    if (isLost && read.kind === "missing") {
      const again = await findMissing(known, project, noteOnce);
      if (again !== null) return again;
    }
    if (isLost) return lose(describeLoss(path, read));
    await clock.sleep(RETRY_MS, stop.signal);
  }
}

/** Finds a plan that was moved, or its last version in git. */
async function findMissing(
  known: Plan,
  project: string,
  noteOnce: RunContext["noteOnce"],
): Promise<{ readonly plan: Plan; readonly lost: RunEnd | null } | null> {
  const { path } = known;
  const again = await findPlanAgain(path, project, noteItemsOf(undefined, known));
  if (again === null) return null;
  const plan = planOf(again.path, again.document);
  const name = relative(project, path);
  if (again.kind === "moved") {
    noteOnce(`Note: ${name} is now ${relative(project, again.path)}`);
    return { plan, lost: null };
  }
  const commit = (again.commit ?? "").slice(0, COMMIT_DIGITS);
  const last = `the last commit that has it is ${commit}`;
  if (plan.open === 0) {
    noteOnce(`Note: ${name} is gone; ${last}, and nothing is open in it`);
    return { plan, lost: null };
  }
  const open = showCount(plan.open, "open item");
  const sentence =
    `The plan was deleted during the run: ${path}; ${last}, with ${open}. Restore it: ` +
    showCommand(["git", "checkout", commit, "--", name]);
  return { plan, lost: endLost(sentence) };
}

const COMMIT_DIGITS = 10;

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
      return `The plan no longer has checklist items: ${path}`;
    case "missing":
      return `The plan was deleted during the run: ${path}`;
    case "unreadable":
      return `The plan can no longer be read: ${read.why}`;
  }
}
