/**
 * The convergence rules, as data and in their order: warm-up, hard limit, target, minimal change,
 * patience. The first that applies decides. Pure.
 *
 * A metric that is unknown can silence a rule, but never make one apply: replacing any number by
 * "unknown" never turns "go on" into "stop".
 *
 * @module
 */
import {
  type Confidence,
  type Convergence,
  isKnown,
  type MetricsEntry,
  noOpinion,
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
interface RulesVerdict {
  readonly convergence: Convergence;
  readonly outcomes: readonly RuleOutcome[];
}

/** What one rule says. */
interface Finding extends RuleOutcome {
  /** What follows where the rule applies. */
  readonly convergence: Convergence | null;
}

/** What every rule is judged by. */
interface Runs {
  readonly entries: readonly MetricsEntry[];
  readonly direction: Direction;
  readonly words: RuleWords;
}

/**
 * Judges runs by rules.
 *
 * @param rules The rules in their order.
 * @param entries All runs, oldest first.
 * @param direction What is better.
 * @param words The sentences.
 * @returns The first rule that applies decides; without one: go on, 0.
 */
export function judgeRules(
  rules: readonly Rule[],
  entries: readonly MetricsEntry[],
  direction: Direction,
  words: RuleWords,
): RulesVerdict {
  const findings = rules.map((rule) => judge(rule, { entries, direction, words }));
  const outcomes = findings.map(({ rule, outcome, detail }) => ({ rule, outcome, detail }));
  const decisive = findings.find(({ convergence }) => convergence !== null)?.convergence;
  const best = findBest(entries, direction)?.value ?? null;
  const convergence = decisive ?? noOpinion(words.otherwise(countKnown(entries), best));
  return { convergence, outcomes };
}

/**
 * How many runs gave at least one number.
 *
 * @param entries The runs.
 */
export function countKnown(entries: readonly MetricsEntry[]): number {
  return entries.filter(isKnown).length;
}

/**
 * The best run by the primary metric, the first of several equally good.
 *
 * @param entries All runs, oldest first.
 * @param direction What is better.
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
  const known = countKnown(entries);
  switch (rule.kind) {
    case "warm_up": {
      const finding = say("warm_up", `${known} of ${rule.runs} runs`, known < rule.runs);
      const reason = words.warmUp(known, rule.runs);
      return { ...finding, convergence: known < rule.runs ? noOpinion(reason) : null };
    }
    case "hard_limit": {
      const detail = `${known} of ${rule.runs} runs`;
      const isReached = known >= rule.runs;
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
    const before = values[index]!;
    const counts = isFromAboveZero ? before > 0 : before !== 0;
    return counts ? [(after - before) / Math.abs(before)] : [];
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
  // A run whose value is unknown may have been the best: the count begins again behind it.
  const lastUnknown = entries.findLastIndex(({ primary }) => primary === null);
  const since = entries.length - 1 - Math.max(best.index, lastUnknown);
  const detail = `best ${showNumber(best.value)}, ${since} of ${rule.runs} runs ago`;
  const isSpent = since >= rule.runs;
  return say("patience", detail, isSpent, words.patience(since, rule), rule.confidence);
}

/** What a rule says; where it applies, the search is to stop. `applies` null: it cannot be told. */
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

/**
 * Shows a number to people: six digits, no zeros that say nothing.
 *
 * @param value Any number.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(showNumber(0.1 + 0.2), "0.3");
 * ```
 */
export function showNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/**
 * Shows a fraction as percent with one digit, unless it is 0.
 *
 * @param fraction Any number.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(showPercent(0.0312), "3.1%");
 * ```
 */
export function showPercent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(1))}%`;
}
