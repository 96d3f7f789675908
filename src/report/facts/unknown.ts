/** What a report cannot say, and why. Pure. */
import type { JournalEntry } from "../../store/records/journal.ts";
import { showCount } from "../../text/human_units.ts";
import type { Report } from "../model.ts";

interface Reading {
  readonly entries: readonly JournalEntry[];
  /** Lines of the journal that could not be read. */
  readonly unread: number;
  /** Lines that a report lists at most. */
  readonly mostEvents: number;
}

/** Lists what the records do not say, a sentence each. */
export function listUnknown(
  { loop, outcome, steps, totals }: Report,
  { entries, unread, mostEvents }: Reading,
): string[] {
  const isRun = loop.driver === "runner";
  const turns = steps.filter(({ kind }) => kind !== "agent");
  const blind = turns.filter(({ confidence }) => confidence === null).length;
  const hasDetails = entries.some(({ facts, agent }) => facts !== undefined || agent !== undefined);
  return [
    entries.length === 0 ? "The journal of this loop is missing: only its start is known." : null,
    unread > 0 ? `${showCount(unread, "line")} of the journal could not be read.` : null,
    entries.length > mostEvents
      ? `The journal has ${entries.length} lines; the last ${mostEvents} are listed.`
      : null,
    blind > 0
      ? `Confidence and repetition are unknown for ${
        blind === turns.length ? "all turns" : `${blind} of ${turns.length} turns`
      }: the journal has no facts for them, as an earlier version wrote it.`
      : null,
    isRun && steps.length > 0 && !hasDetails
      ? "Tokens, cost and commits are unknown: an earlier version wrote the journal."
      : null,
    isRun ? "Confidence and repetition are not measured by 'ralph run'." : null,
    totals.tokens === null ? "Tokens are unknown: the agent did not report them." : null,
    totals.costUsd === null ? "The cost is unknown: the agent did not report it." : null,
    totals.items === null ? "Items are unknown: the loop has no plan with items." : null,
    outcome.hasEnded && outcome.code === "unknown" ? "Why the loop ended was not recorded." : null,
  ].filter((sentence) => sentence !== null);
}
