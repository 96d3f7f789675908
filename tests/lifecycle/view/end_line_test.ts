/** What the user sees at every end. */
import { HOUR_MS } from "../../../src/text/time.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describeEnd, describeOpen, describeWhy } from "../../../src/lifecycle/view/end_line.ts";
import type { Reason } from "../../../src/loop/decision.ts";
import * as reasons from "../../../src/loop/reason.ts";
import { type ReasonCode, REASONS } from "../../../src/loop/reasons.ts";
import { FRESH_VALIDATION, type LoopRecord } from "../../../src/store/records/loop_record.ts";
import { givenRecord, givenSettings, START } from "../../loop/_given.ts";

const SIGNAL = { name: "all_checkboxes", confidence: 0.9, detail: "" } as const;
const DONE = { items: { done: 12, total: 12, next: null } };
const OPEN = { items: { done: 9, total: 30, next: "Append line 10" } };
const PASSED = { ...FRESH_VALIDATION, ended: "score" as const, score: 0.9 };
const SETTINGS = givenSettings();

const given = (changes: Partial<LoopRecord>) =>
  givenRecord({
    iteration: 41,
    accumulatedRuntimeMs: 3 * HOUR_MS,
    focus: { path: "/home/dev/app/PLAN.md", method: "explicit", candidates: [] },
    ...changes,
  });
const said = (changes: Partial<LoopRecord>, reason: Reason) => {
  const record = given(changes);
  return describeEnd(record, describeWhy(record, reason), START + 3 * HOUR_MS);
};

const COST = "41 turns, 3 h active.";
const NINE_OF_30 = "9 of 30 items of PLAN.md done; next: Append line 10.";
const bare = (code: ReasonCode, sentence = "Because"): Reason => ({ code, sentence });

Deno.test("end line: it names the checks that passed", () => {
  const reason = { ...bare("stopped-by-user"), passed: ["npm test", "deno lint"] };
  assertEquals(
    said({}, reason),
    `stopped, as you asked. Checks passed: \`npm test\`, \`deno lint\`. ${COST}`,
  );
});

/** Reasons with words of their own, with the line for an open plan. */
const ENDS: Readonly<Partial<Record<ReasonCode, readonly [Reason, string]>>> = {
  "complete": [
    reasons.nothingLeft("nothing to do"),
    'done. Nothing is left to work on (the agent said "nothing to do", and the scan found nothing).',
  ],
  "converged": [
    reasons.converged({
      name: "train",
      reason: "loss is flat",
      shouldContinue: false,
      confidence: 1,
      metrics: 3,
      converged: true,
    }),
    "done. The adapter train says that the results have converged: loss is flat.",
  ],
  "max-runtime": [reasons.maxRuntimeReached(SETTINGS), "out of time (9 h)."],
  "max-iterations": [reasons.maxIterationsReached(SETTINGS), "out of turns (99)."],
  "max-tokens": [reasons.maxTokensReached(1000, 1200), "out of tokens (1200 used of 1000)."],
  "max-cost": [reasons.maxCostReached(5, 5.123), "out of budget ($5.12 used of $5)."],
  "stuck": [
    reasons.repeating({ kind: "same", outputs: 5, similarity: 0.95, progress: [] }, 0.9),
    "stuck. The last 5 answers were alike and nothing changed (no commit, file or item).",
  ],
  "blocked": [reasons.blockedOn("the API key"), "blocked, it needs you: the API key."],
  "no-tools": [reasons.onlyTalk(7), "stopped. The agent used no tool in its last 7 answers."],
  "kill-switch": [
    reasons.killSwitch("/p/.claude/STOP_LOOP"),
    "stopped by the kill switch (.claude/STOP_LOOP).",
  ],
  "stopped-by-user": [reasons.stoppedByUser(), "stopped, as you asked."],
  "internal-error": [
    reasons.internalError("no space left"),
    "stopped by an error in ralph: no space left.",
  ],
};

for (const [code, [reason, head]] of Object.entries(ENDS)) {
  Deno.test(`end: ${code} is said in words, with how far the plan is and what it took`, () => {
    assertEquals(reason.code, code);
    assertEquals(said(OPEN, reason), `${head} ${NINE_OF_30} ${COST}`);
  });
}

Deno.test("end: a reason without words of its own has those of the table", () => {
  assertEquals(
    said(OPEN, bare("idle-timeout")),
    `${REASONS["idle-timeout"].head}. ${NINE_OF_30} ${COST}`,
  );
  const { head } = REASONS["plan-error"];
  assertEquals(
    said(OPEN, bare("plan-error", "No file")),
    `${head}. No file. ${NINE_OF_30} ${COST}`,
  );
});

Deno.test("end: a complete task shows its plan, validation and cost", () => {
  const complete = reasons.taskComplete(SIGNAL);
  assertEquals(
    said({ ...DONE, validation: PASSED }, complete),
    `done. All 12 items of PLAN.md are ticked, validation passed. ${COST}`,
  );
  assertEquals(said(DONE, complete), `done. All 12 items of PLAN.md are ticked. ${COST}`);
  const one = { items: { done: 1, total: 1, next: null } };
  assertStringIncludes(said(one, complete), "The only item of PLAN.md is ticked.");
  const skipped = { items: { done: 10, total: 12, next: null } };
  assertStringIncludes(said(skipped, complete), "10 of 12 items of PLAN.md are ticked, none is");
  const noItems = { items: { done: 0, total: 0, next: null } };
  assertStringIncludes(said(noItems, complete), "PLAN.md says that it is done.");
  const free = { focus: { path: null, method: "task", candidates: [] }, promised: "DONE" };
  assertStringIncludes(said(free, complete), "The agent declared the task done.");
});

Deno.test("end: what was left out is named, and not counted as done", () => {
  const complete = reasons.taskComplete(SIGNAL);
  const leftOut = { items: 3, parts: ['3 under "LOW — Nice to have" left open'] };
  assertEquals(
    said({ items: { done: 22, total: 22, next: null, leftOut }, validation: PASSED }, complete),
    "done. 22 of 25 items of PLAN.md are ticked, validation passed; " +
      `3 under "LOW — Nice to have" left open. ${COST}`,
  );
  const unboxed = { items: 0, parts: ['left without a box: "Export"'] };
  assertEquals(
    said({ items: { done: 1, total: 1, next: null, leftOut: unboxed } }, complete),
    `done. The only item of PLAN.md is ticked; left without a box: "Export". ${COST}`,
  );
});

Deno.test("end: a claim over open items is named as the plan's word, with what is open", () => {
  const claimed = {
    items: { done: 1, total: 3, next: "Write a record" },
    completionAsked: { signal: "frontmatter_status", iteration: 2 },
  };
  assertEquals(
    said(claimed, reasons.taskComplete(SIGNAL)),
    "done. PLAN.md says that it is done, but 1 of 3 items is ticked; " +
      `2 left open, first: Write a record. ${COST}`,
  );
});

Deno.test("end: a limit over a complete task that is not validated says so, and is no success", () => {
  const limit = reasons.doubtfulAtLimit(
    reasons.maxIterationsReached(SETTINGS),
    "its validation was not finished",
  );
  const doubt = "but its validation was not finished: read it over.";
  assertEquals(limit.code, "max-iterations");
  assertEquals(
    said(DONE, limit),
    `out of turns (99). All 12 items of PLAN.md are ticked, ${doubt} ${COST}`,
  );
  const free = { focus: { path: null, method: "task", candidates: [] }, promised: "DONE" };
  assertEquals(
    said(free, limit),
    `out of turns (99). The agent declared the task done, ${doubt} ${COST}`,
  );
  assertStringIncludes(
    said(DONE, reasons.taskCompleteAtLimit(SIGNAL, reasons.maxIterationsReached(SETTINGS))),
    "done, and out of turns (99). All 12",
  );
});

Deno.test("end: shows a validation that did not pass or did not finish", () => {
  const failed = reasons.taskComplete(SIGNAL, null, "its validation was not passed (score 0.50)");
  assertStringIncludes(
    said(DONE, failed),
    "done. All 12 items of PLAN.md are ticked, but its validation was not passed (score 0.50): read",
  );
  const begun = { ...FRESH_VALIDATION, cycle: 1, round: 2, score: 0.5 };
  for (const [ended, what] of [[null, "finished"], ["plateau", "passed"]] as const) {
    assertStringIncludes(
      said({ ...DONE, validation: { ...begun, ended } }, reasons.stoppedByUser()),
      `are ticked, but its validation was not ${what}: read it over.`,
    );
  }
});

Deno.test("end: a run is described by its own sentence, and counts turns", () => {
  const run = { ...OPEN, driver: "runner" as const };
  assertEquals(
    said(run, bare("stuck", "3 turns in a row changed nothing")),
    `3 turns in a row changed nothing. ${NINE_OF_30} 41 turns, 3 h active.`,
  );
  const all = bare("complete", "All 12 items are ticked and verified");
  assertEquals(said({ ...run, ...DONE }, all), `${all.sentence}. 41 turns, 3 h active.`);
});

Deno.test("end: lists open findings, and counts the rest", () => {
  const finding = { round: 3, severity: "documentation", text: "README has no example" };
  const listed = (validation: Partial<LoopRecord["validation"]>) =>
    describeOpen(given({ validation: { ...PASSED, ...validation } }));
  assertEquals(listed({ findings: [finding] }), [
    "1 finding of the validation is still open:",
    "- documentation: README has no example",
  ]);
  const many = Array.from({ length: 8 }, (_, index) => ({ ...finding, text: `gap ${index}` }));
  const [count, ...lines] = listed({ findings: many });
  assertEquals(count, "8 findings of the validation are still open:");
  assertEquals(lines.slice(-2), ["- documentation: gap 4", "… and 3 more"]);
  const carried = { ...FRESH_VALIDATION, cycle: 2, round: 1, carried: [finding] };
  assertEquals(listed(carried).at(-1), "- documentation: README has no example");
});

Deno.test("end: shows the clock time where it exceeds the active time", () => {
  const record = givenRecord({ iteration: 1, accumulatedRuntimeMs: 600_000, ...OPEN });
  const line = describeEnd(record, "stopped, as you asked", START + 6 * HOUR_MS);
  assertStringIncludes(line, "1 turn, 10 min active (6 h on the clock).");
});

Deno.test("end: foreign text is one line each, without control characters", () => {
  const hostile = "x\n**Focus file**: /etc\u001b[2J";
  const validation = {
    ...FRESH_VALIDATION,
    findings: [{ round: 1, severity: "low\n", text: hostile }],
  };
  const items = { done: 0, total: 1, next: hostile };
  const lines = [
    said({ items }, reasons.blockedOn(hostile)),
    ...describeOpen(given({ validation })),
  ];
  assertEquals(lines.map((line) => line.split("\n").length), [1, 1, 1]);
  assert(!lines.join().includes("\u001b"));
});
