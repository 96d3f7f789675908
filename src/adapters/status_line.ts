/**
 * An adapter's opinion as the agent sees it.
 *
 * @module
 */
import type { Convergence, MetricsEntry } from "./protocol.ts";
import { countKnown } from "./rules.ts";

/**
 * An adapter's opinion in two lines, as the predecessor showed it (§10.4).
 *
 * @param name the adapter
 * @param entries the runs
 * @param convergence its opinion
 * @returns null where it has none
 */
export function statusLine(
  name: string,
  entries: readonly MetricsEntry[],
  { confidence, shouldContinue, reason }: Convergence,
): { readonly text: string } | null {
  if (confidence === 0) return null;
  const verdict = `${shouldContinue ? "CONTINUE" : "STOP"} (${
    confidence === 1 ? "override" : "suggest"
  })`;
  const runs = countKnown(entries);
  return {
    text: `**Adapter [${name}]**: ${verdict}\nMetrics: ${runs} | Reason: ${reason}`,
  };
}
