/**
 * The guard ends the turn and the loop: no Stop hook follows such a turn, so what
 * Stop would record is recorded here.
 *
 * @module
 */
import { killSwitch as killSwitchReason } from "../../loop/reason.ts";
import { deny, type HookResult } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { countLastTurn } from "../../lifecycle/last_turn.ts";
import { type LoopHere, recordOf } from "../../lifecycle/loop_here.ts";
import { endHere, tellEnd } from "../stop/answers.ts";
import type { HookWorld } from "../../lifecycle/world.ts";

/** Ends the loop, refuses the call, and stops the turn. */
export async function endByKillSwitch(
  event: HookEvent,
  here: LoopHere,
  world: HookWorld,
): Promise<HookResult> {
  const reason = killSwitchReason(here.killSwitch ?? "");
  const last = countLastTurn(world, here, recordOf(here), event.transcript_path);
  const ended = endHere({ world, event, here }, last, { kind: "halt", reason, evidence: [] });
  const halted = await tellEnd(ended);
  return { ...halted, answer: { ...deny(ended.sentence), ...halted.answer } };
}
