/** Plans as people write them: what looks like an item but is not one is named. */
import { assertStringIncludes } from "@std/assert";
import { exits, makeStage } from "./_stage.ts";

Deno.test("plan forms: start and run name the lines that look like items and are not read", async () => {
  const plan = "- [ ] Read\n\n> - [ ] Export\n> - [ ] Measure\n";
  using stage = await makeStage({ plan, start: null });
  const sentence = `Lines 3 and 4 of ${stage.plan} look like items but are not read`;
  const started = await stage.ok(["start", "-f", "PLAN.md", "--dry-run"]);
  assertStringIncludes(started, `warning         ${sentence}: in a quotation`);
  const dryRun = ["run", "PLAN.md", "--agent", "true", "--dry-run"];
  assertStringIncludes(await stage.ok(dryRun), sentence);
  stage.put("PLAN.md", "- [ ] Read\n\n> - [ ] Export\n");
  assertStringIncludes(
    await stage.ok(["start", "-f", "PLAN.md", "--dry-run"]),
    `Line 3 of ${stage.plan} looks like an item but is not read: in a quotation`,
  );
  stage.put("PLAN.md", `- [ ] Read\n${"- [ ] More\n".repeat(100_000)}`);
  assertStringIncludes(
    await stage.ok(["start", "-f", "PLAN.md", "--dry-run"]),
    `${stage.plan} is not read: The file has more than 100000 items`,
  );
  stage.put("PLAN.md", "```\n- [ ] Read\n```\n");
  const refused = await exits(1, stage.ralph(["run", "PLAN.md", "--dry-run"]));
  assertStringIncludes(refused.stderr, "in a code block");
});
