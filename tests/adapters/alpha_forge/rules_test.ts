import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import * as forge from "../../../src/adapters/alpha_forge/rules.ts";
import type { MetricsEntry } from "../../../src/adapters/protocol.ts";

type Value = number | null;

function runs(sharpes: readonly Value[], wfes: readonly Value[] = []): MetricsEntry[] {
  return sharpes.map((primary, index) => ({
    identifier: `run ${index + 1}`,
    timestamp: new Date(index * 1000).toISOString(),
    primary,
    secondary: { wfe: wfes[index] ?? null },
  }));
}

/** Alternates so that neither change nor patience applies: each is a new best. */
const growing = (count: number) => Array.from({ length: count }, (_, index) => 1.1 ** index);

// deno-fmt-ignore
const TABLE: readonly [
  name: string,
  entries: MetricsEntry[],
  shouldContinue: boolean,
  confidence: number,
  reason: string,
][] = [
  ["no runs", runs([]), true, 0, "Warmup phase - 0/3 baseline runs"],
  ["warm-up", runs([1, 2], [0.9, 0.9]), true, 0, "Warmup phase - 2/3 baseline runs"],
  ["default", runs([1, 2, 4]), true, 0, "Exploring: 3 runs, best Sharpe=4.000"],
  ["robust", runs([1, 2, 3], [0, 0, 0.55]), false, 0.5, "Robustness achieved: WFE=0.55 >= 0.5"],
  ["robust at the threshold", runs([1, 2, 3], [0, 0, 0.5]), false, 0.5, "Robustness achieved: WFE=0.50 >= 0.5"],
  ["robust before, not now", runs([1, 2, 4], [0, 0.9, 0.49]), true, 0, "Exploring: 3 runs, best Sharpe=4.000"],
  ["WFE unknown in the latest run", runs([1, 2, 4], [0, 0.9, null]), true, 0, "Exploring: 3 runs, best Sharpe=4.000"],
  ["nothing known of the latest run", runs([1, 2, 4, null], [0, 0, 0.9, null]), true, 0, "Exploring: 3 runs, best Sharpe=4.000"],
  ["returns diminish", runs([1, 1.01, 1.02, 1.03, 1.04]), false, 0.5, "Diminishing returns: 1% avg improvement < 3% threshold"],
  ["just 3 %: no", runs([1, 1.03, 1.03 ** 2, 1.03 ** 3, 1.0301 ** 4]), true, 0, "Exploring: 5 runs, best Sharpe=1.126"],
  ["falling by 10 % is no plateau", runs([2, 1.8, 1.62, 1.458, 1.3122]), true, 0, "Exploring: 5 runs, best Sharpe=2.000"],
  ["four runs only", runs([1, 1.01, 1.02, 1.03]), true, 0, "Exploring: 4 runs, best Sharpe=1.030"],
  ["from 0 and below nothing is measured", runs([-1, -1, 0, 0, 0]), true, 0, "Exploring: 5 runs, best Sharpe=0.000"],
  ["patience", runs([3, 1, 2, 1, 2, 1]), false, 0.5, "Best config unchanged for 5 runs (patience=5)"],
  ["patience not yet", runs([0.5, 3, 1, 2, 1, 2]), true, 0, "Exploring: 6 runs, best Sharpe=3.000"],
  ["the first of equal bests counts", runs([3, 1, 3, 1, 2, 1]), false, 0.5, "Best config unchanged for 5 runs (patience=5)"],
  ["an unknown run may have been the best", runs([3, 1, null, 1, 2, 1]), true, 0, "Exploring: 5 runs, best Sharpe=3.000"],
  ["98 runs", runs(growing(98)), true, 0, `Exploring: 98 runs, best Sharpe=${(1.1 ** 97).toFixed(3)}`],
  ["hard limit", runs(growing(99)), false, 1, "Budget exhausted (99 experiments)"],
  ["hard limit before robustness", runs(growing(99), Array(99).fill(0.9)), false, 1, "Budget exhausted (99 experiments)"],
  ["all unknown", runs(Array(120).fill(null)), true, 0, "Warmup phase - 0/3 baseline runs"],
];

for (const [name, entries, shouldContinue, confidence, reason] of TABLE) {
  Deno.test(`rules: alpha-forge, ${name}`, () => {
    const expected = { shouldContinue, confidence, reason, converged: false };
    assertEquals(forge.judgeRuns(entries), expected as never);
  });
}

Deno.test("rules: the thresholds are those of the early version", () => {
  assertEquals(
    [
      forge.WARM_UP_RUNS,
      forge.HARD_LIMIT_RUNS,
      forge.ROBUST_WFE,
      forge.LEAST_MEAN_CHANGE,
      forge.CHANGE_WINDOW_RUNS,
      forge.PATIENCE_RUNS,
    ],
    [3, 99, 0.5, 0.03, 5, 5],
  );
});

const value = fc.option(fc.double({ min: -5, max: 5, noNaN: true }), { nil: null });
const someRuns = fc.oneof(
  fc.array(fc.tuple(value, value), { maxLength: 8 }),
  fc.array(fc.tuple(value, value), { maxLength: 120 }),
).map((pairs) => runs(pairs.map(([one]) => one), pairs.map(([, other]) => other)));

Deno.test("rules: a number that becomes unknown never turns 'continue' into 'stop'", () => {
  fc.assert(
    fc.property(someRuns, fc.nat(), fc.boolean(), (entries, at, isSecondary) => {
      fc.pre(entries.length > 0);
      const index = at % entries.length;
      const doubted = entries.map((entry, place) =>
        place !== index
          ? entry
          : isSecondary
          ? { ...entry, secondary: { wfe: null } }
          : { ...entry, primary: null }
      );
      const before = forge.judgeRuns(entries);
      const after = forge.judgeRuns(doubted);
      assert(after.shouldContinue || !before.shouldContinue, `${before.reason} → ${after.reason}`);
      assert(after.confidence <= before.confidence || !before.shouldContinue);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("rules: confidence and verdict belong together; the limit applies from 99 on", () => {
  fc.assert(fc.property(someRuns, (entries) => {
    const convergence = forge.judgeRuns(entries);
    const known = entries.filter(({ primary, secondary }) =>
      primary !== null || secondary["wfe"] !== null
    ).length;
    assertEquals(convergence.confidence === 1, known >= 99);
    assertEquals(convergence.shouldContinue, convergence.confidence === 0);
    assertEquals(convergence.converged, false);
  }));
});
