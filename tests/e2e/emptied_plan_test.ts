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
  assertStringIncludes(
    what,
    "PLAN.md had 2 items and now has none that is open or ticked; 2 removed unfinished: ",
  );
  assertStringIncludes(await stage.ok(["status"]), "now has none");
});

Deno.test("emptied plan: a promise completes a file that never had items", async () => {
  using stage = await makeStage({ plan: "# Task\n\nBuild a door.\n" });
  assertEquals(await stage.lastTurn({ message: PROMISE }), "complete");
});

const FOUR = "- [x] one\n- [ ] two\n- [ ] three\n- [ ] four\n";
const SHORT = ["-f", "PLAN.md", "--until-done", "--no-validation", "--trust"];

Deno.test("removed items: are asked about once, by name, and named at the end", async () => {
  using stage = await makeStage({ plan: FOUR, start: SHORT });
  stage.put("PLAN.md", "- [x] one\n");
  const text = promptOf(await stage.turn());
  for (const item of ["- [ ] two", "- [ ] three", "- [ ] four"]) assertStringIncludes(text, item);
  assertEquals(await stage.lastTurn(), "complete", "the same plan again is the answer");
  const { what } = await stage.status();
  assertStringIncludes(
    what,
    '1 of 4 items of PLAN.md is ticked; 3 removed unfinished: "two", "three", "four"',
  );
});

Deno.test("removed items: put back as skipped, they are no longer asked about", async () => {
  using stage = await makeStage({ plan: FOUR, start: SHORT });
  stage.put("PLAN.md", "- [x] one\n");
  await stage.turn();
  stage.put("PLAN.md", FOUR.replaceAll("[ ]", "[SKIP]"));
  assertEquals(await stage.lastTurn(), "complete");
  const { what } = await stage.status();
  assertStringIncludes(what, "3 skipped");
  assertEquals(what.includes("removed"), false);
});

Deno.test("removed items: a marker or a promise does not answer for them", async () => {
  using stage = await makeStage({ plan: FOUR, start: SHORT });
  stage.put("PLAN.md", "---\nstatus: done\n---\n- [x] TASK_COMPLETE\n");
  assertStringIncludes(promptOf(await stage.turn({ message: PROMISE })), "- [ ] two");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("removed items: explain does not count them as ticked", async () => {
  using stage = await makeStage({ plan: FOUR, start: SHORT });
  await stage.turn();
  stage.put("PLAN.md", "- [x] one\n- [ ] two\n");
  await stage.turn();
  const text = await stage.ok(["explain"]);
  assertEquals(/ticked items/.test(text), false, text);
});

Deno.test("removed items: a record of an earlier version begins its ledger at the next Stop", async () => {
  using stage = await makeStage({ plan: FOUR, start: SHORT });
  const file = `${stage.project}/.claude/ralph-state.json`;
  const record = JSON.parse(Deno.readTextFileSync(file));
  assertEquals(record.plan_seen.ledger.open, ["two", "three", "four"]);
  delete record.plan_seen.ledger;
  Deno.writeTextFileSync(file, JSON.stringify(record));
  stage.put("PLAN.md", "- [x] one\n- [ ] two\n");
  await stage.turn();
  stage.put("PLAN.md", "- [x] one\n");
  assertStringIncludes(promptOf(await stage.turn()), "- [ ] two");
});
