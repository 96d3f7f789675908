import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { UsageError } from "../../../src/error.ts";
import {
  approvalOf,
  newReviewCode,
  readReview,
  readReviewWish,
  withoutEcho,
} from "../../../src/run/review/read_review.ts";

const CRITICAL = '<finding severity="critical">save() loses data (store.ts:41)</finding>';
const LOW = '<finding severity="low">a typo (README.md:1)</finding>';

const CODE = ["1a", "2b"] as const;
const YES = "<validated>1a-2b</validated>";

const ANSWERS: readonly (readonly [string, string, "approved" | "sent back" | "none"])[] = [
  ["the approval alone", YES, "approved"],
  ["words and then the approval", `I ran the tests.\n\n${YES}  \n`, "approved"],
  ["only a low finding", `${LOW}\n${YES}`, "approved"],
  ["a critical finding", `${CRITICAL}\n${YES}`, "sent back"],
  ["a critical finding without the approval", CRITICAL, "sent back"],
  ["a finding without a severity", `<finding>wrong result</finding>\n${YES}`, "sent back"],
  ["praise without a tag", "Looks good to me, approved!", "none"],
  ["a low finding without the approval", LOW, "none"],
  ["nothing", "", "none"],
  ["an approval without the code", "<validated>", "none"],
  ["an approval with another code", "<validated>1a-3c</validated>", "none"],
  ["the parts of the code", "The code of this review is 1a and 2b, joined by a hyphen.", "none"],
  ["a quoted approval", `> ${YES}`, "none"],
  ["an approval in code", `\`${YES}\``, "none"],
  ["the end of a sentence", `I do not write ${YES}`, "none"],
  ["the approval and then a refusal", `${YES}\n\nI do not approve.`, "none"],
];

for (const [name, message, expected] of ANSWERS) {
  Deno.test(`review: ${name} is ${expected}`, () => {
    const review = readReview(message, CODE);
    const actual = review.kind === "none"
      ? "none"
      : review.serious.length > 0
      ? "sent back"
      : "approved";
    assertEquals(actual, expected);
  });
}

Deno.test("review: no text approves that does not know the code", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const review = readReview(`${text}\n<validated>`, newReviewCode());
    assert(review.kind === "none" || review.serious.length > 0);
  }));
});

Deno.test("review: each review has another code, whose approval is in no part of it", () => {
  const [one, two] = [newReviewCode(), newReviewCode()];
  assert(approvalOf(one) !== approvalOf(two));
  assertEquals(one.some((part) => part.includes("-") || part.length < 4), false);
});

Deno.test("review: a finding that a program only shows is not the reviewer's", () => {
  assertEquals(readReview(withoutEcho([CRITICAL, YES], [`+${CRITICAL}`]), CODE).kind, "reviewed");
  assertEquals(withoutEcho([CRITICAL, YES], [`+${CRITICAL}`]), YES);
});

Deno.test("review: lines of a finding that the reviewed work has too hide no finding", () => {
  const finding = ['<finding severity="medium">', "load() drops the last line", "</finding>"];
  const work = `+${finding[0]}\n+${finding[2]}\n`;
  for (const cut of [finding, [finding.join(" ").replace("> ", ">\n")]]) {
    const lines = [...cut, "", YES].flatMap((line) => line.split("\n"));
    const review = readReview(withoutEcho(lines, [work]), CODE);
    assertEquals(review.kind === "reviewed" && review.serious.length, 1);
  }
  const printed = readReview(withoutEcho([...finding, YES], [finding.join("\n")]), CODE);
  assertEquals(printed, { kind: "reviewed", serious: [], minor: [] });
});

Deno.test("review: the option needs an agent, and one to nine rounds", () => {
  for (const value of ["", ":2", "claude:0", "claude:10", "claude:1.5", "claude:-1"]) {
    assertThrows(() => readReviewWish(value), UsageError);
  }
  assertEquals(readReviewWish("claude"), { agent: "claude", rounds: 1 });
  assertEquals(readReviewWish("a b:9"), { agent: "a b", rounds: 9 });
});

Deno.test("review: an example beside a finding hides no finding, whatever is in the same paragraph", () => {
  const code = ["ab12", "cd34"] as const;
  const examples = [
    '<finding severity="critical">save() loses data when the disk is full (store.ts:41)</finding>',
    '<finding severity="low">the option --json is not in the README (README.md:12)</finding>',
  ];
  const real = '<finding severity="medium">load() drops the last line (load.ts:7)</finding>';
  const approval = approvalOf(code);
  for (const example of examples) {
    for (
      const message of [
        `${example}\n${real}\n${approval}`,
        `${real}\n${example}\n${approval}`,
        `\`${example}\`\n${real}\n${approval}`,
        `${examples.join("\n")}\n\`<validated>ab-cd</validated>\`\n${real}\n\n${approval}`,
      ]
    ) {
      const review = readReview(message, code);
      assertEquals(review.kind === "reviewed" && review.serious.length, 1, message);
    }
    const beside = readReview(`${example} ${real}\n${approval}`, code);
    assertEquals(beside.kind === "reviewed" && beside.serious.length, 1);
    // The examples alone report nothing.
    const repeated = readReview(`${example}\n\n${approval}`, code);
    assertEquals(repeated, { kind: "reviewed", serious: [], minor: [] });
  }
});

Deno.test("review: an answer wholly in a code fence sends its finding back, and approves nothing", () => {
  const code = ["ab12", "cd34"] as const;
  const real = '<finding severity="medium">load() drops the last line (load.ts:7)</finding>';
  for (const fence of ["```", "~~~~", "```text"]) {
    const end = fence.replace("text", "");
    const fenced = (text: string) => `\n${fence}\n${text}\n${end}\n`;
    const review = readReview(fenced(`${real}\n${approvalOf(code)}`), code);
    assertEquals(review.kind === "reviewed" && review.serious.length, 1, fence);
    assertEquals(readReview(fenced(approvalOf(code)), code).kind, "none");
    // Code beside other words is what the reviewer shows.
    assertEquals(readReview(`See:\n${fenced(real)}\n${approvalOf(code)}`, code).kind, "none");
  }
});
