/** The user's request to end the loop, which overrides every other rule. */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { EndDecision } from "../decision.ts";
import type { Facts } from "../facts.ts";
import * as reason from "../reason.ts";

interface EndRequest extends Pick<Facts, "killSwitch">, Partial<Pick<Facts, "isStopQueued">> {
  readonly hasMarker: boolean;
}

/**
 * Judges whether the user asked to end the loop.
 *
 * @param request The kill switch, the marker, and a stop that the client still has queued.
 * @returns The decision to end the loop; null if the user did not ask for it.
 *
 * @example The kill switch wins over a missing marker
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const request = { killSwitch: "/app/.claude/STOP_LOOP", hasMarker: false };
 * assertEquals(judgeRequestedEnd({ state: "running" }, request)?.reason.code, "kill-switch");
 * ```
 */
export function judgeRequestedEnd(
  { state }: Pick<LoopRecord, "state">,
  { killSwitch, hasMarker, isStopQueued = false }: EndRequest,
): EndDecision | null {
  const halt = (why: EndDecision["reason"]) =>
    ({ kind: "halt", reason: why, evidence: [] }) as const;
  if (killSwitch !== null) return halt(reason.killSwitch(killSwitch));
  if (state === "draining" || isStopQueued) return halt(reason.stoppedByUser());
  return hasMarker ? null : halt(reason.disabled());
}
