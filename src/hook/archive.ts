/** Keeps the old text of a plan before a file tool changes it. */
import { basename, dirname, isAbsolute, join } from "../system/path.ts";
import { projectPlaces } from "../store/places.ts";
import { resolveLinks } from "../store/project.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import type { FoundLoop } from "../lifecycle/loop.ts";
import type { HookContext } from "../lifecycle/context.ts";

/**
 * Finds the plan that a call is about to change.
 *
 * @returns Its path in a list; empty where the call changes no plan.
 */
export function findEditedPlan(event: HookEvent, here: FoundLoop, context: HookContext): string[] {
  const path = event.toolInput["file_path"];
  if (typeof path !== "string" || !/\.md$/i.test(path)) return [];
  const absolute = isAbsolute(path) ? path : join(event.cwd ?? here.project, path);
  return isPlan(absolute, here, context) ? [absolute] : [];
}

/** Whether a path lies in a folder of plans, itself or by what it links to. */
function isPlan(path: string, here: FoundLoop, context: HookContext): boolean {
  const folders = [projectPlaces(here.project).plansDir, join(context.places.claudeDir, "plans")]
    .map((folder) => `${resolveLinks(folder)}/`);
  const paths = [resolveLinks(path), join(resolveLinks(dirname(path)), basename(path))];
  return paths.some((candidate) => folders.some((folder) => candidate.startsWith(folder)));
}
