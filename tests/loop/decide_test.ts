import { assertEquals } from "@std/assert";
import { HOUR_MS } from "../../src/text/time.ts";
import fc from "fast-check";
import type { Facts } from "../../src/loop/facts.ts";
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
  testDecisions,
} from "./_given.ts";

const WAITS = { key: "the second#0", text: "the second", need: "a key" };
const SAME = { kind: "same" as const, outputs: 5, similarity: 1, progress: [] };
const atMax = { iteration: 99 };
const untickedClaim: Facts["completion"] = {
  ...givenFacts().completion,
  claimOverOpenItems: { name: "explicit_marker", confidence: 1, detail: "line 9" },
  contradictions: ["- [ ] the third"],
};
const noFocus: Partial<LoopRecord> = { focus: { path: null, method: "no_focus", candidates: [] } };
const tickedBesideWork = {
  ...ALL_DONE,
  verdict: "incomplete" as const,
  strongest: null,
  claimOverOpenItems: ALL_DONE.strongest,
  remaining: ["Write the exporter"],
  contradictions: ["Write the exporter"],
};
/** The record after the question about such a file. */
function askedAbout(completion: Facts["completion"]): Partial<LoopRecord> {
  const { record } = decide(givenRecord(), givenFacts({ completion }), givenSettings());
  return { completionAsked: record.completionAsked };
}
const rejected: Facts["verification"] = { kind: "rejected", command: "npm test", tail: "1 failed" };

const FAILING = { checks: ["npm test"], completion: ALL_DONE, verification: rejected };

// deno-fmt-ignore
const CASES: DecisionCase[] = [
  ["open items: the work goes on", "continue work"],
  ["all ticked, minimums met: the stop is allowed", "let-go complete", DONE],
  ["all ticked before the minimum of iterations: explore", "continue explore", DONE, {}, { min_iterations: 4 }],
  ["the minimum N means that N continuations have happened", "let-go complete", DONE, {}, { min_iterations: 3 }],
  ["all ticked before the minimum of hours: explore", "continue explore", DONE, {}, { min_hours: 1.01 }],
  ["with eternal, success ends nothing", "continue explore", DONE, {}, ETERNAL],
  ["the kill switch wins over completion", "halt kill-switch", { completion: ALL_DONE, killSwitch: "x" }],
  ["the kill switch wins over waiting", "halt kill-switch", { waitsOn: "a subagent", killSwitch: "x" }],
  ["a deleted marker halts", "halt disabled", { markerPresent: false }],
  ["a queued /ralph:stop halts", "halt stopped-by-user", { isStopQueued: true }],
  ["draining halts", "halt stopped-by-user", { waitsOn: "a subagent" }, { state: "draining" }],
  ["the limit of iterations allows the stop", "let-go max-iterations", {}, atMax],
  ["one below the limit goes on", "continue work", {}, { iteration: 98 }],
  ["the limit of hours allows the stop", "let-go max-runtime", {}, { accumulatedRuntimeMs: 9 * HOUR_MS }],
  ["a limit that is reached with a complete task says complete", "let-go complete", DONE, atMax],
  ["eternal at a limit names the limit even when complete", "let-go max-iterations", DONE, atMax, ETERNAL],
  ["complete at a limit needs the verification", "let-go max-iterations", FAILING, atMax],
  [
    "tokens over the limit allow the stop",
    "let-go max-tokens",
    {},
    { usage: { tokens: 10, costUsd: null } },
    { max_tokens: 10 },
  ],
  ["unknown tokens are not 0 and end nothing", "continue work", {}, {}, { max_tokens: 1 }],
  [
    "cost over the limit allows the stop",
    "let-go max-cost",
    {},
    { usage: { tokens: null, costUsd: 5 } },
    { max_cost_usd: 5 },
  ],
  ["a running subagent: wait", "wait a subagent", { waitsOn: "a subagent" }],
  ["a limit ends also a loop that waits", "let-go max-iterations", { waitsOn: "a subagent" }, atMax],
  [
    "plan mode: wait",
    "wait you: this session is in plan mode. Press Shift+Tab to leave it, then type anything",
    { permissionMode: "plan" },
  ],
  ["blocked in the agreed form", "let-go blocked", { tags: { ...NO_TAGS, blocked: "a key" } }],
  ["blocked on an item, another is independent of it: the work goes on", "continue work", { tags: { ...NO_TAGS, blocked: "a key" }, waiting: { items: [WAITS], next: "the third" } }],
  ["nothing is independent of the item that waits: the loop ends", "let-go blocked", { waiting: { items: [WAITS], next: null } }],
  ["an item that waits does not end a loop that works on others", "continue work", { waiting: { items: [WAITS], next: "the third" } }],
  ["a promise over open items is not complete", "continue work", { tags: PROMISED }],
  [
    "a promise that was not agreed does not count",
    "continue work",
    { tags: { ...NO_TAGS, promise: "DONE" }, completion: NO_ITEMS },
    {},
    { promise: "FERTIG" },
  ],
  [
    "the agreed promise ends the loop",
    "let-go complete",
    { tags: { ...NO_TAGS, promise: "FERTIG" }, completion: NO_ITEMS },
    {},
    { promise: "FERTIG" },
  ],
  ["without a focus file the phase is exploration", "continue explore", { completion: NO_ITEMS }, noFocus],
  [
    "without a focus file the default promise ends the loop",
    "let-go complete",
    { completion: NO_ITEMS, tags: PROMISED },
    noFocus,
  ],
  [
    "without a focus file a promise before the minimums does not end the loop",
    "continue explore",
    { completion: NO_ITEMS, tags: PROMISED },
    noFocus,
    LATER,
  ],
  ["a claim over open items is asked about", "continue confirm-completion", { completion: untickedClaim }],
  [
    "ticked checkboxes beside work without checkboxes are asked about",
    "continue confirm-completion",
    { completion: tickedBesideWork },
  ],
  [
    "ticked checkboxes beside work without checkboxes count the second time",
    "let-go complete",
    { completion: tickedBesideWork },
    askedAbout(tickedBesideWork),
  ],
  ["a claim that is repeated counts", "let-go complete", { completion: untickedClaim }, askedAbout(untickedClaim)],
  [
    "a claim is asked about again where the work that it named has become less",
    "continue confirm-completion",
    { completion: tickedBesideWork },
    askedAbout({ ...tickedBesideWork, contradictions: ["Write the exporter", "Measure"] }),
  ],
  [
    "a claim is asked about again where an item was begun since",
    "continue confirm-completion",
    { completion: untickedClaim },
    askedAbout({ ...untickedClaim, contradictions: ["- [~] the third"] }),
  ],
  [
    "a claim is asked about again where an item was ticked since",
    "continue confirm-completion",
    { completion: untickedClaim },
    askedAbout({ ...untickedClaim, done: untickedClaim.done - 1 }),
  ],
  [
    "another claim over the same items is asked about",
    "continue confirm-completion",
    { completion: untickedClaim },
    askedAbout(
      { ...untickedClaim, claimOverOpenItems: { name: "frontmatter_status", confidence: 0.95, detail: "line 2" } },
    ),
  ],
  [
    "verification passed: the stop is allowed",
    "let-go complete",
    { checks: ["npm test"], completion: ALL_DONE, verification: { kind: "passed" } },
  ],
  ["verification rejected: its output goes back to the agent", "continue verification-failed", FAILING],
  ["four rejections are fed back", "continue verification-failed", FAILING, { verifyRejections: 3 }],
  ["the fifth rejection is stuck", "let-go stuck", FAILING, { verifyRejections: 4 }],
  [
    "verification that could not finish is run by the agent",
    "continue run-verification",
    { checks: ["npm test"], completion: ALL_DONE, verification: { kind: "unknown", why: "time" } },
  ],
  ["half of the block budget changes the instruction", "continue use-a-tool", { toollessContinuations: 4 }],
  [
    "before the last continuation the client would honour: the stop is allowed",
    "let-go no-tools",
    { toollessContinuations: 7 },
  ],
  [
    "an agent that only talks while its build runs is waited for",
    "wait a command in the background",
    { toollessContinuations: 7, shellsSeen: ["b1"] },
  ],
  [
    "an agent that repeats that it waits for its build is waited for too",
    "wait a command in the background",
    {
      toollessContinuations: 4,
      shellsSeen: ["b1"],
      repetition: { kind: "same", outputs: 5, similarity: 1, progress: [] },
    },
  ],
  [
    "an agent that looks at its build again and again is waited for",
    "wait a command in the background",
    { shellsSeen: ["b1"], repetition: SAME },
    { shellsSinceMs: { b1: 0.6 * HOUR_MS } },
  ],
  [
    "an agent that repeats itself beside a dev server is stuck",
    "let-go stuck",
    { shellsSeen: ["b1"], repetition: SAME },
    { shellsSinceMs: { b1: 0.4 * HOUR_MS } },
  ],
  [
    "a shell that is new holds the verdict back, whatever ran before it",
    "wait a command in the background",
    { shellsSeen: ["b1", "b2"], repetition: SAME },
    { shellsSinceMs: { b1: 0 } },
  ],
  [
    "a young shell holds back no other end",
    "let-go complete",
    { shellsSeen: ["b1"], repetition: SAME, completion: ALL_DONE },
  ],
  [
    "what needs a human is not waited for",
    "let-go blocked",
    { toollessContinuations: 7, shellsSeen: ["b1"], tags: { ...NO_TAGS, blocked: "a key" } },
  ],
  ["no cap, no budget", "continue work", { toollessContinuations: 70, blockCap: 0 }],
  ["a cap of 1 still allows the first continuation", "continue work", { blockCap: 1 }],
  ["completion wins over the block budget", "let-go complete", { toollessContinuations: 7, completion: ALL_DONE }],
];

testDecisions("decide", CASES);

Deno.test("decide: exactly max_iterations continuations happen", () => {
  const settings = givenSettings({ max_iterations: 7 });
  let record = givenRecord({ iteration: 0 });
  let continued = 0;
  for (;;) {
    const outcome = decide(record, givenFacts(), settings);
    record = outcome.record;
    if (outcome.decision.kind !== "continue") break;
    continued++;
  }
  assertEquals(continued, 7);
});

Deno.test("decide: an open item ends the exploration", () => {
  const explored = decide(
    givenRecord(),
    givenFacts({ completion: ALL_DONE }),
    givenSettings({ min_iterations: 50 }),
  );
  assertEquals(explored.record.phase, "exploration");
  const back = decide(explored.record, givenFacts(), givenSettings({ min_iterations: 50 }));
  assertEquals(back.record.phase, "implementation");
  assertEquals(inWords(back.decision), "continue work");
});

Deno.test("decide: verification only runs where the decision depends on it", () => {
  const settings = givenSettings({ min_iterations: 5 });
  const done = givenFacts({ checks: ["npm test"], completion: ALL_DONE });
  assertEquals(needOf(givenRecord(), done, settings), null, "minimums not met");
  assertEquals(
    needOf(givenRecord({ iteration: 5 }), givenFacts({ checks: ["npm test"] }), settings),
    null,
  );
  assertEquals(needOf(givenRecord({ iteration: 5 }), done, settings), "verification");
  assertEquals(needOf(givenRecord({ iteration: 99 }), done, settings), "verification");
  const converged = { name: "a", reason: "r", metrics: 1, converged: false };
  const needless: [string, Partial<Facts>, Partial<Settings>?][] = [
    ["the user ends it", { killSwitch: "x" }],
    ["the validation comes first", {}, { enable_validation_phase: true }],
    ["the adapter ends it anyway", {
      adapter: { ...converged, shouldContinue: false, confidence: 1 },
    }],
    ["the adapter objects", { adapter: { ...converged, shouldContinue: true, confidence: 0.5 } }],
    ["an eternal loop never ends on success", {}, ETERNAL],
  ];
  for (const [why, facts, more] of needless) {
    const need = needOf(givenRecord({ iteration: 5 }), { ...done, ...facts }, {
      ...settings,
      ...more,
    });
    assertEquals(need, null, why);
  }
});

Deno.test("decide: an active turn counts into the limit at the same event", () => {
  const record = givenRecord({ accumulatedRuntimeMs: 9 * HOUR_MS - 100_000 });
  const nowMs = record.lastHookAtMs + 200_000;
  const facts = givenFacts({ nowMs, activity: { pointsMs: [nowMs], spans: [] } });
  assertEquals(inWords(decide(record, facts, givenSettings()).decision), "let-go max-runtime");
});

Deno.test("decide: the user's request always wins, whatever the facts", () => {
  const completion = fc.constantFrom(ALL_DONE, NO_ITEMS, untickedClaim, givenFacts().completion);
  fc.assert(fc.property(
    completion,
    fc.option(fc.string(), { nil: null }),
    fc.nat(200),
    fc.nat(20),
    fc.constantFrom<LoopRecord["state"]>("running", "draining"),
    (found, waitsOn, iteration, toollessContinuations, state) => {
      const facts = givenFacts({
        completion: found,
        waitsOn,
        toollessContinuations,
        killSwitch: "STOP_LOOP",
      });
      const { decision } = decide(givenRecord({ iteration, state }), facts, givenSettings());
      assertEquals(inWords(decision), "halt kill-switch");
    },
  ));
});
