/** A project's own adapters, templates and tasks, through the binary. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { begin, makeStage, promptOf } from "./_stage.ts";

Deno.test("adapter: an untrusted or changed program is not run", async () => {
  using stage = await makeStage({ start: null });
  const program = join(stage.project, ".claude/ralph-adapters/mine.sh");
  const answer = '{"is_match": true, "entries": [], "should_continue": false, "confidence": 1, ' +
    '"reason": "enough", "evidence": ["asked"]}';
  stage.put(".claude/ralph-adapters/mine.sh", `#!/bin/sh\ncat >/dev/null\necho '${answer}'\n`);
  Deno.chmodSync(program, 0o755);
  const without = await begin(stage, ["-f", "PLAN.md"]);
  assertStringIncludes(without, "Not trusted, so not used: adapter: mine");
  assertEquals(stage.record()["adapter"], null);
  await stage.ok(["stop"]);
  await stage.ok(["stop"]).catch(() => {});
  await begin(stage, ["-f", "PLAN.md", "--trust"]);
  assertEquals(stage.record()["adapter"].name, "mine");
  Deno.writeTextFileSync(program, "\n# changed\n", { append: true });
  const changed = await stage.turn();
  assertStringIncludes(String(changed["systemMessage"]), "Adapter mine has no verdict");
  assertEquals((await stage.turn())["systemMessage"], undefined, "it is said once");
  assert(stage.hasLoop(), "an adapter that fails never ends a loop");
});

Deno.test("templates: a trusted template replaces the built-in one; a broken or changed one does not", async () => {
  using stage = await makeStage({ start: null });
  stage.put(".claude/ralph-templates/work.md", "Do {{ nextItem }} the way we do it here.\n");
  await begin(stage, ["-f", "PLAN.md", "--trust"]);
  assertStringIncludes(promptOf(await stage.turn()), "Do one the way we do it here.");
  stage.put(".claude/ralph-templates/work.md", "{{ nothing.of.the.kind }}");
  const answer = await stage.turn();
  assertStringIncludes(promptOf(answer), "Next open item in");
  assertMatch(String(answer["systemMessage"]), /work\.md/);
  assertEquals((await stage.turn())["systemMessage"], undefined, "it is said once");
});

Deno.test("templates: one that an earlier ralph was told to trust is used again after a turn", async () => {
  using stage = await makeStage({ start: null });
  stage.put(".claude/ralph-templates/work.md", "Do {{ nextItem }} the way we do it here.\n");
  await begin(stage, ["-f", "PLAN.md", "--trust"]);
  // It kept no parsed templates.
  Deno.removeSync(stage.inHome("ralph", "templates"), { recursive: true });
  assertStringIncludes(String((await stage.turn())["systemMessage"]), "before this ralph");
  await stage.rescan();
  assertStringIncludes(promptOf(await stage.turn()), "Do one the way we do it here.");
});

Deno.test("tasks: a trusted task runs, and its failure is in the prompt", async () => {
  using stage = await makeStage({ start: null });
  stage.put(".claude/ralph-config.json", '{"explore_tasks": ["echo two broken; exit 3"]}');
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  await begin(stage, ["-f", "PLAN.md", "--min-iterations", "3", "--min-hours", "0", "--trust"]);
  assertStringIncludes(promptOf(await stage.turn()), "two broken");
});

Deno.test("tasks: a task that takes the marks is no stop of the user's", async () => {
  using stage = await makeStage({ start: null });
  const task = "rm -rf .cl*; sleep 0.5; echo two broken; exit 3";
  stage.put(".claude/ralph-config.json", JSON.stringify({ explore_tasks: [task] }));
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  await begin(stage, ["-f", "PLAN.md", "--min-iterations", "3", "--min-hours", "0", "--trust"]);
  assertStringIncludes(promptOf(await stage.turn()), "two broken");
  assertEquals(stage.hasLoop(), true);
});
