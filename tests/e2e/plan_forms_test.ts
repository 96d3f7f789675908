/** Plans as people write them: work without a checkbox is asked about once. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { continuationOf, makeStage, promptOf } from "./_stage.ts";

const START = ["-f", "PLAN.md", "--until-done", "--trust"];

Deno.test("plan forms: a roadmap beside ticked boxes is asked about once, then the loop ends", async () => {
  const plan = "- [x] Read\n\n## Roadmap\n\n- Export to CSV\n";
  using stage = await makeStage({ plan, start: START });
  const asked = promptOf(await stage.turn());
  assertStringIncludes(asked, "this work in it is not an item");
  assertStringIncludes(asked, "- Export to CSV");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("plan forms: a checkbox that the agent adds to such work keeps the loop open", async () => {
  using stage = await makeStage({ plan: "1. [x] Read\n2. Export\n", start: START });
  assertStringIncludes(promptOf(await stage.turn()), "- Export");
  Deno.writeTextFileSync(stage.plan, "1. [x] Read\n2. [ ] Export\n");
  assertStringIncludes(promptOf(await stage.turn()), 'Next open item: "Export"');
  Deno.writeTextFileSync(stage.plan, "1. [x] Read\n2. [x] Export\n");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("plan forms: the prompt for a file without boxes names its next step", async () => {
  const plan = "| Step | Status |\n|---|---|\n| Read | done |\n| Export | todo |\n";
  using stage = await makeStage({ plan, start: START });
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, 'It has no checkboxes. Next step: "Export".');
  Deno.writeTextFileSync(stage.plan, `${plan}\n- [x] Export\n`);
  assert(
    continuationOf(await stage.turn()) !== null,
    "the row still says todo, so it is asked about once",
  );
  assertEquals(continuationOf(await stage.turn()), null);
});

Deno.test("plan forms: start and run name the lines that look like items and are not read", async () => {
  const plan = "- [ ] Read\n\n> - [ ] Export\n> - [ ] Measure\n";
  using stage = await makeStage({ plan, start: null });
  const sentence = `Lines 3 and 4 of ${stage.plan} look like items but are not read`;
  const started = await stage.ok(["start", "-f", "PLAN.md", "--dry-run"]);
  assertStringIncludes(started, `Warning: ${sentence}: they are in a quotation`);
  assertStringIncludes(await stage.ok(["run", "PLAN.md", "--dry-run"]), sentence);
  Deno.writeTextFileSync(stage.plan, "- [ ] Read\n\n> - [ ] Export\n");
  assertStringIncludes(
    await stage.ok(["start", "-f", "PLAN.md", "--dry-run"]),
    `Line 3 of ${stage.plan} looks like an item but is not read: it is in a quotation`,
  );
  Deno.writeTextFileSync(stage.plan, `- [ ] Read\n\n # odd\n${"words\n".repeat(40_000)}`);
  assertStringIncludes(
    await stage.ok(["start", "-f", "PLAN.md", "--dry-run"]),
    `Warning: ${stage.plan} is not read: The section that begins in line 1 is too large`,
  );
  Deno.writeTextFileSync(stage.plan, "```\n- [ ] Read\n```\n");
  const refused = await stage.ralph(["run", "PLAN.md", "--dry-run"]);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "it is in a code block");
});
