/**
 * The guard ends the turn and the loop: no Stop hook follows such a turn, so what
 * Stop would record is recorded here.
 *
 * @module
 */
import { killSwitch as killSwitchReason } from "../../loop/reason.ts";
import { deny, type HookResult } from "../answer.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import { type FoundLoop, recordOf } from "../../lifecycle/loop.ts";
import { endHere, tellEnd } from "../stop/answers.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** Ends the loop, refuses the call, and stops the turn. */
export async function endByKillSwitch(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): Promise<HookResult> {
  const reason = killSwitchReason(here.killSwitch ?? "");
  const last = countLastTurn(context, here, recordOf(here), event.transcript_path);
  const ended = endHere({ context, event, here }, last, { kind: "halt", reason, evidence: [] });
  const halted = await tellEnd(ended);
  return { ...halted, answer: { ...deny(ended.sentence), ...halted.answer } };
}
