/** Archives plans that are about to change, and prunes archives that are too old or too many. */
import { archivePlan, pruneArchives } from "../store/records/plan_archive.ts";
import { resolveLinks } from "../store/project.ts";
import type { FoundLoop } from "../lifecycle/loop.ts";
import type { HookContext } from "../lifecycle/context.ts";

/**
 * Archives and prunes; never throws for a plan that cannot be read.
 *
 * @param plans Absolute paths of plans.
 * @returns A sentence for each existing plan that could not be archived.
 */
export async function keepPlans(
  plans: readonly string[],
  here: FoundLoop,
  context: HookContext,
): Promise<string[]> {
  const { archivesDir } = context.places;
  const nowMs = context.nowMs();
  const fresh = new Set<string>();
  const lost: string[] = [];
  for (const plan of plans) {
    const archived = await archivePlan(archivesDir, resolveLinks(plan), nowMs);
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
