/** Every kind of prompt as a file in `golden/`. */
import { buildContinuation } from "../../src/prompt/continuation.ts";
import { openGolden } from "../_golden.ts";
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

Deno.test("golden: every file has its kind", assertNoneLeft);
