/** Stuck, idle, converged: the order of judgement beyond the plain task. */
import { HOUR_MS } from "../../src/text/time.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { AdapterOpinion, Facts, Repetition } from "../../src/loop/facts.ts";
import { renderHeader } from "../../src/loop/header.ts";
import { FRESH_VALIDATION } from "../../src/store/records/loop_record.ts";
import { forceValidation } from "../../src/loop/validation/validation.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import type { Settings } from "../../src/store/settings/settings.ts";
import {
  ALL_DONE,
  decide,
  type DecisionCase,
  DONE,
  ETERNAL,
  givenFacts,
  givenRecord,
  givenSettings,
  inWords,
  LATER,
  needOf,
  NO_ITEMS,
  NO_TAGS,
  PROMISED,
  START,
  testDecisions,
} from "./_given.ts";

const FREE: Partial<LoopRecord> = {
  focus: { path: null, method: "no_focus", candidates: [] },
  phase: "exploration",
};
const SAME: Repetition = { kind: "same", outputs: 5, similarity: 0.97, progress: [] };
const MARK = givenFacts().mark;
const VALIDATED = { ...NO_TAGS, validated: true };

function adapter(changes: Partial<AdapterOpinion>): AdapterOpinion {
  return {
    name: "alpha-forge",
    shouldContinue: false,
    confidence: 0.5,
    reason: "Robustness achieved: WFE=0.55 >= 0.5",
    metrics: 6,
    converged: false,
    ...changes,
  };
}

const WARMING_UP: LoopRecord["adapter"] = {
  name: "alpha-forge",
  kind: "alpha-forge",
  shouldContinue: true,
  confidence: 0,
  reason: "Warmup phase - 2/3 baseline runs",
  metrics: 2,
  converged: false,
};

const CASES: DecisionCase[] = [
  ["similar outputs without progress are stuck", "let-go stuck", { repetition: SAME }],
  ["similar outputs with progress are work", "continue work", {
    repetition: { ...SAME, progress: ["tree"] },
  }],
  ["a cycle of outputs without progress is stuck", "let-go stuck", {
    repetition: { ...SAME, kind: "cycle", outputs: 6 },
  }],
  [
    "stuck in exploration too, when the task is long complete",
    "let-go stuck",
    { repetition: SAME, completion: ALL_DONE },
    {},
    LATER,
  ],
  ["success comes before stuck", "let-go complete", { repetition: SAME, completion: ALL_DONE }],
  [
    "blocked ends an eternal loop",
    "let-go blocked",
    { tags: { ...NO_TAGS, blocked: "a key" }, completion: ALL_DONE },
    {},
    ETERNAL,
  ],
  [
    "an adapter that is certain ends the loop before its minimums",
    "let-go converged",
    { adapter: adapter({ confidence: 1 }) },
    {},
    { min_iterations: 50, min_hours: 4 },
  ],
  ["an adapter's suggestion alone does not end a task", "continue work", { adapter: adapter({}) }],
  ["an adapter's suggestion and a complete task end it", "let-go complete", {
    adapter: adapter({}),
    completion: ALL_DONE,
  }],
  [
    "an adapter's suggestion does not shorten the minimums",
    "continue explore",
    { adapter: adapter({}), completion: ALL_DONE },
    {},
    LATER,
  ],
  ["an adapter that wants to go on vetoes completion", "continue explore", {
    adapter: adapter({ shouldContinue: true }),
    completion: ALL_DONE,
  }],
  ["an adapter without an opinion vetoes nothing", "let-go complete", {
    adapter: adapter({ shouldContinue: true, confidence: 0 }),
    completion: ALL_DONE,
  }],
  ["no task: an adapter's suggestion ends the loop after the minimums", "let-go converged", {
    adapter: adapter({}),
    completion: NO_ITEMS,
  }, FREE],
  [
    "no task: an adapter's suggestion waits for the minimums",
    "continue explore",
    { adapter: adapter({}), completion: NO_ITEMS },
    FREE,
    LATER,
  ],
  ["no task: idle, and the scanner finds nothing: done", "let-go complete", {
    completion: NO_ITEMS,
    idlePhrase: "nothing to do",
    opportunities: 0,
  }, FREE],
  ["no task: idle, but there is something to explore", "continue explore", {
    completion: NO_ITEMS,
    idlePhrase: "nothing to do",
    opportunities: 3,
  }, FREE],
  ["no task: idle, and the scanner did not run", "continue explore", {
    completion: NO_ITEMS,
    idlePhrase: "nothing to do",
    opportunities: null,
  }, FREE],
  [
    "no task: the promise ends the loop, there is nothing to validate",
    "let-go complete",
    { completion: NO_ITEMS, tags: PROMISED },
    FREE,
    { enable_validation_phase: true },
  ],
  ["no task: a validation that the user asked for comes before the end", "continue validate", {
    completion: NO_ITEMS,
    tags: PROMISED,
  }, { ...FREE, validation: forceValidation(FRESH_VALIDATION, null) }],
  [
    "no task: idle before the minimums does not end the loop",
    "continue explore",
    { completion: NO_ITEMS, idlePhrase: "nothing to do", opportunities: 0 },
    FREE,
    LATER,
  ],
  ["idle with open items explores now", "continue explore", { idlePhrase: "no work available" }],
  ["validation comes before the end", "continue validate", DONE, {}, {
    enable_validation_phase: true,
  }],
  ["a limit is a limit in the validation too", "let-go max-iterations", DONE, {
    iteration: 99,
  }, { enable_validation_phase: true }],
];

testDecisions("judgement", CASES);

const VALIDATING = givenSettings({ enable_validation_phase: true });

Deno.test("judgement: a complete task ends after three validation rounds", () => {
  let record = givenRecord();
  const seen: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const facts = givenFacts({ completion: ALL_DONE, tags: turn === 0 ? NO_TAGS : VALIDATED });
    const outcome = decide(record, facts, VALIDATING);
    seen.push(`${inWords(outcome.decision)} ${outcome.record.validation.round}`);
    record = outcome.record;
  }
  assertEquals(seen, [
    "continue validate 1",
    "continue validate 2",
    "continue validate 3",
    "let-go complete 0",
  ]);
});

Deno.test("judgement: an item that opens again restarts the validation", () => {
  const first = decide(givenRecord(), givenFacts({ completion: ALL_DONE }), VALIDATING);
  const back = decide(first.record, givenFacts({ tags: VALIDATED }), VALIDATING);
  assertEquals([inWords(back.decision), back.record.validation.cycle], ["continue work", 0]);
  const again = decide(back.record, givenFacts({ completion: ALL_DONE }), VALIDATING);
  assertEquals([inWords(again.decision), again.record.validation.round], ["continue validate", 1]);
});

Deno.test("judgement: a forced validation runs although items are open", () => {
  const forced = { ...givenRecord().validation, cycle: 1, round: 2, forced: "round" as const };
  assertEquals(forced.roundBeganMs, null);
  const begun = decide(givenRecord({ validation: forced }), givenFacts(), givenSettings());
  assertEquals([inWords(begun.decision), begun.record.phase], ["continue validate", "validation"]);
  const over = decide(begun.record, givenFacts({ tags: VALIDATED }), givenSettings());
  assertEquals([inWords(over.decision), over.record.validation.forced], ["continue work", null]);
});

Deno.test("judgement: a promise for a task lasts through validation and exploration", () => {
  const task = givenRecord({
    focus: { path: null, method: "task", candidates: [] },
    task: "add dark mode",
  });
  const said = decide(task, givenFacts({ tags: PROMISED, completion: NO_ITEMS }), VALIDATING);
  assertEquals(inWords(said.decision), "continue validate");
  const round = givenFacts({ completion: NO_ITEMS, tags: VALIDATED });
  const second = decide(said.record, round, VALIDATING);
  assertEquals([inWords(second.decision), second.record.validation.round], [
    "continue validate",
    2,
  ]);
});

Deno.test("judgement: without a task a promise counts for one Stop only", () => {
  const settings = givenSettings({ min_iterations: 5 });
  const facts = givenFacts({ tags: PROMISED, completion: NO_ITEMS });
  const early = decide(givenRecord(FREE), facts, settings);
  assertEquals([inWords(early.decision), early.record.promised], ["continue explore", null]);
});

Deno.test("judgement: a change in the project ends the idleness", () => {
  const idle = decide(givenRecord(), givenFacts({ idlePhrase: "nothing to do" }), givenSettings());
  assertEquals(idle.record.idle, { phrase: "nothing to do", iteration: 3, mark: MARK });
  const still = decide(idle.record, givenFacts({ progressSinceIdle: [] }), givenSettings());
  assertEquals([inWords(still.decision), still.record.phase], ["continue explore", "exploration"]);
  const moved = givenFacts({ progressSinceIdle: ["commit"] });
  const back = decide(still.record, moved, givenSettings());
  assertEquals([inWords(back.decision), back.record.idle], ["continue work", null]);
});

Deno.test("judgement: a validation round that found nothing to do is not idle", () => {
  const first = decide(givenRecord(), givenFacts({ completion: ALL_DONE }), VALIDATING);
  const said = givenFacts({ completion: ALL_DONE, idlePhrase: "nothing to do", tags: VALIDATED });
  assertEquals(decide(first.record, said, VALIDATING).record.idle, null);
});

Deno.test("judgement: rejections count only without progress", () => {
  const rejected: Partial<Facts> = {
    checks: ["npm test"],
    completion: ALL_DONE,
    verification: { kind: "rejected", command: "npm test", tail: "1 failed" },
  };
  const record = givenRecord({ verifyRejections: 4, rejected: MARK });
  const stuck = givenFacts({ ...rejected, progressSinceRejection: [] });
  assertEquals(inWords(decide(record, stuck, givenSettings()).decision), "let-go stuck");
  const moved = givenFacts({ ...rejected, progressSinceRejection: ["tree"] });
  const outcome = decide(record, moved, givenSettings());
  assertEquals(inWords(outcome.decision), "continue verification-failed");
  assertEquals([outcome.record.verifyRejections, outcome.record.rejected], [1, MARK]);
  assertEquals(outcome.record.phase, "implementation", "it is work, not exploration");
});

Deno.test("judgement: the agent is warned of a near end", () => {
  const near = (facts: Partial<Facts>, record: Partial<LoopRecord> = {}) =>
    decide(givenRecord(record), givenFacts(facts), givenSettings()).nearEnd;
  assertEquals(near({}), []);
  assertEquals(near({ alikeOutputs: 2 }), []);
  assertStringIncludes(
    near({ alikeOutputs: 3 }).join(),
    "answers repeat each other. Two more like",
  );
  assertEquals(near({}, { verifyRejections: 2 }), []);
  assertStringIncludes(near({}, { verifyRejections: 3 }).join(), "Two more failures of this check");
  assertStringIncludes(near({}, { verifyRejections: 4 }).join(), "One more failure of this check");
});

Deno.test("judgement: a limit runs the checks during a wait too, the wait itself does not", () => {
  const done = { checks: ["npm test"], completion: ALL_DONE };
  const ask = (record: Partial<LoopRecord>, facts: Partial<Facts>) =>
    needOf(givenRecord(record), givenFacts({ ...done, ...facts }), givenSettings()) ===
      "verification";
  assert(ask({ iteration: 99 }, { waitsOn: "a subagent" }), "the limit decides first");
  assert(!ask({}, { waitsOn: "a subagent" }));
  assert(!ask({}, { permissionMode: "plan" }), "nothing is run while the plan waits");
});

Deno.test("judgement: a validation that was not passed is never called all requirements met", () => {
  const findings = [{ round: 1, severity: "critical", text: "data is lost" }];
  const ended = (how: "score" | "plateau") =>
    givenRecord({ validation: { ...FRESH_VALIDATION, ended: how, score: 0.5, findings } });
  const end = (record: LoopRecord) => {
    const { decision } = decide(record, givenFacts({ completion: ALL_DONE }), VALIDATING);
    assert(decision.kind === "let-go");
    return decision;
  };
  const unpassed = end(ended("plateau"));
  assertEquals(unpassed.reason, {
    code: "complete",
    sentence:
      "Task complete (all_checkboxes, confidence=0.90), but its validation was not passed " +
      "(1 finding open)",
    doubt: "its validation was not passed (1 finding open)",
  });
  assertStringIncludes(unpassed.evidence.join(), "still open (critical): data is lost");
  assertStringIncludes(end(ended("score")).reason.sentence, "and all requirements met");
});

Deno.test("judgement: a limit during the validation names its open findings", () => {
  const findings = [{ round: 1, severity: "critical", text: "data is lost" }];
  const validation = { ...FRESH_VALIDATION, cycle: 1, round: 2, roundBeganMs: HOUR_MS, findings };
  const record = givenRecord({ iteration: 99, phase: "validation", validation });
  const { decision } = decide(record, givenFacts({ completion: ALL_DONE }), VALIDATING);
  assert(decision.kind === "let-go");
  assertEquals([decision.reason.code, decision.reason.sentence], [
    "max-iterations",
    "Maximum iterations (99) reached; the task looks complete, but its validation was not finished",
  ]);
  assertStringIncludes(decision.evidence.join(), "still open (critical): data is lost");
});

Deno.test("judgement: a stuck or talking agent's end names the complete task", () => {
  const settings = givenSettings({ min_iterations: 50 });
  for (const facts of [{ repetition: SAME }, { toollessContinuations: 7 }]) {
    const of = (completion: Facts["completion"]) => {
      const { decision } = decide(givenRecord(), givenFacts({ ...facts, completion }), settings);
      assert(decision.kind === "let-go");
      return decision.reason.sentence;
    };
    const task = "; the task itself is complete (all_checkboxes, confidence=0.90)";
    assert(of(ALL_DONE).endsWith(task), of(ALL_DONE));
    assertEquals(of(givenFacts().completion).includes("task itself"), false);
  }
});

Deno.test("judgement: a limit over a complete task says why it is not called complete", () => {
  const at = (verification: Facts["verification"]) => {
    const facts = givenFacts({ checks: ["npm test"], completion: ALL_DONE, verification });
    const { decision } = decide(givenRecord({ iteration: 99 }), facts, givenSettings());
    assert(decision.kind === "let-go");
    return `${decision.reason.code}: ${decision.reason.sentence}`;
  };
  assertEquals(
    at({ kind: "rejected", command: "npm test", tail: "1 failed" }),
    "max-iterations: Maximum iterations (99) reached; the task looks complete, but verification " +
      "`npm test` fails",
  );
  assertStringIncludes(at({ kind: "unknown", why: "late" }), "could not be finished");
});

Deno.test("judgement: a round that a wait kept from the agent is sent first", () => {
  const first = decide(givenRecord(), givenFacts({ completion: ALL_DONE }), VALIDATING);
  const said = givenFacts({ completion: ALL_DONE, tags: VALIDATED, waitsOn: "a subagent" });
  const resting = decide(first.record, said, VALIDATING);
  assertEquals([resting.decision.kind, resting.record.validation.round], ["wait", 2]);
  const woken = givenFacts({ completion: ALL_DONE, tags: VALIDATED });
  const next = decide(resting.record, woken, VALIDATING);
  assertEquals([inWords(next.decision), next.record.validation.round], ["continue validate", 2]);
  assertEquals(decide(next.record, woken, VALIDATING).record.validation.round, 3);
});

Deno.test("judgement: the journal contains a round's findings", () => {
  const first = decide(givenRecord(), givenFacts({ completion: ALL_DONE }), VALIDATING);
  const tags = { ...NO_TAGS, findings: [{ severity: "medium", text: "no retry" }] };
  const { decision } = decide(first.record, givenFacts({ completion: ALL_DONE, tags }), VALIDATING);
  assertStringIncludes(decision.evidence.join(), "finding (medium): no retry");
});

Deno.test("judgement: a validation round without a tool call scores nothing", () => {
  const first = decide(givenRecord(), givenFacts({ completion: ALL_DONE }), VALIDATING);
  const facts = givenFacts({ completion: ALL_DONE, tags: VALIDATED, toollessContinuations: 1 });
  assertEquals(decide(first.record, facts, VALIDATING).record.validation.score, 0);
});

Deno.test("judgement: a validation round counts a tool call in any of its turns", () => {
  const first = decide(givenRecord(), givenFacts({ completion: ALL_DONE }), VALIDATING);
  const looked = decide(first.record, givenFacts({ completion: ALL_DONE }), VALIDATING);
  assertEquals([looked.remarks.round?.how, looked.record.validation.round], ["open", 1]);
  const said = givenFacts({ completion: ALL_DONE, tags: VALIDATED, toollessContinuations: 1 });
  const closed = decide(looked.record, said, VALIDATING);
  assertEquals(closed.remarks.round, null);
  assertEquals(closed.record.validation.closed, [{ round: 1, how: "validated" }]);
  // The next round needs a tool call of its own.
  const next = decide(closed.record, { ...said, toollessContinuations: 2 }, VALIDATING);
  assertEquals(next.remarks.round, { number: 2, how: "talk" });
});

Deno.test("judgement: the scanner runs only where the end depends on it", () => {
  const ask = (facts: Partial<Facts>, record = FREE, settings: Partial<Settings> = {}) =>
    needOf(givenRecord(record), givenFacts(facts), givenSettings(settings)) === "exploration";
  const idle = { completion: NO_ITEMS, idlePhrase: "nothing to do" };
  assert(ask(idle));
  assert(!ask({ completion: NO_ITEMS }), "not idle");
  assert(!ask(idle, {}), "there is a task");
  assert(!ask(idle, FREE, { min_iterations: 50 }), "before the minimums");
  assert(!ask(idle, FREE, { eternal: true }), "an eternal loop never ends on success");
});

Deno.test("judgement: the record keeps the adapter's opinion for status and header", () => {
  const state = WARMING_UP;
  const record = givenRecord({ adapter: state });
  const after = decide(record, givenFacts({ adapter: adapter({}) }), givenSettings()).record;
  assertEquals(after.adapter?.metrics, 6);
  assertStringIncludes(
    renderHeader(after, givenSettings(), ALL_DONE, START),
    "**Adapter alpha-forge** advises to stop (6 metrics): Robustness achieved: WFE=0.55 >= 0.5",
  );
  assertEquals(decide(record, givenFacts(), givenSettings()).record.adapter, state);
});

Deno.test("judgement: an adapter's earlier opinion is no longer shown once it has none", () => {
  const state = { ...WARMING_UP, shouldContinue: false, confidence: 0.5, metrics: 6 };
  const { record } = decide(givenRecord({ adapter: state }), givenFacts(), givenSettings());
  assertEquals([record.adapter?.confidence, record.adapter?.metrics], [0, 6]);
  assertEquals(renderHeader(record, givenSettings(), ALL_DONE, START).includes("**Adapter"), false);
});

Deno.test("remarks: name a round that is still open, or does not count", () => {
  const validation = { ...FRESH_VALIDATION, cycle: 1, round: 2, roundBeganMs: HOUR_MS };
  const remarksOn = (tags: Partial<Facts["tags"]>, changes: Partial<Facts> = {}) =>
    decide(
      givenRecord({ phase: "validation", validation }),
      givenFacts({ completion: ALL_DONE, tags: { ...NO_TAGS, ...tags }, ...changes }),
      VALIDATING,
    ).remarks;
  const unread = [{ tag: "finding", line: "| <finding" }] as const;
  assertEquals(remarksOn({}).round, { number: 2, how: "open" });
  assertEquals(remarksOn({ validated: true }).round, null);
  assertEquals(remarksOn({ validated: true, unread }).round, { number: 2, how: "open" });
  assertEquals(remarksOn({ validated: true, unread }).unread, unread);
  assertEquals(
    remarksOn({ validated: true }, { toollessContinuations: 1 }).round,
    { number: 2, how: "talk" },
  );
  assertEquals(remarksOn({}, { validationTimeoutMs: 0 }).round, { number: 2, how: "overdue" });
});

Deno.test("remarks: outside the validation only tags that end the loop matter", () => {
  const unread = (["finding", "validated", "promise", "blocked"] as const)
    .map((tag) => ({ tag, line: "x" }));
  const tags = { ...NO_TAGS, unread, hasMarker: true };
  const { remarks } = decide(givenRecord(), givenFacts({ tags }), VALIDATING);
  assertEquals(remarks.unread.map(({ tag }) => tag), ["blocked"]);
  assertEquals([remarks.round, remarks.isMarkerInMessage], [null, true]);
});

Deno.test("repeat: the same work is sent in short, each tenth turn in full", () => {
  const at = Date.UTC(2026, 0, 5, 18, 30);
  const last = { kind: "continue", code: "work", sentence: "", at } as const;
  const isRepeat = (record: Partial<LoopRecord>, facts: Partial<Facts> = {}) =>
    decide(givenRecord({ lastDecision: last, ...record }), givenFacts(facts), VALIDATING).isRepeat;
  assertEquals(isRepeat({}), true);
  assertEquals(isRepeat({ iteration: 9 }), false, "the tenth turn");
  assertEquals(isRepeat({ lastDecision: null }), false, "the first");
  assertEquals(isRepeat({ phase: "exploration" }), false, "another phase");
  assertEquals(isRepeat({}, { completion: ALL_DONE }), false, "a round");
  assertEquals(isRepeat({}, { idlePhrase: "nothing to do" }), false, "an idle agent");
});

Deno.test("judgement: eternal ends on nothing but limits, stuck, blocked and the user", () => {
  const opinion = fc.record({
    shouldContinue: fc.boolean(),
    confidence: fc.constantFrom(0, 0.5, 1),
  });
  fc.assert(fc.property(
    fc.constantFrom(ALL_DONE, NO_ITEMS, givenFacts().completion),
    fc.option(opinion, { nil: null }),
    fc.option(fc.constant(SAME), { nil: null }),
    fc.constantFrom(NO_TAGS, PROMISED, VALIDATED),
    fc.constantFrom({}, FREE),
    fc.option(fc.constant("nothing to do"), { nil: null }),
    fc.nat(9),
    (completion, said, repetition, tags, record, idlePhrase, toollessContinuations) => {
      const facts = givenFacts({
        completion,
        adapter: said === null ? null : adapter(said),
        repetition,
        tags,
        idlePhrase,
        opportunities: 0,
        toollessContinuations,
      });
      const { decision } = decide(givenRecord(record), facts, givenSettings({ eternal: true }));
      const end = said?.shouldContinue === false && said.confidence === 1
        ? "converged"
        : repetition !== null
        ? "stuck"
        : toollessContinuations >= facts.blockCap - 1
        ? "no-tools"
        : null;
      assertEquals(decision.kind === "let-go" ? decision.reason.code : null, end);
      assertEquals(decision.kind, end === null ? "continue" : "let-go");
    },
  ));
});

Deno.test("judgement: a validation round that stays open is not explained again, the next one is", () => {
  const validation = { ...FRESH_VALIDATION, cycle: 1, round: 1, roundBeganMs: HOUR_MS };
  const record = givenRecord({
    phase: "validation",
    validation,
    lastDecision: { kind: "continue", code: "validate", sentence: "", at: START },
  });
  const isRepeat = (tags: Facts["tags"]) =>
    decide(record, givenFacts({ completion: ALL_DONE, tags }), VALIDATING).isRepeat;
  assertEquals([isRepeat(NO_TAGS), isRepeat({ ...NO_TAGS, validated: true })], [true, false]);
});
