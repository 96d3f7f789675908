/** Computes what a run has used, including agents that still work. */
import { addAmounts } from "../../loop/usage.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { RunContext } from "./context.ts";

/** Adds the usage reported by running agents to the recorded usage; unknown values stay unknown. */
export function spentSoFar(
  { loop: { record }, present }: Pick<RunContext, "loop" | "present">,
): LoopRecord {
  const { usage } = record;
  return { ...record, usage: { ...usage, ...[...present].reduce(addAmounts, usage) } };
}
