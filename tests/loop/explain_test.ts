/** What the journal keeps of a decision is all that the rules read, and says which rule decided. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { standRules } from "../../src/loop/explain.ts";
import type { Facts } from "../../src/loop/facts.ts";
import { applyRules, type Need } from "../../src/loop/rules/rules.ts";
import { findObstacles, findSuccess } from "../../src/loop/rules/success_rule.ts";
import {
  type DecisionInputs,
  DecisionInputsShape,
} from "../../src/store/records/decision_inputs.ts";
import { FRESH_VALIDATION, type LoopRecord } from "../../src/store/records/loop_record.ts";
import { writeAs } from "../../src/store/records/shape.ts";
import type { Settings } from "../../src/store/settings/settings.ts";
import {
  ALL_DONE,
  decide,
  givenFacts,
  givenInputs,
  givenRecord,
  givenSettings,
  inWords,
  NO_TAGS,
} from "./_given.ts";

/** The decision inputs as the journal gives it back. */
function journalled(inputs: DecisionInputs): DecisionInputs {
  return DecisionInputsShape(JSON.parse(JSON.stringify(writeAs(DecisionInputsShape, inputs))));
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

Deno.test("explain: by what the journal gives back, the rules rule as they did", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(given, (one) => {
      const { decision, basis: { inputs, rule } } = decide(one.record, one.facts, one.settings);
      const kept = journalled(inputs);
      const again = applyRules(kept, new Set<Need>(["exploration", "verification"]));
      assertEquals(again.rule, rule);
      if (again.ruling !== null && again.ruling.kind !== "need" && decision.kind !== "wait") {
        assertEquals(inWords(again.ruling), inWords(decision));
      }
      assertEquals(
        standRules(kept, rule).filter(({ outcome }) => outcome === "decided")
          .map(({ name }) => name),
        rule === null ? [] : [rule],
      );
      seen.add(rule ?? "none");
    }),
    { numRuns: 3_000 },
  );
  assert(seen.size > 9, `few rules decided: ${[...seen].join(", ")}`);
});

Deno.test("explain: obstacles are named exactly where a loop cannot end on success", () => {
  fc.assert(
    fc.property(given, (one) => {
      const { basis: { inputs } } = decide(one.record, one.facts, one.settings);
      assertEquals(findSuccess(inputs) === null, findObstacles(inputs).length > 0);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("explain: the journal keeps the beginning of texts that others wrote", () => {
  const long = "x".repeat(4_000);
  const { facts: { tags, verification } } = journalled(givenInputs({
    facts: {
      tags: {
        ...NO_TAGS,
        blocked: long,
        findings: Array.from({ length: 50 }, () => ({ severity: "low", text: long })),
      },
      verification: { kind: "rejected", command: "make", tail: long },
    },
  }));
  const texts = [tags.blocked, tags.findings[0]?.text, "tail" in verification && verification.tail];
  for (const text of texts) assert(typeof text === "string" && text.length < 200, `${text}`);
  assertEquals(tags.findings.length, 20);
});
