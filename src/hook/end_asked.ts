/**
 * Ends a loop whose end was asked for while no turn of it runs: at the user's next prompt, which
 * passes, since it is no part of the loop any more.
 *
 * @module
 */
import { judgeUsersWord } from "../loop/decide.ts";
import { type HookResult, plain, tellUser } from "./answer.ts";
import { describeEnd } from "../lifecycle/end_line.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { countLastTurn } from "../lifecycle/turn_time.ts";
import type { FoundLoop } from "../lifecycle/loop.ts";
import { endHere } from "./stop/answers.ts";
import type { HookContext } from "../lifecycle/context.ts";

/**
 * Ends the loop where the kill switch is set, the marker was deleted or a stop was asked for.
 *
 * @returns The answer; null where nobody asked for the end.
 */
export function endAsAsked(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): HookResult | null {
  if (here.record.kind !== "ok") return null;
  const decision = judgeUsersWord(here.record.value, {
    killSwitch: here.killSwitch,
    markerPresent: here.hasMarker,
    isStopQueued: false,
  });
  if (decision?.kind !== "halt") return null;
  const last = countLastTurn(context, here, here.record.value, event.transcript_path);
  const { unrecorded, now } = endHere({ context, event, here }, last, decision);
  const shown = [describeEnd(last, decision.reason, now), ...unrecorded].join("\n");
  return plain(tellUser(shown));
}
