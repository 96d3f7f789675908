/** Adds a repair of the loop's files to an answer, if there was one. */
import type { HookContext } from "../lifecycle/context.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import type { FileCheck } from "../repair/check_loop_files.ts";
import { exists } from "../store/files/presence.ts";
import { loopPlaces } from "../store/places.ts";
import type { HookResult } from "./answer.ts";

/** Adds to an answer the repairs that the user and the agent have not read about. */
export async function withRepair(
  result: HookResult,
  { found: { facts }, forAgent }: FileCheck,
  event: HookEvent,
  { env, places }: HookContext,
): Promise<HookResult> {
  const { untold } = loopPlaces(places, facts.id);
  // The user does not see the answer to a subagent's event, or to an agent of the runner.
  const isSeen = !event.agentId && !env.isInsideRun && exists(untold);
  if (!isSeen && forAgent === null) return result;
  const { addRepair } = await import("./tell_repair.ts");
  return addRepair(result, isSeen ? { places, ...facts } : null, forAgent, event);
}
