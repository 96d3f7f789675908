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
  type RuleOutcome,
} from "../protocol.ts";

/** Runs before any rule applies. */
export const WARM_UP_RUNS = 3;
/** The number of runs after which an Alpha Forge loop ends. */
export const HARD_LIMIT_RUNS = 99;
/** Walk-forward efficiency from which a run counts as robust. */
export const ROBUST_WFE = 0.5;
/** Mean change of the Sharpe ratio below which returns diminish. */
export const LEAST_MEAN_CHANGE = 0.03;
/** Runs over which the mean change is taken. */
export const CHANGE_WINDOW_RUNS = 5;
/** Runs without a new best after which the search has converged. */
export const PATIENCE_RUNS = 5;

interface RuleFinding extends RuleOutcome {
  /** The verdict if the rule applies. */
  readonly convergence: Convergence | null;
}

const RULES: readonly ((entries: readonly MetricsEntry[]) => RuleFinding)[] = [
  function warmUp(entries) {
    const runs = countKnown(entries);
    const isCold = runs < WARM_UP_RUNS;
    const finding = say("warm_up", `${runs} of ${WARM_UP_RUNS} runs`, isCold);
    const reason = `Warmup phase - ${runs}/${WARM_UP_RUNS} baseline runs`;
    return { ...finding, convergence: isCold ? noOpinion(reason) : null };
  },

  function hardLimit(entries) {
    const runs = countKnown(entries);
    const reason = `Budget exhausted (${HARD_LIMIT_RUNS} experiments)`;
    const detail = `${runs} of ${HARD_LIMIT_RUNS} runs`;
    return say("hard_limit", detail, runs >= HARD_LIMIT_RUNS, reason, 1);
  },

  function robustness(entries) {
    const rule = "target wfe";
    const latest = entries.at(-1);
    if (latest === undefined) return say(rule, "no runs yet", null);
    const wfe = latest.secondary["wfe"] ?? null;
    if (wfe === null) return say(rule, `not known for ${latest.identifier}`, null);
    const reason = `Robustness achieved: WFE=${wfe.toFixed(2)} >= ${ROBUST_WFE}`;
    const detail = `${showNumber(wfe)} of ${ROBUST_WFE} (${latest.identifier})`;
    return say(rule, detail, wfe >= ROBUST_WFE, reason);
  },

  function diminishingReturns(entries) {
    const rest = (detail: string, applies: false | null) => say("min_change", detail, applies);
    if (entries.length < CHANGE_WINDOW_RUNS) {
      return rest(`${entries.length} of ${CHANGE_WINDOW_RUNS} runs`, false);
    }
    const sharpes = entries.slice(-CHANGE_WINDOW_RUNS).map(({ primary }) => primary);
    if (sharpes.includes(null)) {
      return rest(`a value of the last ${CHANGE_WINDOW_RUNS} runs is not known`, null);
    }
    const changes = (sharpes as number[]).slice(1).flatMap((after, index) => {
      const previous = sharpes[index]!;
      return previous > 0 ? [(after - previous) / previous] : [];
    });
    if (changes.length === 0) return rest("no change can be measured from 0", null);
    const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
    if (!Number.isFinite(mean)) return rest("the change is too large to measure", null);
    const [found, least] = [showPercent(mean), showPercent(LEAST_MEAN_CHANGE)];
    const reason = `Diminishing returns: ${found} avg improvement < ${least} threshold`;
    const detail = `${found} on average over ${CHANGE_WINDOW_RUNS} runs, of ${least}`;
    return say("min_change", detail, Math.abs(mean) < LEAST_MEAN_CHANGE, reason);
  },

  function patience(entries) {
    const best = findBest(entries);
    if (best === null) return say("patience", "no value is known", null);
    // A run with an unknown value may have been the best, so the count restarts after it.
    const lastUnknown = entries.findLastIndex(({ primary }) => primary === null);
    const since = entries.length - 1 - Math.max(best.index, lastUnknown);
    const detail = `best ${showNumber(best.value)}, ${since} of ${PATIENCE_RUNS} runs ago`;
    const reason = `Best config unchanged for ${since} runs (patience=${PATIENCE_RUNS})`;
    return say("patience", detail, since >= PATIENCE_RUNS, reason);
  },
];

/**
 * Judges runs.
 *
 * @param entries All runs, oldest first.
 * @returns The verdict of the first rule that applies; without one: continue, with confidence 0.
 */
export function judgeRuns(
  entries: readonly MetricsEntry[],
): { readonly convergence: Convergence; readonly rules: readonly RuleOutcome[] } {
  const findings = RULES.map((judge) => judge(entries));
  const decisive = findings.find(({ convergence }) => convergence !== null)?.convergence;
  const best = findBest(entries)?.value.toFixed(3) ?? "unknown";
  return {
    convergence: decisive ??
      noOpinion(`Exploring: ${countKnown(entries)} runs, best Sharpe=${best}`),
    rules: findings.map(({ rule, outcome, detail }) => ({ rule, outcome, detail })),
  };
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

/** Makes an outcome; a rule that applies stops the search. `applies` is null for unknown. */
function say(
  rule: string,
  detail: string,
  applies: boolean | null,
  reason = "",
  confidence: Confidence = 0.5,
): RuleFinding {
  const outcome = applies === null ? "unknown" : applies ? "applies" : "does not apply";
  const stop = { shouldContinue: false, reason, confidence, converged: false };
  return { rule, outcome, detail, convergence: applies ? stop : null };
}

/** Renders a number with at most six digits, without trailing zeros. */
function showNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Renders a fraction as percent, with one decimal unless that is 0. */
function showPercent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(1))}%`;
}
