/** An emptied plan does not complete a loop. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeStage, promptOf } from "./_stage.ts";

const PROMISE = "Done.\n\n<promise>TASK_COMPLETE</promise>";

for (
  const [what, content] of [
    ["emptied", ""],
    ["a file that only says it is done", "---\nstatus: implemented\n---\n\nAll done.\n"],
    ["skipped", "- [-] one\n- [-] two\n"],
    ["put off", "# Plan\n\n## Future work\n\n- [ ] one\n- [ ] two\n"],
  ] as const
) {
  Deno.test(`emptied plan: ${what} in the first turn, with a promise, does not end the loop`, async () => {
    using stage = await makeStage({
      plan: "- [ ] one\n- [ ] two\n",
      start: ["-f", "PLAN.md", "--until-done"],
    });
    Deno.writeTextFileSync(stage.plan, content);
    const text = promptOf(await stage.turn({ message: PROMISE }));
    assertStringIncludes(text, "had 2 items and now has none");
    Deno.writeTextFileSync(stage.plan, "- [x] one\n- [x] two\n");
    assertEquals(await stage.lastTurn(), "complete");
  });
}

Deno.test("emptied plan: the end and status name it", async () => {
  using stage = await makeStage({
    plan: "- [ ] one\n- [ ] two\n",
    start: ["-f", "PLAN.md", "--until-done"],
  });
  Deno.writeTextFileSync(stage.plan, "-[x one\n-[x two\n");
  await stage.turn({ message: "All is done." });
  assertStringIncludes(await stage.ok(["status"]), "now has none");
  for (let turn = 0; stage.hasLoop() && turn < 10; turn++) {
    await stage.turn({ message: "All is done." });
  }
  const { state, what } = await stage.status();
  assertEquals(state, "stuck");
  assertStringIncludes(what, "PLAN.md had 2 items and now has none that is open or ticked.");
  assertStringIncludes(await stage.ok(["status"]), "now has none");
});

Deno.test("emptied plan: a promise completes a file that never had items", async () => {
  using stage = await makeStage({
    plan: "# Task\n\nBuild a door.\n",
    start: ["-f", "PLAN.md", "--until-done"],
  });
  assertEquals(await stage.lastTurn({ message: PROMISE }), "complete");
});
