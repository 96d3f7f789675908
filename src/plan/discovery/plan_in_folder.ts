/** Says which plan somebody means who names its folder. */
import { join, relative } from "@std/path";
import type { RalphErrorOptions } from "../../error.ts";
import { replacing } from "../../text/again.ts";
import { findProjectPlan } from "./project_plan.ts";

/**
 * Hints at the plan of a folder that was named in its place. A folder's plan is found as a project's is.
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
