/**
 * What the user asked for: it wins over everything, whatever else is broken.
 *
 * @module
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { EndDecision } from "../decision.ts";
import type { Facts } from "../facts.ts";
import * as reason from "../reason.ts";

/** Where a user asks for an end. */
export type Asked =
  & Pick<Facts, "killSwitch" | "markerPresent">
  & Partial<Pick<Facts, "isStopQueued">>;

/**
 * Judges whether the user asked for the end of the loop.
 *
 * @param record The loop's record.
 * @param asked The kill switch, the marker, and a stop that the client still keeps back.
 * @returns The decision to end it; null where nobody asked for it.
 * @example The kill switch wins over a marker that is missing too
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const asked = { killSwitch: "/app/.claude/STOP_LOOP", markerPresent: false };
 * assertEquals(judgeUsersWord({ state: "running" }, asked)?.reason.code, "kill-switch");
 * ```
 */
export function judgeUsersWord(
  { state }: Pick<LoopRecord, "state">,
  { killSwitch, markerPresent, isStopQueued = false }: Asked,
): EndDecision | null {
  const halt = (why: EndDecision["reason"]): EndDecision => ({
    kind: "halt",
    reason: why,
    evidence: [],
  });
  if (killSwitch !== null) return halt(reason.killSwitch(killSwitch));
  if (state === "draining" || isStopQueued) return halt(reason.stoppedByUser());
  return markerPresent ? null : halt(reason.disabled());
}
