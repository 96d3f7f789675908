/**
 * What could have been set otherwise before a decision: minimums, limits, `--eternal`. Nothing here
 * knows what the rules will say. Pure.
 */
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import { showAmount, showCount, showNames } from "../../text/human_units.ts";
import { HOUR_MS, showDuration } from "../../text/time.ts";
import { type Change, type Variation, vary } from "./variation.ts";

interface Use {
  readonly used: (facts: DecisionFacts) => number | null;
  readonly show: (amount: number) => string;
}

/** What counts towards each limit. */
const LIMITS = {
  max_iterations: { used: ({ iteration }) => iteration, show: String },
  max_hours: {
    used: ({ activeMs }) => activeMs / HOUR_MS,
    show: (hours) => `${showDuration(hours * HOUR_MS)} of active time`,
  },
  max_tokens: {
    used: ({ usage }) => usage.tokens,
    show: (tokens) => `${showAmount(tokens)} tokens`,
  },
  max_cost_usd: { used: ({ usage }) => usage.costUsd, show: (cost) => `$${cost.toFixed(2)}` },
} as const satisfies Record<string, Use>;

type Limit = keyof typeof LIMITS;

/** The changes of a setting that `explain` tries, each alone. */
export const SETTING_CHANGES: readonly Change[] = [
  changeMinimums,
  ...(Object.keys(LIMITS) as Limit[]).map(changeLimit),
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
  const { used: usedOf, show }: Use = LIMITS[limit];
  return (facts) => {
    const { settings } = facts;
    const most = settings[limit];
    const used = usedOf(facts);
    if (most === null || used === null) return null;
    if (used >= most) {
      return vary(facts, `\`${limit}\` above ${show(used)}`, {
        settings: { ...settings, [limit]: used + 1 },
      });
    }
    const what = limit === "max_iterations"
      ? showCount(most - used, "more turn")
      : `Another ${show(most - used)}`;
    return { ...vary(facts, what, { settings: { ...settings, [limit]: used } }), isAhead: true };
  };
}

function changeEternal(facts: DecisionFacts): Variation | null {
  const { settings } = facts;
  return vary(facts, settings.eternal ? "A loop without --eternal" : "--eternal", {
    settings: { ...settings, eternal: !settings.eternal },
  });
}
