import { assertEquals } from "@std/assert";
import { buildReport, type ReportSources } from "../../../src/cli/report/build.ts";
import { shorten } from "../../../src/text/shorten.ts";
import type { JournalEntry } from "../../../src/store/records/journal.ts";
import { agentFacts, lineAt, loopOf, STARTED_MS, type TestLoop } from "./_loops.ts";
import { HOUR_MS } from "../../../src/text/time.ts";
import { FRESH_VALIDATION } from "../../../src/store/records/loop_record.ts";
import { givenInputs, NO_TAGS } from "../../loop/_given.ts";

const PROJECT = "/work/project";

function reportOf(
  { facts, record, entries }: TestLoop,
  more: Partial<ReportSources> = {},
) {
  return buildReport({
    facts,
    record,
    journal: { entries, unread: 0 },
    hasEnded: record.state === "stopped",
    state: { code: "limit", what: "out of time" },
    nowMs: STARTED_MS + 2 * HOUR_MS,
    present: null,
    ...more,
  });
}

Deno.test("buildReport: an ended loop is described up to its end, with why it ended", () => {
  const end: JournalEntry = lineAt(60, {
    kind: "let-go",
    code: "max-runtime",
    evidence: ["2 of 4 items done"],
    inputs: givenInputs({ facts: { completion: { done: 2, total: 4, signals: [] } } }),
  });
  const report = reportOf(loopOf(PROJECT, [lineAt(0, { kind: "start" }), end]));
  assertEquals(report.outcome, {
    code: "max-runtime",
    hasEnded: true,
    tone: "neutral",
    sentence: "out of time",
    endedAtMs: STARTED_MS + HOUR_MS,
    evidence: ["2 of 4 items done"],
    next: null,
  });
  assertEquals([report.totals.wallMs, report.totals.items], [HOUR_MS, { done: 2, total: 4 }]);
});

Deno.test("buildReport: an end is told in the words that its user saw", () => {
  const end = lineAt(60, {
    kind: "let-go",
    code: "complete",
    sentence: "Task complete (all_checkboxes, confidence=0.90) and all requirements met",
    brief: "done. All 3 items of PLAN.md are ticked",
  });
  const { steps, events, lanes } = reportOf(loopOf(PROJECT, [lineAt(0, { kind: "start" }), end]));
  const told = [
    steps.at(-1)!.what,
    events.at(-1)!.sentence,
    ...lanes.flatMap(({ spans }) => spans).map(({ what }) => what),
  ];
  assertEquals(told.map((text) => /^done\. All 3/i.test(text)), [true, true, true]);
});

Deno.test("buildReport: a run's limits are those of its last agent", () => {
  const limits = { ...givenInputs().settings, max_iterations: 2, max_cost_usd: 5 };
  const line = { event: "run", kind: "iteration", agent: agentFacts(1, { limits }) };
  const report = reportOf(loopOf(PROJECT, [lineAt(1, line)], { facts: { driver: "runner" } }));
  assertEquals(report.limits, limits);
});

Deno.test("buildReport: a turn that an end cuts off is a step and work", () => {
  const report = reportOf(loopOf(PROJECT, [
    lineAt(0, { kind: "start", runtimeMs: 0 }),
    lineAt(5, { iteration: 1, runtimeMs: 300_000 }),
    lineAt(8, {
      event: "PreToolUse",
      kind: "halt",
      code: "kill-switch",
      iteration: 1,
      runtimeMs: 480_000,
    }),
  ]));
  assertEquals(report.steps.map(({ turn, activeMs }) => [turn, activeMs]), [
    [0, 300_000],
    [1, 180_000],
  ]);
  assertEquals(report.lanes.flatMap(({ spans }) => spans).length, 2);
});

Deno.test("buildReport: validation rounds have their own numbers and turns", () => {
  const at = (iteration: number, closed: number[], cycle = 1) =>
    lineAt(iteration, {
      iteration: iteration + 1,
      inputs: givenInputs({
        record: {
          iteration,
          validation: {
            ...FRESH_VALIDATION,
            cycle,
            round: Math.min(3, closed.length + 1),
            closed: closed.map((round) => ({ round, how: "validated" })),
          },
        },
      }),
    });
  const { validation } = reportOf(loopOf(PROJECT, [
    at(3, []),
    at(4, [1]),
    at(5, [1, 2]),
    at(6, [], 2),
    at(7, [1], 2),
  ]));
  assertEquals(validation.rounds.map(({ cycle, round, turn }) => [cycle, round, turn]), [
    [1, 1, 4],
    [1, 2, 5],
    [1, 3, 6],
    [2, 1, 7],
  ]);
});

Deno.test("buildReport: a loop that runs is described up to now", () => {
  const loop = loopOf(PROJECT, [lineAt(0, { kind: "start" }), lineAt(60, {})]);
  const report = reportOf(loop, { state: { code: "working", what: "works" } });
  assertEquals(
    [report.outcome.hasEnded, report.outcome.tone, report.outcome.endedAtMs, report.asOfMs],
    [false, "open", null, STARTED_MS + 2 * HOUR_MS],
  );
});

Deno.test("buildReport: the running turn begins at the last continuation, so no work counts twice", () => {
  const loop = loopOf(PROJECT, [lineAt(0, { kind: "start" }), lineAt(60, {})]);
  const present = { fromMs: STARTED_MS, toMs: STARTED_MS + 2 * HOUR_MS, pauses: [] };
  const { lanes } = reportOf(loop, { state: { code: "working", what: "works" }, present });
  assertEquals(
    lanes.flatMap(({ spans }) => spans).map(({ fromMs, toMs }) => [fromMs, toMs]),
    [[STARTED_MS, STARTED_MS + HOUR_MS], [STARTED_MS + HOUR_MS, STARTED_MS + 2 * HOUR_MS]],
  );
});

Deno.test("buildReport: a journal without facts says what is unknown", () => {
  const old = loopOf(PROJECT, [
    lineAt(0, { kind: "start" }),
    lineAt(30, { evidence: ["1 of 4 items done"], runtimeMs: 1_500_000 }),
    lineAt(60, { kind: "halt", code: "stuck", evidence: ["1 of 4 items done"] }),
  ]);
  const { steps, totals, limits, unknown } = reportOf(old);
  assertEquals(steps.map(({ items }) => items), [null, null]);
  assertEquals([totals.tokens, totals.costUsd, totals.commits, limits], [null, null, null, null]);
  assertEquals(unknown.filter((line) => /Confidence|Tokens|cost/.test(line)).length, 3);
});

Deno.test("buildReport: without journal and record the loop's start is known", () => {
  const report = reportOf(loopOf(PROJECT, []), {
    record: null,
    journal: { entries: [], unread: 3 },
    hasEnded: true,
    state: { code: "failed", what: "The loop ended" },
  });
  assertEquals([report.outcome.code, report.totals.activeMs, report.steps], ["unknown", null, []]);
  assertEquals(report.lanes.length, 1);
  assertEquals(report.unknown.some((line) => line.includes("3 lines")), true);
});

Deno.test("buildReport: says why there are no items: no plan, or no stop yet", () => {
  const whyOf = (focus: string | null) =>
    reportOf(loopOf(PROJECT, [], { facts: { focus } })).unknown.find((line) => /items/i.test(line));
  assertEquals([whyOf(null), whyOf("/work/project/PLAN.md")], [
    "There are no items: the loop has no plan.",
    "Items are unknown: they are counted at the first stop.",
  ]);
});

Deno.test("buildReport: guidance is shown as it was added and removed", () => {
  const guidance = (encouraged: string[], forbidden: string[] = []) => ({ encouraged, forbidden });
  const report = reportOf(loopOf(PROJECT, [
    lineAt(0, { kind: "start", evidence: ["found (high): a hook"] }),
    lineAt(1, { kind: "guidance", guidance: guidance(["tests"]) }),
    lineAt(2, { kind: "guidance", guidance: guidance(["tests"]) }),
    lineAt(3, { kind: "guidance", guidance: guidance([], ["the API"]) }),
    lineAt(4, { kind: "constraints", sentence: "Changed", evidence: ["gone: a hook"] }),
  ]));
  assertEquals(report.guidance.map(({ change, list, text }) => [change, list, text]), [
    ["added", "encouraged", "tests"],
    ["added", "forbidden", "the API"],
    ["removed", "encouraged", "tests"],
  ]);
  assertEquals(report.constraints.map(({ lines }) => lines), [
    ["found (high): a hook"],
    ["gone: a hook"],
  ]);
});

Deno.test("buildReport: findings of the validation are listed as they stay open", () => {
  const fixed = { severity: "low", text: "A typo" };
  const long = { severity: "high", text: `No lock ${"around the counter ".repeat(20)}` };
  const reported = [fixed, { ...long, text: shorten(long.text, 160) }];
  const at = (minutes: number, round: number, findings: number) =>
    lineAt(minutes, {
      iteration: minutes,
      inputs: givenInputs({
        record: {
          validation: {
            ...FRESH_VALIDATION,
            cycle: 1,
            round,
            findings: Array.from({ length: findings }, () => ({ round, ...fixed })),
          },
        },
        facts: { tags: { ...NO_TAGS, findings: minutes === 2 ? reported : [] } },
      }),
    });
  const start = lineAt(0, { kind: "start" });
  const loop = loopOf(PROJECT, [start, at(1, 1, 0), at(2, 1, 0), at(3, 2, 1)]);
  const validation = { ...loop.record.validation, cycle: 1, findings: [{ round: 1, ...long }] };
  const record = { ...loop.record, validation };
  const shown = (entries: readonly JournalEntry[]) => {
    const { hasBegun, findings } = reportOf({ ...loop, entries, record }).validation;
    return [
      hasBegun,
      findings.map(({ iteration, text, isOpen }) => [iteration, text.slice(0, 7), isOpen]),
    ];
  };
  assertEquals(shown(loop.entries), [true, [[2, "A typo", false], [2, "No lock", true]]]);
  // Earlier versions did not write down what was reported.
  assertEquals(shown([]), [false, [[null, "No lock", true]]]);
});
