import { assertEquals } from "@std/assert";
import { HOUR_MS } from "../../src/text/time.ts";
import fc from "fast-check";
import type { Facts } from "../../src/loop/facts.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import type { Settings } from "../../src/store/settings/settings.ts";
import {
  ALL_DONE,
  decide,
  givenFacts,
  givenRecord,
  givenSettings,
  inWords,
  needOf,
  NO_TAGS,
} from "./_given.ts";

interface Case {
  readonly name: string;
  readonly record?: Partial<LoopRecord>;
  readonly facts?: Partial<Facts>;
  readonly settings?: Partial<Settings>;
  readonly expected: string;
}

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
const noItems: Facts["completion"] = {
  ...givenFacts().completion,
  verdict: "incomplete",
  done: 0,
  total: 0,
  openItems: [],
};
const rejected: Facts["verification"] = { kind: "rejected", command: "npm test", tail: "1 failed" };

const CASES: Case[] = [
  { name: "open items: the work goes on", expected: "continue work" },
  {
    name: "all ticked, minimums met: the stop is allowed",
    facts: { completion: ALL_DONE },
    expected: "let-go complete",
  },
  {
    name: "all ticked before the minimum of iterations: explore",
    facts: { completion: ALL_DONE },
    settings: { min_iterations: 4 },
    expected: "continue explore",
  },
  {
    name: "the minimum N means that N continuations have happened",
    facts: { completion: ALL_DONE },
    settings: { min_iterations: 3 },
    expected: "let-go complete",
  },
  {
    name: "all ticked before the minimum of hours: explore",
    facts: { completion: ALL_DONE },
    settings: { min_hours: 1.01 },
    expected: "continue explore",
  },
  {
    name: "eternal never ends on success",
    facts: { completion: ALL_DONE },
    settings: { eternal: true },
    expected: "continue explore",
  },
  {
    name: "the kill switch wins over completion",
    facts: { completion: ALL_DONE, killSwitch: "x" },
    expected: "halt kill-switch",
  },
  {
    name: "the kill switch wins over waiting",
    facts: { waitsOn: "a subagent", killSwitch: "x" },
    expected: "halt kill-switch",
  },
  { name: "a deleted marker halts", facts: { markerPresent: false }, expected: "halt disabled" },
  {
    name: "a queued /ralph:stop halts",
    facts: { isStopQueued: true },
    expected: "halt stopped-by-user",
  },
  {
    name: "draining halts",
    record: { state: "draining" },
    facts: { waitsOn: "a subagent" },
    expected: "halt stopped-by-user",
  },
  {
    name: "the limit of iterations allows the stop",
    record: atMax,
    expected: "let-go max-iterations",
  },
  { name: "one below the limit goes on", record: { iteration: 98 }, expected: "continue work" },
  {
    name: "the limit of hours allows the stop",
    record: { accumulatedRuntimeMs: 9 * HOUR_MS },
    expected: "let-go max-runtime",
  },
  {
    name: "a limit that is reached with a complete task says complete",
    record: atMax,
    facts: { completion: ALL_DONE },
    expected: "let-go complete",
  },
  {
    name: "eternal at a limit names the limit even when complete",
    record: atMax,
    facts: { completion: ALL_DONE },
    settings: { eternal: true },
    expected: "let-go max-iterations",
  },
  {
    name: "complete at a limit needs the verification",
    record: atMax,
    facts: { checks: ["npm test"], completion: ALL_DONE, verification: rejected },
    expected: "let-go max-iterations",
  },
  {
    name: "tokens over the limit allow the stop",
    record: { usage: { tokens: 10, costUsd: null } },
    settings: { max_tokens: 10 },
    expected: "let-go max-tokens",
  },
  {
    name: "unknown tokens are not 0 and end nothing",
    settings: { max_tokens: 1 },
    expected: "continue work",
  },
  {
    name: "cost over the limit allows the stop",
    record: { usage: { tokens: null, costUsd: 5 } },
    settings: { max_cost_usd: 5 },
    expected: "let-go max-cost",
  },
  {
    name: "a running subagent: wait",
    facts: { waitsOn: "a subagent" },
    expected: "wait a subagent",
  },
  {
    name: "a limit ends also a loop that waits",
    record: atMax,
    facts: { waitsOn: "a subagent" },
    expected: "let-go max-iterations",
  },
  {
    name: "plan mode: wait",
    facts: { permissionMode: "plan" },
    expected:
      "wait you: this session is in plan mode. Press Shift+Tab to leave it, then type anything",
  },
  {
    name: "blocked in the agreed form",
    facts: { tags: { ...NO_TAGS, blocked: "a key" } },
    expected: "let-go blocked",
  },
  {
    name: "a promise over open items is not complete",
    facts: { tags: { ...NO_TAGS, promise: "TASK_COMPLETE" } },
    expected: "continue work",
  },
  {
    name: "a promise that was not agreed does not count",
    facts: { tags: { ...NO_TAGS, promise: "DONE" }, completion: noItems },
    settings: { promise: "FERTIG" },
    expected: "continue work",
  },
  {
    name: "the agreed promise ends the loop",
    facts: { tags: { ...NO_TAGS, promise: "FERTIG" }, completion: noItems },
    settings: { promise: "FERTIG" },
    expected: "let-go complete",
  },
  {
    name: "without a focus file the phase is exploration",
    record: noFocus,
    facts: { completion: noItems },
    expected: "continue explore",
  },
  {
    name: "without a focus file the default promise ends the loop",
    record: noFocus,
    facts: { completion: noItems, tags: { ...NO_TAGS, promise: "TASK_COMPLETE" } },
    expected: "let-go complete",
  },
  {
    name: "without a focus file a promise before the minimums does not end the loop",
    record: noFocus,
    facts: { completion: noItems, tags: { ...NO_TAGS, promise: "TASK_COMPLETE" } },
    settings: { min_iterations: 50 },
    expected: "continue explore",
  },
  {
    name: "a claim over open items is asked about",
    facts: { completion: untickedClaim },
    expected: "continue confirm-completion",
  },
  {
    name: "ticked checkboxes beside work without checkboxes are asked about",
    facts: { completion: tickedBesideWork },
    expected: "continue confirm-completion",
  },
  {
    name: "ticked checkboxes beside work without checkboxes count the second time",
    record: askedAbout(tickedBesideWork),
    facts: { completion: tickedBesideWork },
    expected: "let-go complete",
  },
  {
    name: "a claim that is repeated counts",
    record: askedAbout(untickedClaim),
    facts: { completion: untickedClaim },
    expected: "let-go complete",
  },
  {
    name: "a claim is asked about again where the work that it named has become less",
    record: askedAbout({ ...tickedBesideWork, contradictions: ["Write the exporter", "Measure"] }),
    facts: { completion: tickedBesideWork },
    expected: "continue confirm-completion",
  },
  {
    name: "a claim is asked about again where an item was begun since",
    record: askedAbout({ ...untickedClaim, contradictions: ["- [~] the third"] }),
    facts: { completion: untickedClaim },
    expected: "continue confirm-completion",
  },
  {
    name: "a claim is asked about again where an item was ticked since",
    record: askedAbout({ ...untickedClaim, done: untickedClaim.done - 1 }),
    facts: { completion: untickedClaim },
    expected: "continue confirm-completion",
  },
  {
    name: "another claim over the same items is asked about",
    record: askedAbout({
      ...untickedClaim,
      claimOverOpenItems: { name: "frontmatter_status", confidence: 0.95, detail: "line 2" },
    }),
    facts: { completion: untickedClaim },
    expected: "continue confirm-completion",
  },
  {
    name: "verification passed: the stop is allowed",
    facts: { checks: ["npm test"], completion: ALL_DONE, verification: { kind: "passed" } },
    expected: "let-go complete",
  },
  {
    name: "verification rejected: its output goes back to the agent",
    facts: { checks: ["npm test"], completion: ALL_DONE, verification: rejected },
    expected: "continue verification-failed",
  },
  {
    name: "four rejections are fed back",
    record: { verifyRejections: 3 },
    facts: { checks: ["npm test"], completion: ALL_DONE, verification: rejected },
    expected: "continue verification-failed",
  },
  {
    name: "the fifth rejection is stuck",
    record: { verifyRejections: 4 },
    facts: { checks: ["npm test"], completion: ALL_DONE, verification: rejected },
    expected: "let-go stuck",
  },
  {
    name: "verification that could not finish is run by the agent",
    facts: {
      checks: ["npm test"],
      completion: ALL_DONE,
      verification: { kind: "unknown", why: "time" },
    },
    expected: "continue run-verification",
  },
  {
    name: "half of the block budget changes the instruction",
    facts: { toollessContinuations: 4 },
    expected: "continue use-a-tool",
  },
  {
    name: "before the last continuation the client would honour: the stop is allowed",
    facts: { toollessContinuations: 7 },
    expected: "let-go no-tools",
  },
  {
    name: "an agent that only talks while its build runs is waited for",
    facts: { toollessContinuations: 7, shellsSeen: ["b1"] },
    expected: "wait a command in the background",
  },
  {
    name: "an agent that repeats that it waits for its build is waited for too",
    facts: {
      toollessContinuations: 4,
      shellsSeen: ["b1"],
      repetition: { kind: "same", outputs: 5, similarity: 1, progress: [] },
    },
    expected: "wait a command in the background",
  },
  {
    name: "an agent that repeats itself with its tools is stuck, whatever runs in the background",
    facts: {
      shellsSeen: ["b1"],
      repetition: { kind: "same", outputs: 5, similarity: 1, progress: [] },
    },
    expected: "let-go stuck",
  },
  {
    name: "what needs a human is not waited for",
    facts: { toollessContinuations: 7, shellsSeen: ["b1"], tags: { ...NO_TAGS, blocked: "a key" } },
    expected: "let-go blocked",
  },
  {
    name: "no cap, no budget",
    facts: { toollessContinuations: 70, blockCap: 0 },
    expected: "continue work",
  },
  {
    name: "a cap of 1 still allows the first continuation",
    facts: { blockCap: 1 },
    expected: "continue work",
  },
  {
    name: "completion wins over the block budget",
    facts: { toollessContinuations: 7, completion: ALL_DONE },
    expected: "let-go complete",
  },
];

for (const { name, record, facts, settings, expected } of CASES) {
  Deno.test(`decide: ${name}`, () => {
    const outcome = decide(givenRecord(record), givenFacts(facts), givenSettings(settings));
    assertEquals(inWords(outcome.decision), expected);
  });
}

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
  const stopped = givenFacts({ checks: ["npm test"], completion: ALL_DONE, killSwitch: "x" });
  assertEquals(needOf(givenRecord({ iteration: 5 }), stopped, settings), null);
});

Deno.test("decide: an active turn counts into the limit at the same event", () => {
  const record = givenRecord({ accumulatedRuntimeMs: 9 * HOUR_MS - 100_000 });
  const nowMs = record.lastHookAtMs + 200_000;
  const facts = givenFacts({ nowMs, activity: { pointsMs: [nowMs], spans: [] } });
  assertEquals(inWords(decide(record, facts, givenSettings()).decision), "let-go max-runtime");
});

Deno.test("decide: the user's request always wins, whatever the facts", () => {
  const completion = fc.constantFrom(ALL_DONE, noItems, untickedClaim, givenFacts().completion);
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
