/** What a run has used, the agents that still work included. */
import { addKnown } from "../../loop/usage.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { RunContext } from "./context.ts";

/** Adds what the agents that work now have reported to what is recorded; unknown values stay unknown. */
export function spentSoFar(
  { loop: { record }, present }: Pick<RunContext, "loop" | "present">,
): LoopRecord {
  const { usage } = record;
  const sum = (of: (each: Pick<LoopRecord["usage"], "tokens" | "costUsd">) => number | null) =>
    [...present].reduce((total, each) => addKnown(total, of(each)), of(usage));
  const tokens = sum((each) => each.tokens);
  const costUsd = sum((each) => each.costUsd);
  return { ...record, usage: { ...usage, tokens, costUsd } };
}
