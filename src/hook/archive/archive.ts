/**
 * `ralph hook archive`: keeps the old text of a plan before it is edited.
 *
 * @module
 */
import { basename, dirname, isAbsolute, join } from "@std/path";
import { projectPlaces } from "../../store/places.ts";
import { resolveLinks } from "../../store/project.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { findLoopHere, type LoopHere } from "../../lifecycle/loop_here.ts";
import type { HookWorld } from "../../lifecycle/world.ts";

/** Tools that replace a file's text. */
const EDITING_TOOLS = new Set(["Write", "Edit", "MultiEdit"]);

/**
 * Answers a PreToolUse event: always without an opinion, for the edit is never delayed or denied. The
 * user is told where a plan could not be kept.
 */
export async function answerArchive(event: HookEvent, world: HookWorld): Promise<HookResult> {
  const path = event.tool_input["file_path"];
  if (!EDITING_TOOLS.has(event.tool_name) || typeof path !== "string") return plain(NO_OPINION);
  if (!/\.md$/i.test(path)) return plain(NO_OPINION);
  const here = findLoopHere(world);
  if (here !== null) {
    const absolute = isAbsolute(path) ? path : join(event.cwd ?? here.project, path);
    if (isPlan(absolute, here, world)) {
      const { keepPlans } = await import("./keep_plans.ts");
      const lost = await keepPlans([absolute], here, world);
      if (lost.length > 0) return plain(tellUser(lost.join("\n")));
    }
  }
  return plain(NO_OPINION);
}

/** Whether a path lies in a folder of plans, itself or by what it links to. */
function isPlan(path: string, here: LoopHere, world: HookWorld): boolean {
  const folders = [projectPlaces(here.project).plansDir, join(world.places.claudeDir, "plans")]
    .map((folder) => `${resolveLinks(folder)}/`);
  const paths = [resolveLinks(path), join(resolveLinks(dirname(path)), basename(path))];
  return paths.some((one) => folders.some((folder) => one.startsWith(folder)));
}
