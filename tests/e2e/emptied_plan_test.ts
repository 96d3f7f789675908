/** An emptied plan does not complete a loop. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeStage, promptOf } from "./_stage.ts";

const PROMISE = "Done.\n\n<promise>TASK_COMPLETE</promise>";

Deno.test("emptied plan: a promise in the first turn does not end the loop", async () => {
  using stage = await makeStage({ plan: "- [ ] one\n- [ ] two\n" });
  stage.put("PLAN.md", "---\nstatus: implemented\n---\n\nAll done.\n");
  const text = promptOf(await stage.turn({ message: PROMISE }));
  assertStringIncludes(text, "had 2 items and now has none");
  stage.put("PLAN.md", "- [x] one\n- [x] two\n");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("emptied plan: the end and status name it", async () => {
  using stage = await makeStage({ plan: "- [ ] one\n- [ ] two\n" });
  stage.put("PLAN.md", "-[x one\n-[x two\n");
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
  using stage = await makeStage({ plan: "# Task\n\nBuild a door.\n" });
  assertEquals(await stage.lastTurn({ message: PROMISE }), "complete");
});
