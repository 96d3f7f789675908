/**
 * `ralph hook archive`: keeps the old text of a plan before it is edited (design §3).
 *
 * @module
 */
import { isAbsolute, join } from "@std/path";
import { projectPlaces } from "../store/places.ts";
import { resolveLinks } from "../store/project.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import type { HookEvent } from "./event.ts";
import { findLoopHere, type LoopHere } from "./loop_here.ts";
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
    if (isPlan(absolute, here, world)) {
      const { keepPlans } = await import("./keep_plans.ts");
      await keepPlans([absolute], here, world);
    }
  }
  return plain(NO_OPINION);
}

function isPlan(path: string, here: LoopHere, world: HookWorld): boolean {
  const folders = [projectPlaces(here.project).plansDir, join(world.places.claudeDir, "plans")];
  const real = resolveLinks(path);
  return folders.some((folder) => real.startsWith(`${resolveLinks(folder)}/`));
}
