/** Every kind of prompt as a file in `golden/`. */
import { buildContinuation } from "../../src/prompt/continuation.ts";
import { renderTemplate } from "../../src/prompt/interpret.ts";
import { openGolden } from "../_golden.ts";
import { REVIEWS, RUN_KINDS } from "./_given.ts";
import { PROMPT_KINDS } from "./_prompt_kinds.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".md",
  "tests/prompt/golden_test.ts",
);

for (const [name, input] of Object.entries(PROMPT_KINDS)) {
  Deno.test(`golden: ${name} is sent as golden/${name}.md says`, async () => {
    assertGolden(name, await buildContinuation(input));
  });
}

for (const [name, [template, data]] of Object.entries(RUN_KINDS)) {
  Deno.test(`golden: ${name} is sent as golden/${name}.md says`, () => {
    assertGolden(name, renderTemplate(template, data));
  });
}

Deno.test("golden: a reviewer gets golden/run-review.md", () => {
  assertGolden("run-review", renderTemplate("run-review.md", REVIEWS[0]!));
});

Deno.test("golden: every file has its kind", assertNoneLeft);
