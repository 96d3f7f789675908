/** Decisions are explained by judging their journalled facts again. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { decisionFactsOf } from "../../../src/loop/decision_facts.ts";
import type { Facts } from "../../../src/loop/facts.ts";
import { explainDecision } from "../../../src/loop/explain/explain.ts";
import { draftOf, verdictOf } from "../../../src/loop/explain/judge_again.ts";
import { RULES } from "../../../src/loop/rules/rules.ts";
import { findObstacles, findSuccess } from "../../../src/loop/rules/success_rule.ts";
import { FRESH_VALIDATION } from "../../../src/store/records/loop_record.ts";
import {
  type DecisionFacts,
  DecisionFactsSchema,
} from "../../../src/store/records/decision_facts.ts";
import type { LoopRecord } from "../../../src/store/records/loop_record.ts";
import { writeAs } from "../../../src/store/records/shape.ts";
import type { Settings } from "../../../src/store/settings/settings.ts";
import { ALL_DONE, decide, givenFacts, givenRecord, givenSettings, NO_TAGS } from "../_given.ts";

interface Given {
  readonly record: LoopRecord;
  readonly facts: Facts;
  readonly settings: Settings;
}

/** The facts of a decision as the journal gives them back. */
function journalled({ record, facts, settings }: Given): DecisionFacts {
  const { basis } = decide(record, facts, settings);
  const line = JSON.stringify(writeAs(DecisionFactsSchema, decisionFactsOf(basis, null)));
  return DecisionFactsSchema(JSON.parse(line));
}

const SIGNAL = { name: "explicit_marker", confidence: 1, detail: "line 3" } as const;
const OPEN = givenFacts().completion;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** A value in one case of ten, so that it does not decide all cases. */
const rarely = <T>(value: T, usual: T) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, {
    weight: 1,
    arbitrary: fc.constant(value),
  });

const CLAIMED: Facts["completion"] = { ...OPEN, claimOverOpenItems: SIGNAL };
/** What the record keeps of the question about it. */
const { record: { completionAsked: ASKED } } = decide(
  givenRecord(),
  givenFacts({ completion: CLAIMED }),
  givenSettings(),
);
const completion: fc.Arbitrary<Facts["completion"]> = fc.constantFrom(
  OPEN,
  ALL_DONE,
  CLAIMED,
  { ...OPEN, verdict: "unknown" as const, total: 0, done: 0, openItems: [] },
);
const progress = fc.subarray(["commit", "tree", "checklist", "metric"] as const);

const facts: fc.Arbitrary<Facts> = fc.record({
  killSwitch: rarely<string | null>("/app/.claude/STOP_LOOP", null),
  markerPresent: rarely(false, true),
  isStopQueued: rarely(true, false),
  waitsOn: rarely<string | null>("a subagent", null),
  permissionMode: fc.oneof(rarely<string | null>("plan", null), fc.constant("default")),
  shellsSeen: fc.array(fc.constant("shell-1"), { maxLength: 2 }),
  completion,
  tags: fc.record({
    promise: maybe(fc.constantFrom("TASK_COMPLETE", "other")),
    blocked: fc.option(fc.string({ maxLength: 400 }), { nil: null, freq: 2 }),
  }).map((tags) => ({ ...NO_TAGS, ...tags })),
  toollessContinuations: fc.integer({ min: 0, max: 10 }),
  blockCap: fc.constantFrom(0, 8, 10),
  checks: fc.array(fc.constant("make test"), { maxLength: 2 }),
  verification: fc.constantFrom<Facts["verification"]>(
    { kind: "none" },
    { kind: "passed" },
    { kind: "rejected", command: "make test", tail: "1 failed" },
    { kind: "unknown", why: "no time" },
  ),
  repetition: maybe(fc.record({
    kind: fc.constantFrom("same" as const, "cycle" as const),
    outputs: fc.integer({ min: 2, max: 9 }),
    similarity: fc.double({ min: 0.9, max: 1, noNaN: true }),
    progress,
  })),
  alikeOutputs: fc.integer({ min: 1, max: 9 }),
  idlePhrase: maybe(fc.constant("nothing left to do")),
  adapter: maybe(fc.record({
    name: fc.constant("mine"),
    shouldContinue: fc.boolean(),
    confidence: fc.constantFrom(0, 0.3, 0.5, 0.9, 1),
    reason: fc.string({ maxLength: 300 }),
    metrics: fc.nat(9),
    converged: fc.boolean(),
  })),
  opportunities: maybe(fc.nat(3)),
}).map((changes) => givenFacts(changes));

const record: fc.Arbitrary<LoopRecord> = fc.record({
  iteration: fc.integer({ min: 0, max: 12 }),
  accumulatedRuntimeMs: fc.integer({ min: 0, max: 11 * 3600 }),
  phase: fc.constantFrom("implementation" as const, "validation" as const, "exploration" as const),
  state: rarely<LoopRecord["state"]>("draining", "running"),
  usage: fc.record({ tokens: maybe(fc.nat(200)), costUsd: maybe(fc.nat(20)) }),
  verifyRejections: fc.nat(6),
  completionAsked: maybe(fc.constant(ASKED)),
  focus: fc.constantFrom(givenRecord().focus, { path: null, method: "no_focus", candidates: [] }),
  validation: fc.record({
    round: fc.nat(3),
    ended: maybe(fc.constantFrom("score" as const, "exhausted" as const, "plateau" as const)),
    forced: maybe(fc.constantFrom("all" as const, "round" as const)),
    score: maybe(fc.constantFrom(0.5, 0.9)),
  }).map((changes) => ({ ...FRESH_VALIDATION, ...changes })),
}).map((changes) => givenRecord(changes));

const settings: fc.Arbitrary<Settings> = fc.record({
  max_iterations: fc.integer({ min: 1, max: 40 }),
  min_iterations: fc.nat(5),
  max_hours: fc.integer({ min: 1, max: 30 }),
  min_hours: fc.nat(5),
  max_tokens: rarely<number | null>(100, null),
  max_cost_usd: rarely<number | null>(10, null),
  eternal: rarely(true, false),
  enable_validation_phase: fc.boolean(),
  verify_max_rejections: fc.nat(5),
}).map((changes) => givenSettings(changes));

const given = fc.record({ record, facts, settings });

Deno.test("explain: for any facts the rule that it names is the one that decided", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(given, (one) => {
      const { decision, basis } = decide(one.record, one.facts, one.settings);
      const explained = explainDecision(journalled(one));
      assertEquals(explained.verdict, { rule: basis.rule, ...verdictOf(decision) });
      assert(explained.isReproduced);
      assertEquals(
        explained.rules.filter(({ outcome }) => outcome === "decided").map(({ name }) => name),
        basis.rule === null ? [] : [basis.rule],
      );
      seen.add(basis.rule ?? "none");
    }),
    { numRuns: 3_000 },
  );
  assertEquals([...seen].sort(), [...RULES.map(({ name }) => name), "none"].sort());
});

Deno.test("explain: each change that it names gives another result, by the rules themselves", () => {
  fc.assert(
    fc.property(given, (one) => {
      const { verdict, changes } = explainDecision(journalled(one));
      for (const { then } of changes) {
        assert(then.kind !== verdict.kind || then.code !== verdict.code);
      }
      assertEquals(new Set(changes.map(({ what }) => what)).size, changes.length, "one line each");
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("explain: obstacles are named exactly where a loop cannot end on success", () => {
  fc.assert(
    fc.property(given, (one) => {
      const draft = draftOf(journalled(one));
      assertEquals(findSuccess(draft) === null, findObstacles(draft).length > 0);
    }),
    { numRuns: 1_000 },
  );
});

/** The sentences of the changes that lead to one kind of result. */
function changesTo(kind: string, one: Partial<Given>): string[] {
  const facts = journalled({
    record: givenRecord(),
    facts: givenFacts(),
    settings: givenSettings(),
    ...one,
  });
  return explainDecision(facts).changes.filter(({ then }) => then.kind === kind)
    .map(({ what }) => what);
}

Deno.test("explain: a stuck loop would have gone on with one commit since the first similar answer", () => {
  const repetition = { kind: "same", outputs: 5, similarity: 0.97, progress: [] } as const;
  const facts = givenFacts({ repetition, alikeOutputs: 5 });
  assertEquals(changesTo("continue", { record: givenRecord({ iteration: 45 }), facts }), [
    "One commit, changed file, item or metric since the end of iteration 41",
    "One different answer among the last 5",
  ]);
});

Deno.test("explain: where no single change is enough, it names two", () => {
  const facts = givenFacts({
    waitsOn: "a subagent",
    shellsSeen: ["shell-1"],
    toollessContinuations: 7,
  });
  assertEquals(changesTo("continue", { facts }), [
    "A tool call in the last turn, together with: The end of a subagent",
  ]);
});

Deno.test("explain: an old decision that the rules of today would not make is not passed off as theirs", () => {
  const facts = journalled({
    record: givenRecord(),
    facts: givenFacts(),
    settings: givenSettings(),
  });
  assert(!explainDecision({ ...facts, rule: "stuck" }).isReproduced);
});

Deno.test("explain: the active time to the limit is named, whatever its milliseconds are", () => {
  const facts = journalled({
    record: givenRecord(),
    facts: givenFacts(),
    settings: givenSettings(),
  });
  // In floating point, 31 / 3_600_000 * 3_600_000 is more than 31.
  for (const activeMs of [30, 31]) {
    const { changes } = explainDecision({ ...facts, activeMs });
    assert(changes.some(({ what }) => what === "Another 8 h 59 min of active time"));
  }
});
