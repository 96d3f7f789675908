/**
 * What a run with open items does next: another iteration, a recovery, or its end. Pure; `explain`
 * asks it again.
 */
import type { Reason } from "../../loop/decision.ts";
import { reachedLimit } from "../../loop/rules/limits.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { type BreakerState, nextIteration } from "./breaker.ts";
import { findUnmeasured } from "./ending.ts";

/** Whether a run starts another iteration, and which kind, or ends. */
type NextStep =
  | { readonly kind: "limit"; readonly reason: Reason }
  | { readonly kind: "ordinary" | "recovery" | "stuck" };

/**
 * Judges what comes next: limits first, then the breaker.
 *
 * @param breaker The iterations without progress, and the equal errors.
 */
export function judgeNext(
  spent: Pick<LoopRecord, "accumulatedRuntimeMs" | "iteration" | "usage">,
  settings: Parameters<typeof reachedLimit>[1],
  breaker: BreakerState,
): NextStep {
  const reason = reachedLimit(spent, settings) ?? findUnmeasured(spent, settings);
  return reason === null ? { kind: nextIteration(breaker) } : { kind: "limit", reason };
}
