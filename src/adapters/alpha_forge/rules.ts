/** The metrics of Alpha Forge, and its rules of convergence. */
import type { MetricsSpec } from "../metrics/spec.ts";
import { type Rule, type RuleWords, showPercent } from "../metrics/rules.ts";
import { RUNS_FOLDER } from "./detect.ts";

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

/** Where the metrics are, and their ranges. */
export const ALPHA_FORGE_METRICS: MetricsSpec = {
  files: [`${RUNS_FOLDER}/run_*/summary.json`],
  format: "json",
  rows: null,
  identifier: null,
  timestamp: { kind: "file_name", pattern: "run_YYYYMMDD_HHMMSS", zone: "local" },
  primary: { name: "sharpe", path: "sharpe", usual: [-3, 5] },
  secondary: [
    { name: "cagr", path: "cagr", range: [-1, Infinity], usual: [-10, 10] },
    { name: "maxdd", path: "maxdd", range: [-1, 0] },
    { name: "wfe", path: "wfe", range: [0, 1], usual: [0.1, 0.95] },
    { name: "sortino", path: "sortino" },
    { name: "calmar", path: "calmar" },
  ],
  direction: "higher",
};

/** The rules, in the order in which they are judged. */
export const ALPHA_FORGE_RULES: readonly Rule[] = [
  { kind: "warm_up", runs: WARM_UP_RUNS },
  { kind: "hard_limit", runs: HARD_LIMIT_RUNS, confidence: 1 },
  { kind: "target", metric: "wfe", at: ROBUST_WFE, direction: "higher", confidence: 0.5 },
  {
    kind: "min_change",
    fraction: LEAST_MEAN_CHANGE,
    window: CHANGE_WINDOW_RUNS,
    confidence: 0.5,
    isFromAboveZero: true,
  },
  { kind: "patience", runs: PATIENCE_RUNS, confidence: 0.5 },
];

/** The sentences for each rule. */
export const ALPHA_FORGE_WORDS: RuleWords = {
  warmUp: (runs, needed) => `Warmup phase - ${runs}/${needed} baseline runs`,
  hardLimit: (runs) => `Budget exhausted (${runs} experiments)`,
  target: (_metric, value, { at }) => `Robustness achieved: WFE=${value.toFixed(2)} >= ${at}`,
  minChange: (mean, { fraction }) =>
    `Diminishing returns: ${showPercent(mean)} avg improvement < ${
      showPercent(fraction)
    } threshold`,
  patience: (runs, rule) => `Best config unchanged for ${runs} runs (patience=${rule.runs})`,
  otherwise: (runs, best) =>
    `Exploring: ${runs} runs, best Sharpe=${best === null ? "unknown" : best.toFixed(3)}`,
};
