/**
 * Reads the plan again while others write it: half-written is not a plan, and gone for good is an
 * error, never "all done".
 *
 * @module
 */
import { SEPARATOR } from "../../path/path.ts";
import { realPathOf } from "../../focus/files.ts";
import type { RunContext } from "../job/context.ts";
import { type Plan, type PlanRead, readPlan } from "./plan.ts";

/** The plan, or why there is none any more. */
export type PlanReading =
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "lost"; readonly why: string };

/** An editor that empties a file before it writes it is done by then: milliseconds. */
const PATIENCE_MS = 1_500;
const RETRY_MS = 100;

/**
 * Reads the plan; waits a moment where it looks half-written.
 *
 * @param path The plan's file, links resolved when the run began.
 * @param project The project's root, links resolved.
 * @param context Time, and who hears of problems.
 */
export async function rereadPlan(
  path: string,
  project: string,
  { clock, stop, noteOnce }: Pick<RunContext, "clock" | "stop" | "noteOnce">,
): Promise<PlanReading> {
  const endsAt = clock.monotonicMs() + PATIENCE_MS;
  for (;;) {
    const target = findEscape(path, project);
    if (target !== null) {
      const what = "The plan became a link out of the project during the run";
      return { kind: "lost", why: `${what}: ${path} leads to ${target}` };
    }
    const read = await readPlan(path);
    if (read.kind === "plan" && read.plan.items.length > 0) {
      for (const problem of read.plan.problems) noteOnce(`Warning: ${problem}`);
      return read;
    }
    if (stop.request !== null || clock.monotonicMs() >= endsAt) {
      return { kind: "lost", why: describeLoss(path, read) };
    }
    await clock.sleep(RETRY_MS, stop.signal);
  }
}

/**
 * Finds out whether the plan now leads somewhere else than when the run began, and out of the
 * project: an agent may have put a link in its place.
 *
 * @param path The plan, its links resolved when the run began.
 * @param project The project's root, links resolved.
 * @returns Where it leads; null where it stayed, or is not there.
 */
export function findEscape(path: string, project: string): string | null {
  const real = realPathOf(path);
  if (real === null || real === path) return null;
  return real.startsWith(project + SEPARATOR) ? null : real;
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
