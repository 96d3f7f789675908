/**
 * `ralph hook archive`: keeps the old text of a plan before it is edited (design §3).
 *
 * @module
 */
import { isAbsolute, join } from "@std/path";
import { projectPlaces } from "../store/places.ts";
import { archivePlan, pruneArchives } from "../store/plan_archive.ts";
import { resolveLinks } from "../store/project.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import type { HookEvent } from "./event.ts";
import { findLoopHere, type LoopHere } from "./loop_here.ts";
import { settingsOf } from "./settings_of.ts";
import type { HookWorld } from "./world.ts";

/** Tools that replace a file's text. */
const EDITING_TOOLS = new Set(["Write", "Edit", "MultiEdit"]);

/** Answers a PreToolUse event: always without an opinion, for the edit is never delayed or denied. */
export async function answerArchive(event: HookEvent, world: HookWorld): Promise<HookResult> {
  const path = event.tool_input["file_path"];
  if (!EDITING_TOOLS.has(event.tool_name) || typeof path !== "string") return plain(NO_OPINION);
  if (!path.endsWith(".md")) return plain(NO_OPINION);
  const here = findLoopHere(world);
  if (here !== null) {
    const absolute = isAbsolute(path) ? path : join(event.cwd ?? here.project, path);
    if (isPlan(absolute, here, world)) await keepPlans([absolute], here, world);
  }
  return plain(NO_OPINION);
}

/**
 * Archives plans and prunes what is too old or too much.
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
  const { settings } = settingsOf(world, here, { said: [] });
  const limits = { keep: settings.archive_keep, days: settings.archive_days };
  pruneArchives(archivesDir, limits, now);
}

function isPlan(path: string, here: LoopHere, world: HookWorld): boolean {
  const folders = [projectPlaces(here.project).plansDir, join(world.places.claudeDir, "plans")];
  const real = resolveLinks(path);
  return folders.some((folder) => real.startsWith(`${resolveLinks(folder)}/`));
}
