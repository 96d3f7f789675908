/** Notes evidence that a loop's session or agent is active. */
import type { HookContext } from "../lifecycle/context.ts";
import type { LoopPlace } from "../lifecycle/loop.ts";
import { loopPlaces } from "../store/places.ts";
import { appendBeat, type Beat } from "../store/records/beats.ts";

/** Records evidence that the loop's session or agent is active. */
export function noteBeat(
  { nowMs, places }: Pick<HookContext, "nowMs" | "places">,
  { facts }: Pick<LoopPlace, "facts">,
  beat: Omit<Beat, "atMs">,
  atMs = nowMs(),
): void {
  appendBeat(loopPlaces(places, facts.id).beats, { atMs, ...beat });
}
