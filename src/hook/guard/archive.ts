/**
 * `ralph hook archive`: keeps the old text of a plan that an editing tool is about to change. The guard does
 * this too; who registers the hooks by hand can have it without the guard.
 */
import { findSessionLoop } from "../../lifecycle/loop.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { findEditedPlan, keepPlans } from "../keep_plans.ts";

/** Answers a PreToolUse event. Never denies a call. */
export async function answerArchive(event: HookEvent, context: HookContext): Promise<HookResult> {
  const here = findSessionLoop(context);
  if (here === null || !here.hasMarker) return plain(NO_OPINION);
  const edited = findEditedPlan(event.toolInput["file_path"], event.cwd, here, context);
  const lost = await keepPlans(edited, here, context);
  return plain(lost.length > 0 ? tellUser(...lost) : NO_OPINION);
}
