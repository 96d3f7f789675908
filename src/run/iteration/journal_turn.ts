/** Writes a turn of a run to the journal. */
import { describeEnd, endedFacts } from "./report.ts";
import type { Iteration } from "./iterate.ts";
import type { Judged } from "./judge.ts";
import type { RunContext } from "../job/context.ts";
import type { Reverted } from "../job/verify.ts";

type JournalledFacts = Omit<Parameters<typeof endedFacts>[3], "reverted">;

/** Notes how a turn ended, what it changed, and which ticks were undone. */
export function journalTurn(
  context: RunContext,
  iteration: Iteration,
  judged: Judged,
  facts: JournalledFacts,
  reverted: readonly Reverted[],
): void {
  const { outcome, failure, failureText } = judged;
  const { plan, hasProgress } = facts;
  context.loop.note({
    kind: "iteration",
    sentence: failure === null ? "The agent ended" : `The agent failed: ${failureText}`,
    ...(failure === null ? {} : { code: failure }),
    evidence: [
      describeEnd(outcome),
      `${plan.done}/${plan.total} done`,
      hasProgress ? "progress" : "no progress",
      ...reverted.map(({ item, command }) => `tick undone: ${item} (${command})`),
    ],
    agent: endedFacts(context, iteration, judged, { ...facts, reverted: reverted.length }),
  });
}
