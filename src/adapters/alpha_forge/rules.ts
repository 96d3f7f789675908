/**
 * Alpha Forge's rules of convergence, in their order; the first that applies decides. Pure.
 *
 * An unknown metric can keep a rule from applying, but never make it apply: replacing a number by
 * "unknown" never turns "continue" into "stop".
 */
import {
  type Confidence,
  type Convergence,
  countKnown,
  type MetricsEntry,
  noOpinion,
} from "../protocol.ts";

/** Number of runs before any other rule applies. */
export const WARM_UP_RUNS = 3;
/** The number of runs after which an Alpha Forge loop ends. */
export const HARD_LIMIT_RUNS = 99;
/** Walk-forward efficiency from which a run counts as robust. */
export const ROBUST_WFE = 0.5;
/** Mean change of the Sharpe ratio below which returns diminish. */
export const LEAST_MEAN_CHANGE = 0.03;
/** Number of runs over which the mean change is taken. */
export const CHANGE_WINDOW_RUNS = 5;
/** Number of runs without a new best after which the search has converged. */
export const PATIENCE_RUNS = 5;

/** The rules in their order; each returns null if it does not apply, or if a metric is unknown. */
const RULES: readonly ((entries: readonly MetricsEntry[]) => Convergence | null)[] = [
  function warmUp(entries) {
    const runs = countKnown(entries);
    return runs < WARM_UP_RUNS
      ? noOpinion(`Warmup phase - ${runs}/${WARM_UP_RUNS} baseline runs`)
      : null;
  },

  function hardLimit(entries) {
    return countKnown(entries) >= HARD_LIMIT_RUNS
      ? stop(`Budget exhausted (${HARD_LIMIT_RUNS} experiments)`, 1)
      : null;
  },

  function robustness(entries) {
    const wfe = entries.at(-1)?.secondary["wfe"] ?? null;
    return wfe !== null && wfe >= ROBUST_WFE
      ? stop(`Robustness achieved: WFE=${wfe.toFixed(2)} >= ${ROBUST_WFE}`)
      : null;
  },

  function diminishingReturns(entries) {
    if (entries.length < CHANGE_WINDOW_RUNS) return null;
    const sharpes = entries.slice(-CHANGE_WINDOW_RUNS).map(({ primary }) => primary);
    if (sharpes.includes(null)) return null;
    const changes = (sharpes as number[]).slice(1).flatMap((after, index) => {
      const previous = sharpes[index]!;
      return previous > 0 ? [(after - previous) / previous] : [];
    });
    // Without a change that can be measured, the mean is NaN, and the rule does not apply.
    const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
    const [found, least] = [showPercent(mean), showPercent(LEAST_MEAN_CHANGE)];
    return Math.abs(mean) < LEAST_MEAN_CHANGE
      ? stop(`Diminishing returns: ${found} avg improvement < ${least} threshold`)
      : null;
  },

  function patience(entries) {
    const best = findBest(entries);
    if (best === null) return null;
    // A run with an unknown value may have been the best, so the count restarts after it.
    const lastUnknown = entries.findLastIndex(({ primary }) => primary === null);
    const since = entries.length - 1 - Math.max(best.index, lastUnknown);
    return since >= PATIENCE_RUNS
      ? stop(`Best config unchanged for ${since} runs (patience=${PATIENCE_RUNS})`)
      : null;
  },
];

/**
 * Judges runs.
 *
 * @param entries All runs, oldest first.
 * @returns The verdict of the first rule that applies; without one: continue, with confidence 0.
 */
export function judgeRuns(entries: readonly MetricsEntry[]): Convergence {
  for (const rule of RULES) {
    const verdict = rule(entries);
    if (verdict !== null) return verdict;
  }
  const best = findBest(entries)?.value.toFixed(3) ?? "unknown";
  return noOpinion(`Exploring: ${countKnown(entries)} runs, best Sharpe=${best}`);
}

/** Finds the run with the highest Sharpe ratio; of equal runs, the first. Null if none is known. */
export function findBest(
  entries: readonly MetricsEntry[],
): { readonly index: number; readonly value: number } | null {
  let best: { index: number; value: number } | null = null;
  for (const [index, { primary }] of entries.entries()) {
    if (primary !== null && (best === null || primary > best.value)) {
      best = { index, value: primary };
    }
  }
  return best;
}

/** Makes the verdict that ends the search. */
function stop(reason: string, confidence: Confidence = 0.5): Convergence {
  return { shouldContinue: false, reason, confidence, converged: false };
}

/** Renders a fraction as percent, with one decimal unless that is 0. */
function showPercent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(1))}%`;
}
