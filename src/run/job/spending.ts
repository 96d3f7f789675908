/** What a run has used, the agents that still work included. */
import { addAmounts } from "../../loop/usage.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { RunContext } from "./context.ts";

/** Adds what the agents that work now have reported to what is recorded; unknown values stay unknown. */
export function spentSoFar(
  { loop: { record }, present }: Pick<RunContext, "loop" | "present">,
): LoopRecord {
  const { usage } = record;
  return { ...record, usage: { ...usage, ...[...present].reduce(addAmounts, usage) } };
}
