import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import nunjucks from "nunjucks";
import convergence from "../../../templates/alpha-forge-convergence.md" with { type: "text" };
import exploration from "../../../templates/alpha-forge-exploration.md" with { type: "text" };
import { promptOfAlphaForge, researchQueries } from "../../../src/adapters/alpha_forge/prompt.ts";
import { type Convergence, type MetricsEntry, noOpinion } from "../../../src/adapters/protocol.ts";

const TEMPLATES: Record<string, string> = {
  "alpha-forge-convergence.md": convergence,
  "alpha-forge-exploration.md": exploration,
};

type Metrics = Partial<Record<"sharpe" | "wfe" | "maxdd" | "cagr", number | null>>;

function runs(...all: Metrics[]): MetricsEntry[] {
  return all.map(({ sharpe = null, ...others }, index) => ({
    identifier: `run_2026010${index + 1}_000000`,
    timestamp: `2026-01-0${index + 1}T00:00:00.000Z`,
    primary: sharpe,
    secondary: { cagr: null, maxdd: null, wfe: null, sortino: null, calmar: null, ...others },
  }));
}

function render(
  entries: readonly MetricsEntry[],
  opinion: Convergence = noOpinion("Exploring: some runs"),
  turn = 1,
): string {
  const addition = promptOfAlphaForge({ turn, year: 2026 }, entries, opinion);
  assert("template" in addition);
  const env = new nunjucks.Environment(null, {
    autoescape: false,
    throwOnUndefined: true,
    trimBlocks: true,
    lstripBlocks: true,
  });
  const text = env.renderString(TEMPLATES[addition.template]!, addition.data);
  return text.replace(/\n{3,}/g, "\n\n").trim();
}

const STOP: Convergence = {
  shouldContinue: false,
  confidence: 0.5,
  reason: "Best config unchanged for 5 runs (patience=5)",
  converged: false,
};

const MANY = runs(
  ...Array.from({ length: 9 }, (_, index) => ({
    sharpe: -1.234 - index,
    wfe: 0.123,
    maxdd: -0.999,
    cagr: 123.456,
  })),
);

Deno.test("prompt: alpha-forge's are short, with no runs and with many", () => {
  for (const entries of [[], runs({ sharpe: 1 }), MANY]) {
    for (const opinion of [undefined, STOP, { ...STOP, converged: true }]) {
      const text = render(entries, opinion, 3);
      assert(text.length < 2_500, `${text.length} characters`);
      assert(!/undefined|NaN|\[object|null/.test(text), text);
    }
  }
});

Deno.test("prompt: what has converged has its own template, with the last five runs", () => {
  const text = render(MANY, STOP);
  assertStringIncludes(text, "Best config unchanged for 5 runs (patience=5)");
  assertEquals(text.match(/^\| run_/gm)?.length, 5);
  assertStringIncludes(text, "| run_20260109_000000 | -9.234 | 123.456 | -0.999 | 0.123 |");
  assert(!text.includes("only `/research` is allowed"));
  assertStringIncludes(render(MANY, { ...STOP, converged: true }), "only `/research` is allowed");
  assertStringIncludes(
    render(MANY, { ...noOpinion("Exploring"), converged: true }),
    "only `/research` is allowed",
  );
});

Deno.test("prompt: exploration compares the last two runs", () => {
  const text = render(runs({ sharpe: 1, wfe: 0.6 }, { sharpe: 1.5, wfe: null, cagr: 0.2 }));
  assertStringIncludes(text, "| sharpe | 1.000 | 1.500 | +0.500 |");
  assertStringIncludes(text, "| wfe | 0.600 | unknown | unknown |");
  assert(!text.includes("| sortino |"));
  assertStringIncludes(render(runs({ sharpe: 1 })), "there are not two runs to compare yet");
});

const DECISIONS: readonly [string, MetricsEntry[]][] = [
  ["continue", runs({ sharpe: 1 }, { sharpe: 1.2 })],
  ["refine", runs({ sharpe: 1 }, { sharpe: 1.07 })],
  ["refine", runs({ sharpe: 1 }, { sharpe: 1.2 }, { sharpe: 1.21 })],
  ["pivot", runs({ sharpe: 1 }, { sharpe: 1.01 }, { sharpe: 1.02 })],
  ["fix", runs({ sharpe: 1 }, { sharpe: 2, wfe: 0.3 })],
  ["explore", runs({ sharpe: 1 })],
  ["explore", runs({ sharpe: -1 }, { sharpe: 1 })],
  ["explore", runs({ sharpe: 1 }, { sharpe: null })],
];

for (const [decision, entries] of DECISIONS) {
  Deno.test(`prompt: ${entries.map(({ primary }) => primary).join(", ")} says ${decision}`, () =>
    assertStringIncludes(render(entries), `the figures say **${decision}** now`));
}

Deno.test("prompt: web research every third turn", () => {
  for (const [turn, isDue] of [[1, false], [2, false], [3, true], [6, true]] as const) {
    const text = render(runs({ sharpe: 1 }), undefined, turn);
    assertEquals(text.includes("Web research is due"), isDue, String(turn));
  }
});

Deno.test("prompt: the queries follow from the runs and the year", () => {
  const sota = "ML trading strategy SOTA 2025-2026";
  assertEquals(researchQueries([], 2026), [sota]);
  assertEquals(researchQueries(runs({ sharpe: 1 }, { sharpe: 1.01, wfe: 0.2 }), 2026), [
    "overfitting prevention walk-forward validation ML",
    "transformer time series forecasting improvement 2025-2026",
    sota,
  ]);
  assertEquals(researchQueries(runs({ sharpe: 1 }, { sharpe: 2, wfe: 0.9 }), 2026), [sota]);
});
