/**
 * Archives plans that are about to change, and prunes what is too old or too much (design §3).
 *
 * @module
 */
import { archivePlan, pruneArchives } from "../store/plan_archive.ts";
import { resolveLinks } from "../store/project.ts";
import type { LoopHere } from "./loop_here.ts";
import type { HookWorld } from "./world.ts";

/**
 * Archives and prunes; never throws for a plan that cannot be read.
 *
 * @param plans Absolute paths of existing plans.
 */
export async function keepPlans(
  plans: readonly string[],
  here: LoopHere,
  world: HookWorld,
): Promise<void> {
  const { archivesDir } = world.places;
  const now = new Date(world.now() * 1000);
  let hasSaved = false;
  for (const plan of plans) {
    const archived = await archivePlan(archivesDir, resolveLinks(plan), now);
    hasSaved ||= archived.kind === "saved";
  }
  if (!hasSaved) return;
  const { settingsOf } = await import("./settings_of.ts");
  const { settings } = settingsOf(world, here, { said: [] });
  const limits = { keep: settings.archive_keep, days: settings.archive_days };
  pruneArchives(archivesDir, limits, now);
}
