/**
 * What could have been set otherwise before a decision: minimums, limits, `--eternal`. Nothing here
 * knows what the rules will say. Pure.
 */
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import { showAmount, showCount, showNames } from "../../text/human_units.ts";
import { HOUR_MS, showDuration } from "../../text/time.ts";
import { type Change, type Variation, vary } from "./variation.ts";

type Limit = "max_iterations" | "max_hours" | "max_tokens" | "max_cost_usd";

const LIMITS: readonly Limit[] = ["max_iterations", "max_hours", "max_tokens", "max_cost_usd"];

/** The changes of a setting that `explain` tries, each alone. */
export const SETTING_CHANGES: readonly Change[] = [
  changeMinimums,
  ...LIMITS.map(changeLimit),
  changeEternal,
];

function changeMinimums(facts: DecisionFacts): Variation | null {
  const { activeMs, iteration, settings } = facts;
  const { min_hours: hours, min_iterations: turns } = settings;
  if (iteration < turns || activeMs < hours * HOUR_MS) {
    const unmet = [
      ...activeMs < hours * HOUR_MS ? [showDuration(hours * HOUR_MS)] : [],
      ...iteration < turns ? [showCount(turns, "turn")] : [],
    ];
    return vary(facts, `No minimum of ${showNames(unmet)}`, {
      settings: { ...settings, min_hours: 0, min_iterations: 0 },
    });
  }
  return vary(facts, `A minimum of more than ${showCount(iteration, "turn")}`, {
    settings: { ...settings, min_iterations: iteration + 1 },
  });
}

/** Makes the change of one limit: higher where it is reached, reached where it is not. */
function changeLimit(limit: Limit): Change {
  return (facts) => {
    const { settings } = facts;
    const most = settings[limit];
    const used = usedOf(limit, facts);
    if (most === null || used === null) return null;
    if (used >= most) {
      return vary(facts, `\`${limit}\` above ${showUsed(limit, used)}`, {
        settings: { ...settings, [limit]: used + 1 },
      });
    }
    const what = limit === "max_iterations"
      ? showCount(most - used, "more turn")
      : `Another ${showUsed(limit, most - used)}`;
    return { ...vary(facts, what, { settings: { ...settings, [limit]: used } }), isAhead: true };
  };
}

function usedOf(limit: Limit, { activeMs, iteration, usage }: DecisionFacts): number | null {
  switch (limit) {
    case "max_iterations":
      return iteration;
    case "max_hours":
      return activeMs / HOUR_MS;
    case "max_tokens":
      return usage.tokens;
    case "max_cost_usd":
      return usage.costUsd;
  }
}

function showUsed(limit: Limit, amount: number): string {
  switch (limit) {
    case "max_iterations":
      return String(amount);
    case "max_hours":
      return `${showDuration(amount * HOUR_MS)} of active time`;
    case "max_tokens":
      return `${showAmount(amount)} tokens`;
    case "max_cost_usd":
      return `$${amount.toFixed(2)}`;
  }
}

function changeEternal(facts: DecisionFacts): Variation | null {
  const { settings } = facts;
  return vary(facts, settings.eternal ? "A loop without --eternal" : "--eternal", {
    settings: { ...settings, eternal: !settings.eternal },
  });
}
