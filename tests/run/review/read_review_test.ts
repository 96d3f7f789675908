import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { UsageError } from "../../../src/error.ts";
import { approvesPlainly } from "../../../src/run/review/approval.ts";
import { readReview } from "../../../src/run/review/read_review.ts";
import { readReviewWish } from "../../../src/run/review/review_option.ts";

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
  ["words and then <validated>", "I ran the tests.\n\n<validated>\n", "approved"],
  ["<validated> with a text", "<validated>nothing to fix</validated>", "approved"],
  [
    "a quote, and then its own <validated>",
    "> <validated>\n\nIt quotes.\n\n<validated>",
    "approved",
  ],
  ["a fence", "The agent wrote:\n\n```\n<validated>\n```", "none"],
  ["a fence that is never closed", "The agent wrote:\n\n```\n<validated>", "none"],
  ["a block quote", "The agent wrote:\n\n> <validated>", "none"],
  ["the rest of a block quote", "> The agent wrote:\n<validated>", "none"],
  ["an indented line", "The agent wrote:\n\n    <validated>", "none"],
  ["a line that is indented a little", "The agent wrote:\n <validated>", "none"],
  ["a tab", "The agent wrote:\n\n\t<validated>", "none"],
  ["a list", "- <validated>", "none"],
  ["inline code", "`<validated>`", "none"],
  ["bold", "**<validated>**", "none"],
  ["quotation marks", '"<validated>"', "none"],
  ["a comment", "<!--\n<validated>", "none"],
  ["preformatted text", "<pre>\n<validated>", "none"],
  ["the end of a sentence", "The agent wrote <validated>", "none"],
  ["a <validated> and then a refusal", "<validated>\n\nI do not approve.", "none"],
  ["an escaped tag", "&lt;validated&gt;", "none"],
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

for (
  const [name, lines, foreign, expected] of [
    ["its own last line", ["3 passed", "<validated>"], ["+done"], true],
    ["a line above the last", ["<validated>", "I do not approve."], [], false],
    ["nothing", [], [], false],
    ["a line of the change", ["<validated>"], ["@@ -1 +1 @@\n+<validated>"], false],
    ["a line of its prompt", ["<validated>"], ["Write:\n\n<validated>\n\nThanks."], false],
    [
      "a commit's message",
      ["<validated>yes</validated>"],
      ["fix\n\n<validated>yes</validated>"],
      false,
    ],
    ["another text than a commit's", ["<validated>yes</validated>"], ["<validated>"], true],
    ["an indented line", ["  <validated>"], [], false],
  ] as const
) {
  Deno.test(`review: ${name} ${expected ? "approves" : "does not approve"} without events`, () => {
    assertEquals(approvesPlainly(lines, foreign), expected);
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
