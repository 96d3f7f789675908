import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { UsageError } from "../../../src/error.ts";
import { readReview } from "../../../src/runner/review/read_review.ts";
import { readReviewWish } from "../../../src/runner/review/review_option.ts";

const CRITICAL = '<finding severity="critical">save() loses data (store.ts:41)</finding>';
const LOW = '<finding severity="low">a typo (README.md:1)</finding>';

const ANSWERS: readonly (readonly [string, string, "approved" | "sent back" | "none"])[] = [
  ["<validated> alone", "<validated>", "approved"],
  ["only a low finding", `${LOW}\n<validated>`, "approved"],
  ["a critical finding", `${CRITICAL}\n<validated>`, "sent back"],
  ["a critical finding without <validated>", CRITICAL, "sent back"],
  ["a finding without a severity", "<finding>wrong result</finding>\n<validated>", "sent back"],
  ["praise without a tag", "Looks good to me, approved!", "none"],
  ["a low finding without <validated>", LOW, "none"],
  ["a denied <validated>", "<validated>no, not yet</validated>", "none"],
  ["nothing", "", "none"],
];

for (const [name, message, expected] of ANSWERS) {
  Deno.test(`review: ${name} is ${expected}`, () => {
    const review = readReview(message);
    const actual = review.kind === "none"
      ? "none"
      : review.serious.length > 0
      ? "sent back"
      : "approved";
    assertEquals(actual, expected);
  });
}

Deno.test("review: no text without <validated> is an approval", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    fc.pre(!text.includes("validated"));
    const review = readReview(text);
    assert(review.kind === "none" || review.serious.length > 0);
  }));
});

Deno.test("review: the option needs an agent, and one to nine rounds", () => {
  for (const value of ["", ":2", "claude:0", "claude:10", "claude:1.5", "claude:-1"]) {
    assertThrows(() => readReviewWish(value), UsageError);
  }
  assertEquals(readReviewWish("claude"), { agent: "claude", rounds: 1 });
  assertEquals(readReviewWish("a b:9"), { agent: "a b", rounds: 9 });
});
