/** The first lines of a run. */
import { assertStringIncludes } from "@std/assert";
import { TestCli } from "../_cli.ts";

const TICKED = "- [x] a\n- [x] b\n";

/** What a run says of a plan whose items are all ticked. */
const SAID: readonly (readonly [what: string, plan: string, options: string[], said: string])[] = [
  ["no check", TICKED, [], "nothing is verified: the plan has no checks"],
  ["a check of an item", "- [x] a | `true`\n", [], "the ticked items are verified"],
  ["a check of the end", TICKED, ["--verify", "true"], "the ticked items are verified"],
  [
    "a section QA",
    `${TICKED}\n## QA\n\n\`\`\`sh\ntrue\n\`\`\`\n`,
    [],
    "the ticked items are verified",
  ],
];

for (const [what, plan, options, said] of SAID) {
  Deno.test(`run: a ticked plan with ${what} is said to be verified only if it is`, async () => {
    using cli = new TestCli();
    cli.write("PLAN.md", plan);
    const { stdout } = await cli.run(["run", "PLAN.md", "--dry-run", ...options]);
    assertStringIncludes(stdout, `nothing open, ${plan.split("[x]").length - 1} done; ${said}`);
  });
}
