/**
 * The convergence rules, as data and in their order: warm-up, hard limit, target, minimal change,
 * patience. The first that applies decides. Pure.
 *
 * An unknown metric can keep a rule from applying, but never make it apply: replacing a number by
 * "unknown" never turns "continue" into "stop".
 */
import {
  type Confidence,
  type Convergence,
  isKnown,
  type MetricsEntry,
  noOpinion,
  type RuleOutcome,
} from "../protocol.ts";

/** Whether higher or lower values of the primary metric are better. */
export type Direction = "higher" | "lower";

/** A rule that judges by the runs so far whether going on is worth it. */
export type Rule =
  /** Fewer runs than this are not judged. */
  | { readonly kind: "warm_up"; readonly runs: number }
  /** The search stops after so many runs. */
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
    /** Whether only changes from a value above 0 count, as in Alpha Forge. */
    readonly isFromAboveZero?: boolean;
  }
  /** The best run so far was this many runs ago. */
  | { readonly kind: "patience"; readonly runs: number; readonly confidence: Confidence };

/** The sentences of a verdict, with the measured numbers. */
export interface RuleWords {
  warmUp(runs: number, needed: number): string;
  hardLimit(runs: number): string;
  target(metric: string | null, value: number, rule: Rule & { kind: "target" }): string;
  minChange(mean: number, rule: Rule & { kind: "min_change" }): string;
  patience(runs: number, rule: Rule & { kind: "patience" }): string;
  otherwise(runs: number, best: number | null): string;
}

interface Finding extends RuleOutcome {
  /** The verdict where the rule applies. */
  readonly convergence: Convergence | null;
}

interface Runs {
  readonly entries: readonly MetricsEntry[];
  readonly direction: Direction;
  readonly words: RuleWords;
}

/**
 * Judges runs by rules.
 *
 * @param entries All runs, oldest first.
 * @returns The verdict of the first rule that applies; without one: continue, with confidence 0.
 */
export function judgeRules(
  rules: readonly Rule[],
  entries: readonly MetricsEntry[],
  direction: Direction,
  words: RuleWords,
): { readonly convergence: Convergence; readonly rules: readonly RuleOutcome[] } {
  const findings = rules.map((rule) => judge(rule, { entries, direction, words }));
  const decisive = findings.find(({ convergence }) => convergence !== null)?.convergence;
  const best = findBest(entries, direction)?.value ?? null;
  const convergence = decisive ?? noOpinion(words.otherwise(countKnown(entries), best));
  const outcomes = findings.map(({ rule, outcome, detail }) => ({ rule, outcome, detail }));
  return { convergence, rules: outcomes };
}

/** Counts the runs with at least one number. */
export function countKnown(entries: readonly MetricsEntry[]): number {
  return entries.filter(isKnown).length;
}

/**
 * Finds the best run by the primary metric; of equal runs, the first.
 *
 * @returns Its index and value; null where no value is known.
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

function judge(rule: Rule, runs: Runs): Finding {
  const { entries, words } = runs;
  const measured = countKnown(entries);
  switch (rule.kind) {
    case "warm_up": {
      const finding = say("warm_up", `${measured} of ${rule.runs} runs`, measured < rule.runs);
      const reason = words.warmUp(measured, rule.runs);
      return { ...finding, convergence: measured < rule.runs ? noOpinion(reason) : null };
    }
    case "hard_limit": {
      const detail = `${measured} of ${rule.runs} runs`;
      const isReached = measured >= rule.runs;
      return say("hard_limit", detail, isReached, words.hardLimit(rule.runs), rule.confidence);
    }
    case "target":
      return judgeTarget(rule, runs);
    case "min_change":
      return judgeChange(rule, runs);
    case "patience":
      return judgePatience(rule, runs);
  }
}

function judgeTarget(rule: Rule & { kind: "target" }, { entries, words }: Runs): Finding {
  const { metric, at, direction } = rule;
  const name = metric === null ? "target" : `target ${metric}`;
  const latest = entries.at(-1);
  if (latest === undefined) return say(name, "no runs yet", null);
  const value = metric === null ? latest.primary : latest.secondary[metric] ?? null;
  if (value === null) return say(name, `not known for ${latest.identifier}`, null);
  const isReached = direction === "higher" ? value >= at : value <= at;
  const detail = `${showNumber(value)} of ${showNumber(at)} (${latest.identifier})`;
  return say(name, detail, isReached, words.target(metric, value, rule), rule.confidence);
}

function judgeChange(rule: Rule & { kind: "min_change" }, { entries, words }: Runs): Finding {
  const { window, fraction, confidence, isFromAboveZero } = rule;
  const rest = (detail: string, applies: false | null) => say("min_change", detail, applies);
  if (entries.length < window) return rest(`${entries.length} of ${window} runs`, false);
  const values = entries.slice(-window).map(({ primary }) => primary);
  if (values.includes(null)) return rest(`a value of the last ${window} runs is not known`, null);
  const changes = (values as number[]).slice(1).flatMap((after, index) => {
    const previous = values[index]!;
    const counts = isFromAboveZero ? previous > 0 : previous !== 0;
    return counts ? [(after - previous) / Math.abs(previous)] : [];
  });
  if (changes.length === 0) return rest("no change can be measured from 0", null);
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  if (!Number.isFinite(mean)) return rest("the change is too large to measure", null);
  const detail = `${showPercent(mean)} on average over ${window} runs, of ${showPercent(fraction)}`;
  const isSmall = Math.abs(mean) < fraction;
  return say("min_change", detail, isSmall, words.minChange(mean, rule), confidence);
}

function judgePatience(
  rule: Rule & { kind: "patience" },
  { entries, direction, words }: Runs,
): Finding {
  const best = findBest(entries, direction);
  if (best === null) return say("patience", "no value is known", null);
  // A run with an unknown value may have been the best, so the count restarts after it.
  const lastUnknown = entries.findLastIndex(({ primary }) => primary === null);
  const since = entries.length - 1 - Math.max(best.index, lastUnknown);
  const detail = `best ${showNumber(best.value)}, ${since} of ${rule.runs} runs ago`;
  const isSpent = since >= rule.runs;
  return say("patience", detail, isSpent, words.patience(since, rule), rule.confidence);
}

/** Makes an outcome; a rule that applies stops the search. `applies` is null for unknown. */
function say(
  rule: string,
  detail: string,
  applies: boolean | null,
  reason = "",
  confidence: Confidence = 0,
): Finding {
  const outcome = applies === null ? "unknown" : applies ? "applies" : "does not apply";
  const stop = { shouldContinue: false, reason, confidence, converged: false };
  return { rule, outcome, detail, convergence: applies ? stop : null };
}

/** Renders a number with at most six digits, without trailing zeros. */
export function showNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Renders a fraction as percent, with one decimal unless that is 0. */
export function showPercent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(1))}%`;
}
