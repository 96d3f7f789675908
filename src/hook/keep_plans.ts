/** Finds and archives plans that are about to change, and prunes archives that are too old or too many. */
import { archivePlan, pruneArchives } from "../store/records/plan_archive.ts";
import { projectPlaces } from "../store/places.ts";
import { resolveLinks } from "../store/project.ts";
import { basename, dirname, isAbsolute, join } from "../system/path.ts";
import type { LoopPlace } from "../lifecycle/loop.ts";
import type { HookContext } from "../lifecycle/context.ts";

/**
 * Archives and prunes; never throws for a plan that cannot be read.
 *
 * @param plans Absolute paths of plans.
 * @returns A sentence for each existing plan that could not be archived.
 */
export async function keepPlans(
  plans: readonly string[],
  here: LoopPlace,
  context: HookContext,
): Promise<string[]> {
  const { archivesDir } = context.places;
  const nowMs = context.nowMs();
  const fresh = new Set<string>();
  const lost: string[] = [];
  for (const plan of plans) {
    const archived = await archivePlan(context.places, resolveLinks(plan), nowMs);
    if (archived.kind === "saved") fresh.add(archived.path);
    if (archived.kind === "failed") {
      lost.push(`ralph did not keep the old text of ${plan}: ${archived.why}`);
    }
  }
  if (fresh.size === 0) return lost;
  const { loadLoopSettings } = await import("../lifecycle/settings.ts");
  const { settings } = loadLoopSettings(context, here, { said: [] });
  const limits = { keep: settings.archive_keep, days: settings.archive_days };
  pruneArchives(archivesDir, limits, nowMs, fresh);
  return lost;
}

/**
 * Finds the plan that an editing tool is about to change.
 *
 * @param path The field `file_path` of the call.
 * @param cwd The folder of the call. Default: the project.
 * @returns Its path in a list; empty if the call changes no plan.
 */
export function findEditedPlan(
  path: unknown,
  cwd: string | null | undefined,
  here: LoopPlace,
  context: HookContext,
): string[] {
  if (typeof path !== "string") return [];
  const absolute = isAbsolute(path) ? path : join(cwd ?? here.project, path);
  return isPlan(absolute, here, context) ? [absolute] : [];
}

/** Checks whether a path, or the target of its link, is in a folder of plans. */
function isPlan(path: string, here: LoopPlace, context: HookContext): boolean {
  const folders = [projectPlaces(here.project).plansDir, join(context.places.claudeDir, "plans")]
    .map((folder) => `${resolveLinks(folder)}/`);
  const paths = [resolveLinks(path), join(resolveLinks(dirname(path)), basename(path))];
  return paths.some((candidate) => folders.some((folder) => candidate.startsWith(folder)));
}
