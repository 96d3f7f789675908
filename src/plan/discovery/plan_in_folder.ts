/** Suggests a plan if the user named its folder. */
import { join, relative } from "@std/path";
import type { RalphErrorOptions } from "../../error.ts";
import { replacing } from "../../text/again.ts";
import { findProjectPlan } from "./project_plan.ts";

/**
 * Returns a hint with the plan of a folder that was named instead. It is found like a project's plan.
 *
 * @returns Null if the folder has no plan.
 */
export function hintAtPlanIn(folder: string, named: string): RalphErrorOptions | null {
  const found = findProjectPlan({ project: folder });
  const [path] = found === null || found.kind === "none" || found.kind === "refused"
    ? []
    : found.kind === "ambiguous"
    ? found.candidates
    : [found.path];
  if (path === undefined) return null;
  const meant = join(named, relative(folder, path));
  return { hint: `Did you mean '${meant}'?`, again: replacing(named, meant) };
}
