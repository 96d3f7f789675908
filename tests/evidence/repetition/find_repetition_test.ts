import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  countAlike,
  cutOutput,
  findRepetition,
  isSuspicious,
  outputsToKeep,
} from "../../../src/evidence/repetition/find_repetition.ts";

const RULE = { threshold: 0.9, windowSize: 5 };
const A = "All tests pass, the plan is unchanged.";
const A2 = "All tests pass, the plan is unchanged!";
const B = "I looked at the deployment and waited.";
const C = "Rewrote nothing; reading the docs once more.";
const D = "0123456789 ~~~";

/** Outputs, what is found: kind, how many, index of the first. */
const TABLE: readonly (readonly [string, readonly string[], string | null])[] = [
  ["nothing", [], null],
  ["one output", [A], null],
  ["four the same", [A, A, A, A], null],
  ["five the same", [A, A, A, A, A], "same 5 from 0"],
  ["five alike", [A, A2, A, A2, A], "same 5 from 0"],
  ["five the same after others", [B, C, A, A, A, A, A], "same 5 from 2"],
  ["six the same", [A, A, A, A, A, A], "same 5 from 1"],
  ["five, one of them another", [A, A, B, A, A], null],
  ["five, the first another", [B, A, A, A, A], null],
  ["five, the present another", [A, A, A, A, B], null],
  ["any one of the last alike, as the predecessor had it", [B, C, D, A, A], null],
  ["two rounds of two, which are fewer than the window", [A, B, A2, B], null],
  ["two outputs in turn, as many as the window", [A, B, A2, B, A], "cycle 5 from 0"],
  ["two outputs in turn after others", [C, D, B, A, B, A, B], "cycle 5 from 2"],
  ["one round and a half of two", [A, B, A], null],
  ["two rounds of three", [A, B, C, A, B, C], "cycle 6 from 0"],
  ["five of two rounds of three", [B, C, A, B, C], null],
  ["two rounds of four", [A, B, C, D, A, B, C, D], null],
  ["a cycle that is broken", [A, B, C, B, A], null],
  ["a cycle of three with two alike", [A, A2, B, A, A2, B], null],
  ["four the same are not a cycle", [A, A2, A, A2], null],
  ["empty outputs", ["", "", "", "", ""], null],
  ["blank outputs", [" \n", " \n", " \n", " \n", " \n"], null],
  ["a cycle with an empty one", [A, "", A, "", A], null],
  ["a present one that is empty", [A, A, A, A, ""], null],
];

for (const [name, outputs, expected] of TABLE) {
  Deno.test(`repetition: ${name}: ${expected ?? "none"}`, () => {
    const found = findRepetition(outputs, RULE);
    const said = found && `${found.kind} ${found.outputs} from ${found.first}`;
    assertEquals(said, expected);
  });
}

Deno.test("repetition: the least similarity is given", () => {
  assertEquals(findRepetition([A, A, A, A, A], RULE)?.similarity, 1);
  const similarity = findRepetition([A, A, A2, A, A], RULE)?.similarity ?? 0;
  assert(similarity > 0.97 && similarity < 1);
  assert((findRepetition([A, B, A2, B, A], RULE)?.similarity ?? 1) < 1);
});

Deno.test("repetition: each output is compared with the present output, not with its neighbour", () => {
  // Each differs from the next by 5 %, the first from the last by 20 %.
  const drift = [0, 5, 10, 15, 20].map((count) => "a".repeat(100 - count) + "b".repeat(count));
  assertEquals(findRepetition(drift, RULE), null);
});

Deno.test("repetition: window and threshold are the settings'", () => {
  assertEquals(findRepetition([A, A], { threshold: 0.9, windowSize: 2 })?.outputs, 2);
  assertEquals(findRepetition([A, A2], { threshold: 1, windowSize: 2 }), null);
  assertEquals(findRepetition([A, B], { threshold: 0, windowSize: 2 })?.kind, "same");
  const two = { threshold: 0.9, windowSize: 2 };
  assertEquals(findRepetition([A, B, A], two), null, "a cycle takes two rounds in any case");
  assertEquals(findRepetition([A, B, A, B], two)?.outputs, 4);
  const ten = { threshold: 0.9, windowSize: 10 };
  assertEquals(findRepetition([A, B, C, A, B, C, A, B, C], ten), null);
  assertEquals(findRepetition([A, B, C, A, B, C, A, B, C, A], ten)?.outputs, 10);
  const many = new Array(50).fill(A);
  assertEquals(findRepetition(many, { threshold: 0.9, windowSize: 50 })?.outputs, 50);
  assertEquals(findRepetition(many.slice(1), { threshold: 0.9, windowSize: 50 }), null);
});

Deno.test("repetition: what is kept is enough for every kind", () => {
  assertEquals([2, 5, 6, 7, 50].map(outputsToKeep), [6, 6, 6, 7, 50]);
  const output = fc.constantFrom(A, A2, B, C, "");
  fc.assert(fc.property(fc.array(output, { maxLength: 12 }), fc.integer({ min: 2, max: 8 }), (
    outputs,
    windowSize,
  ) => {
    const rule = { threshold: 0.9, windowSize };
    const kept = findRepetition(outputs.slice(-outputsToKeep(windowSize)), rule);
    const all = findRepetition(outputs, rule);
    assertEquals([kept?.kind, kept?.outputs], [all?.kind, all?.outputs]);
  }));
});

Deno.test("repetition: an output unlike the others ends it", () => {
  const output = fc.constantFrom(A, A2, B, C, "");
  fc.assert(fc.property(fc.array(output, { maxLength: 12 }), (outputs) => {
    assertEquals(findRepetition([...outputs, D], RULE), null);
  }));
});

Deno.test("repetition: every repetition was suspicious before", () => {
  const output = fc.constantFrom(A, A2, B, C, "");
  fc.assert(fc.property(fc.array(output, { maxLength: 12 }), (outputs) => {
    if (findRepetition(outputs, RULE) !== null) assert(isSuspicious(outputs, 0.9));
  }));
});

Deno.test("repetition: an output that resembles one of the last three is suspicious", () => {
  assert(isSuspicious([A, A2], 0.9));
  assert(isSuspicious([A, B, A], 0.9));
  assert(isSuspicious([A, B, C, A], 0.9));
  assert(!isSuspicious([A, B, C, D, A], 0.9));
  assert(!isSuspicious([A, B], 0.9));
  assert(!isSuspicious([A], 0.9));
  assert(!isSuspicious(["", ""], 0.9));
  assert(!isSuspicious([], 0.9));
});

Deno.test("repetition: an output is cut between characters, never inside a character", () => {
  assertEquals(cutOutput("x"), "x");
  assertEquals(cutOutput("x".repeat(5_000)), "x".repeat(1_000));
  assertEquals(cutOutput("👍".repeat(5_000)), "👍".repeat(1_000));
  assertEquals(cutOutput("x" + "👍".repeat(5_000)), "x" + "👍".repeat(999));
});

Deno.test("repetition: similar outputs in a row are counted, up to the window", () => {
  assertEquals(countAlike([], RULE), 1);
  assertEquals(countAlike([B, A], RULE), 1);
  assertEquals(countAlike([A, B, A, A2, A], RULE), 3);
  assertEquals(countAlike([C, A, B, A], RULE), 3, "two outputs in turn");
  assertEquals(countAlike([C, A, B, A, B], RULE), 4);
  assertEquals(countAlike([A, B, C, A, B], RULE), 4, "one more is a repetition");
  assertEquals(countAlike([A, B, C, A, B], RULE, (index) => index > 0), 3, "the first has moved");
  assertEquals(countAlike([A, A, A, A, A, A, A], RULE), 5);
  assertEquals(countAlike(["", ""], RULE), 1);
});
