/** Makes the data of Alpha Forge's prompts. Pure. */
import { findBest, PATIENCE_RUNS, ROBUST_WFE } from "./rules.ts";
import {
  type Convergence,
  countKnown,
  isKnown,
  type MetricsEntry,
  type PromptAddition,
} from "../protocol.ts";

/** Number of turns between two requests for web research. */
const RESEARCH_EVERY = 3;
const TABLE_RUNS = 5;
/** Below this improvement the agent is to try another kind of model. */
const SLIGHT_IMPROVEMENT = 0.05;
/** From this improvement the direction is right. */
const CLEAR_IMPROVEMENT = 0.1;
const METRICS = ["sharpe", "cagr", "maxdd", "wfe", "sortino", "calmar"] as const;
const UNKNOWN = "unknown";

interface AlphaForgeTurn {
  /** The number of the loop's next turn, from 1. */
  readonly turn: number;
  /** For search queries, such as 2026. */
  readonly year: number;
}

/** Makes what Alpha Forge adds to exploration. @param entries The runs, oldest first. */
export function promptOfAlphaForge(
  at: AlphaForgeTurn,
  entries: readonly MetricsEntry[],
  convergence: Convergence,
): PromptAddition {
  return convergence.converged || !convergence.shouldContinue
    ? { template: "alpha-forge-convergence.md", data: convergenceData(entries, convergence) }
    : { template: "alpha-forge-exploration.md", data: explorationData(at, entries, convergence) };
}

/**
 * Suggests up to three web searches. Pure.
 *
 * @param entries The runs, oldest first.
 */
export function researchQueries(entries: readonly MetricsEntry[], year: number): string[] {
  const years = `${year - 1}-${year}`;
  const wfe = entries.at(-1)?.secondary["wfe"] ?? null;
  const improvement = improvementOf(entries.at(-2), entries.at(-1));
  return [
    ...(wfe !== null && wfe < ROBUST_WFE
      ? ["overfitting prevention walk-forward validation ML"]
      : []),
    ...(improvement !== null && improvement < SLIGHT_IMPROVEMENT
      ? [`transformer time series forecasting improvement ${years}`]
      : []),
    `ML trading strategy SOTA ${years}`,
  ];
}

function explorationData(
  { turn, year }: AlphaForgeTurn,
  entries: readonly MetricsEntry[],
  convergence: Convergence,
): Record<string, unknown> {
  return {
    runs: countKnown(entries),
    reason: convergence.reason,
    best: bestOf(entries),
    deltas: deltasOf(entries),
    decision: decide(entries),
    isResearchTurn: turn % RESEARCH_EVERY === 0,
    queries: researchQueries(entries, year),
  };
}

/** Finds the row of the decision table that matches the last runs. */
function decide(entries: readonly MetricsEntry[]): string {
  const wfe = entries.at(-1)?.secondary["wfe"] ?? null;
  if (wfe !== null && wfe < ROBUST_WFE) return "fix";
  const last = improvementOf(entries.at(-2), entries.at(-1));
  if (last === null) return "explore";
  if (last > CLEAR_IMPROVEMENT) return "continue";
  if (last >= SLIGHT_IMPROVEMENT) return "refine";
  const earlier = improvementOf(entries.at(-3), entries.at(-2));
  return earlier !== null && earlier < SLIGHT_IMPROVEMENT ? "pivot" : "refine";
}

function deltasOf(entries: readonly MetricsEntry[]): Record<string, string>[] {
  const [before, after] = [entries.at(-2), entries.at(-1)];
  if (before === undefined || after === undefined) return [];
  return METRICS.flatMap((name) => {
    const [old, now] = [metric(before, name), metric(after, name)];
    if (old === null && now === null) return [];
    const change = old === null || now === null ? UNKNOWN : signed(now - old);
    return [{ name, before: show(old), after: show(now), change }];
  });
}

function convergenceData(
  entries: readonly MetricsEntry[],
  { reason, converged, confidence }: Convergence,
): Record<string, unknown> {
  const measured = entries.filter(isKnown);
  return {
    reason,
    isConverged: converged,
    isFinal: confidence === 1,
    runs: measured.length,
    patience: PATIENCE_RUNS,
    best: bestOf(measured),
    table: measured.slice(-TABLE_RUNS).map((entry) => ({
      run: entry.identifier,
      ...Object.fromEntries(METRICS.map((name) => [name, show(metric(entry, name))])),
    })),
  };
}

function bestOf(entries: readonly MetricsEntry[]): Record<string, unknown> | null {
  const best = findBest(entries);
  return best === null ? null : {
    sharpe: best.value.toFixed(3),
    run: entries[best.index]!.identifier,
    ago: entries.length - 1 - best.index,
  };
}

/** Returns the relative change of the Sharpe ratio; null if it cannot be measured. */
function improvementOf(before?: MetricsEntry, after?: MetricsEntry): number | null {
  const [old, now] = [before?.primary ?? null, after?.primary ?? null];
  return old === null || now === null || old <= 0 ? null : (now - old) / old;
}

function metric(entry: MetricsEntry, name: typeof METRICS[number]): number | null {
  return name === "sharpe" ? entry.primary : entry.secondary[name] ?? null;
}

function show(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(3);
}

function signed(value: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(3)}`;
}
