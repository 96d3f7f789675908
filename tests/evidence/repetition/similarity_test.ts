import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { similarityFrom } from "../../../src/evidence/repetition/similarity.ts";

const measureSimilarity = (one: string, other: string) => similarityFrom(0, one, other)!;

/** Computed with RapidFuzz 3: `fuzz.ratio` / 100. */
const REFERENCE: readonly (readonly [string, string, number])[] = [
  ["abcd", "abce", 0.75],
  ["a".repeat(100), "a".repeat(99) + "b", 0.99],
  ["a".repeat(100), "a".repeat(99), 0.994975],
  ["", "", 1],
  ["", "x", 0],
  ["OK", "OK.", 0.8],
  ["kitten", "sitting", 0.615385],
  ["Work Item: None", "Work item: none", 0.866667],
  ["naïve café", "naive cafe", 0.8],
  ["👍 done", "👎 done", 0.833333],
  ["abcabcabc", "cbacbacba", 0.555556],
  ["Iteration 41: fixed 3 tests, 2 left", "Iteration 42: fixed 1 tests, 1 left", 0.914286],
];

for (const [one, other, expected] of REFERENCE) {
  Deno.test(`similarity: ${one.slice(0, 20)} / ${other.slice(0, 20)} is RapidFuzz's ${expected}`, () =>
    assertAlmostEquals(measureSimilarity(one, other), expected, 1e-6));
}

/** The definition, cell by cell. */
function naive(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  if (left.length + right.length === 0) return 1;
  let above: number[] = new Array(right.length + 1).fill(0);
  for (const character of left) {
    const row = [0];
    for (const [at, each] of right.entries()) {
      row.push(character === each ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!));
    }
    above = row;
  }
  return 2 * above.at(-1)! / (left.length + right.length);
}

/** Few signs, so that much is common. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "👍", "\n", "é"), maxLength: 130 }),
  fc.string({ unit: "binary", maxLength: 40 }),
);

Deno.test("similarity: it is the longest common subsequence, as defined", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      assertEquals(measureSimilarity(one, other), naive(one, other));
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("similarity: it is symmetric, between 0 and 1, and 1 for equal texts only", () => {
  fc.assert(fc.property(text, text, (one, other) => {
    const similarity = measureSimilarity(one, other);
    assertEquals(similarity, measureSimilarity(other, one));
    assert(similarity >= 0 && similarity <= 1);
    assertEquals(similarity === 1, [...one].join() === [...other].join());
    assertEquals(measureSimilarity(one, one), 1);
  }));
});

Deno.test("similarity: a threshold only leaves out what is below it", () => {
  const threshold = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(text, text, threshold, (one, other, least) => {
      const whole = measureSimilarity(one, other);
      assertEquals(similarityFrom(least, one, other), whole >= least ? whole : null);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("similarity: a threshold that is met exactly is reached", () => {
  const [one, other] = ["a".repeat(100), "a".repeat(90) + "b".repeat(10)];
  assertEquals(similarityFrom(0.9, one, other), 0.9);
  assertEquals(similarityFrom(0.9, one, "a".repeat(89) + "b".repeat(11)), null);
});
