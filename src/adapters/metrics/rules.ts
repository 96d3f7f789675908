/**
 * The convergence rules, as data and in their order: warm-up, hard limit, target, minimal change,
 * patience. The first that holds decides. Pure.
 *
 * A metric that is unknown can silence a rule, but never make one hold: replacing any number by
 * "unknown" never turns "go on" into "stop".
 *
 * @module
 */
import {
  type Confidence,
  type Convergence,
  isKnown,
  type MetricsEntry,
  type RuleOutcome,
} from "../protocol.ts";

/** Whether more or less of the primary metric is better. */
export type Direction = "higher" | "lower";

/** One rule. */
export type Rule =
  /** With fewer runs than this nothing is judged. */
  | { readonly kind: "warm_up"; readonly runs: number }
  /** So many runs are enough, whatever they gave. */
  | { readonly kind: "hard_limit"; readonly runs: number; readonly confidence: Confidence }
  /** The latest run reaches a value; `metric` null is the primary one. */
  | {
    readonly kind: "target";
    readonly metric: string | null;
    readonly at: number;
    readonly direction: Direction;
    readonly confidence: Confidence;
  }
  /** The mean relative change from run to run over the last `window` runs is below `fraction`. */
  | {
    readonly kind: "min_change";
    readonly fraction: number;
    readonly window: number;
    readonly confidence: Confidence;
    /** Whether only changes from a value above 0 count, as alpha-forge has it. */
    readonly isFromAboveZero?: boolean;
  }
  /** The best run so far was this many runs ago. */
  | { readonly kind: "patience"; readonly runs: number; readonly confidence: Confidence };

/** The sentences of a convergence; numbers are as they were measured. */
export interface RuleWords {
  warmUp(runs: number, needed: number): string;
  hardLimit(runs: number): string;
  target(metric: string | null, value: number, rule: Rule & { kind: "target" }): string;
  minChange(mean: number, rule: Rule & { kind: "min_change" }): string;
  patience(runs: number, rule: Rule & { kind: "patience" }): string;
  otherwise(runs: number, best: number | null): string;
}

/** What the rules say of some runs. */
export interface RulesVerdict {
  readonly convergence: Convergence;
  readonly outcomes: readonly RuleOutcome[];
}

interface _Finding extends RuleOutcome {
  /** The convergence where the rule holds. */
  readonly convergence: Convergence | null;
}

/**
 * Judges runs by rules.
 *
 * @param rules the rules in their order
 * @param entries all runs, oldest first
 * @param direction what is better
 * @param words the sentences
 * @returns the first rule that holds decides; without one: go on, 0
 */
export function judgeRules(
  rules: readonly Rule[],
  entries: readonly MetricsEntry[],
  direction: Direction,
  words: RuleWords,
): RulesVerdict {
  const findings = rules.map((rule) => _judge(rule, entries, direction, words));
  const decisive = findings.find(({ convergence }) => convergence !== null)?.convergence;
  const best = findBest(entries, direction);
  const convergence = decisive ?? {
    shouldContinue: true,
    reason: words.otherwise(countKnown(entries), best === null ? null : best.value),
    confidence: 0,
    converged: false,
  };
  const outcomes = findings.map(({ rule, outcome, detail }) => ({ rule, outcome, detail }));
  return { convergence, outcomes };
}

/** How many runs gave at least one number. */
export function countKnown(entries: readonly MetricsEntry[]): number {
  return entries.filter(isKnown).length;
}

/**
 * The best run by the primary metric, the first of several equally good.
 *
 * @param entries all runs, oldest first
 * @param direction what is better
 * @returns its index and value; null where no value is known
 */
export function findBest(
  entries: readonly MetricsEntry[],
  direction: Direction,
): { readonly index: number; readonly value: number } | null {
  let best: { index: number; value: number } | null = null;
  for (const [index, { primary }] of entries.entries()) {
    if (primary === null) continue;
    const isBetter = best === null ||
      (direction === "higher" ? primary > best.value : primary < best.value);
    if (isBetter) best = { index, value: primary };
  }
  return best;
}

function _judge(
  rule: Rule,
  entries: readonly MetricsEntry[],
  direction: Direction,
  words: RuleWords,
): _Finding {
  const runs = countKnown(entries);
  switch (rule.kind) {
    case "warm_up": {
      const detail = `${runs} of ${rule.runs} runs`;
      if (runs >= rule.runs) return _not("warm_up", detail);
      const reason = words.warmUp(runs, rule.runs);
      const convergence = {
        shouldContinue: true,
        reason,
        confidence: 0,
        converged: false,
      } as const;
      return { rule: "warm_up", outcome: "holds", detail, convergence };
    }
    case "hard_limit": {
      const detail = `${runs} of ${rule.runs} runs`;
      return runs < rule.runs
        ? _not("hard_limit", detail)
        : _stop("hard_limit", detail, words.hardLimit(rule.runs), rule.confidence);
    }
    case "target":
      return _judgeTarget(rule, entries, words);
    case "min_change":
      return _judgeChange(rule, entries, words);
    case "patience":
      return _judgePatience(rule, entries, direction, words);
  }
}

function _judgeTarget(
  rule: Rule & { kind: "target" },
  entries: readonly MetricsEntry[],
  words: RuleWords,
): _Finding {
  const { metric, at, direction } = rule;
  const name = metric === null ? "target" : `target ${metric}`;
  const latest = entries.at(-1);
  if (latest === undefined) return _unknown(name, "no runs yet");
  const value = metric === null ? latest.primary : latest.secondary[metric] ?? null;
  if (value === null) return _unknown(name, `not known for ${latest.identifier}`);
  const isReached = direction === "higher" ? value >= at : value <= at;
  const detail = `${showNumber(value)} of ${showNumber(at)} (${latest.identifier})`;
  return isReached
    ? _stop(name, detail, words.target(metric, value, rule), rule.confidence)
    : _not(name, detail);
}

function _judgeChange(
  rule: Rule & { kind: "min_change" },
  entries: readonly MetricsEntry[],
  words: RuleWords,
): _Finding {
  const { window, fraction, confidence } = rule;
  if (entries.length < window) {
    return _not("min_change", `${entries.length} of ${window} runs`);
  }
  const values = entries.slice(-window).map(({ primary }) => primary);
  const changes: number[] = [];
  for (let index = 1; index < values.length; index++) {
    const [before, after] = [values[index - 1] ?? null, values[index] ?? null];
    if (before === null || after === null) {
      return _unknown("min_change", `a value of the last ${window} runs is not known`);
    }
    const counts = rule.isFromAboveZero ? before > 0 : before !== 0;
    if (counts) changes.push((after - before) / Math.abs(before));
  }
  if (changes.length === 0) return _unknown("min_change", "no change can be measured from 0");
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  if (!Number.isFinite(mean)) return _unknown("min_change", "the change is too large to measure");
  const detail = `${showPercent(mean)} on average over ${window} runs, of ${showPercent(fraction)}`;
  return Math.abs(mean) < fraction
    ? _stop("min_change", detail, words.minChange(mean, rule), confidence)
    : _not("min_change", detail);
}

function _judgePatience(
  rule: Rule & { kind: "patience" },
  entries: readonly MetricsEntry[],
  direction: Direction,
  words: RuleWords,
): _Finding {
  const best = findBest(entries, direction);
  if (best === null) return _unknown("patience", "no value is known");
  // A run whose value is unknown may have been the best: the count begins anew behind it.
  const lastUnknown = entries.findLastIndex(({ primary }) => primary === null);
  const since = entries.length - 1 - Math.max(best.index, lastUnknown);
  const detail = `best ${showNumber(best.value)}, ${since} of ${rule.runs} runs ago`;
  return since >= rule.runs
    ? _stop("patience", detail, words.patience(since, rule), rule.confidence)
    : _not("patience", detail);
}

function _stop(rule: string, detail: string, reason: string, confidence: Confidence): _Finding {
  const convergence = { shouldContinue: false, reason, confidence, converged: false };
  return { rule, outcome: "holds", detail, convergence };
}

function _not(rule: string, detail: string): _Finding {
  return { rule, outcome: "holds not", detail, convergence: null };
}

function _unknown(rule: string, detail: string): _Finding {
  return { rule, outcome: "unknown", detail, convergence: null };
}

/** A number for people: at most four digits behind the point, none that say nothing. */
export function showNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** A fraction as percent with one digit, without one that says nothing. */
export function showPercent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(1))}%`;
}
