/** `ralph hook archive`: keeps the old text of a plan before it is edited. */
import { basename, dirname, isAbsolute, join } from "../path/path.ts";
import { projectPlaces } from "../store/places.ts";
import { resolveLinks } from "../store/project.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "./answer.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { findSessionLoop, type FoundLoop } from "../lifecycle/loop.ts";
import type { HookContext } from "../lifecycle/context.ts";

/** Tools that replace a file's text. */
const EDITING_TOOLS = new Set(["Write", "Edit", "MultiEdit"]);

/**
 * Answers a PreToolUse event: always without an opinion, so that no edit is denied. The user sees
 * which plan could not be kept.
 */
export async function answerArchive(event: HookEvent, context: HookContext): Promise<HookResult> {
  const path = event.toolInput["file_path"];
  if (!EDITING_TOOLS.has(event.toolName) || typeof path !== "string") return plain(NO_OPINION);
  if (!/\.md$/i.test(path)) return plain(NO_OPINION);
  const here = findSessionLoop(context);
  if (here !== null) {
    const absolute = isAbsolute(path) ? path : join(event.cwd ?? here.project, path);
    if (isPlan(absolute, here, context)) {
      const { keepPlans } = await import("./keep_plans.ts");
      const lost = await keepPlans([absolute], here, context);
      if (lost.length > 0) return plain(tellUser(lost.join("\n")));
    }
  }
  return plain(NO_OPINION);
}

/** Whether a path lies in a folder of plans, itself or by what it links to. */
function isPlan(path: string, here: FoundLoop, context: HookContext): boolean {
  const folders = [projectPlaces(here.project).plansDir, join(context.places.claudeDir, "plans")]
    .map((folder) => `${resolveLinks(folder)}/`);
  const paths = [resolveLinks(path), join(resolveLinks(dirname(path)), basename(path))];
  return paths.some((candidate) => folders.some((folder) => candidate.startsWith(folder)));
}
