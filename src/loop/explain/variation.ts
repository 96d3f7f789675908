/** Facts with one thing changed, to be judged again. Pure. */
import type { DecisionFacts } from "../../store/records/decision_facts.ts";

/** Facts with one thing changed. */
export interface Variation {
  /** What would have been otherwise: a noun phrase that begins a sentence. */
  readonly what: string;
  /** Whether time alone brings it about: a limit that is not reached yet. */
  readonly isAhead?: boolean;
  readonly facts: DecisionFacts;
}

/** A change of facts; null where it would change nothing. */
export type Change = (facts: DecisionFacts) => Variation | null;

/** Makes a variation. */
export function vary(
  facts: DecisionFacts,
  what: string,
  changes: Partial<DecisionFacts>,
): Variation {
  return { what, facts: { ...facts, ...changes } };
}
