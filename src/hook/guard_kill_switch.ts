/**
 * The guard ends the turn and the loop: no Stop hook follows such a turn (contract §5), so what
 * Stop would record is recorded here.
 *
 * @module
 */
import { killSwitch as killSwitchReason } from "../loop/reason.ts";
import { deny, halt, type HookResult } from "./answer.ts";
import { describeEnd } from "./end_line.ts";
import { endOnDisk } from "./ending.ts";
import type { HookEvent } from "./event.ts";
import { countLastTurn } from "./last_turn.ts";
import { type LoopHere, recordOf } from "./loop_here.ts";
import type { HookWorld } from "./world.ts";

/** Ends the loop, refuses the call, and stops the turn. */
export function endByKillSwitch(event: HookEvent, here: LoopHere, world: HookWorld): HookResult {
  const { killSwitch } = here;
  const reason = killSwitchReason(killSwitch ?? "");
  const last = countLastTurn(world, here, recordOf(here), event.transcript_path);
  const problems = endOnDisk(world.places, last, {
    kind: "halt",
    reason,
    evidence: [],
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch,
    now: world.now(),
  });
  const unrecorded = problems.map((why) => `not recorded: ${why}`);
  const sentence = [reason.sentence, ...unrecorded].join("; ");
  const shown = [describeEnd(last, reason, world.now()), ...unrecorded].join("\n");
  const halted = halt(sentence, shown);
  return { ...halted, answer: { ...deny(sentence), ...halted.answer } };
}
