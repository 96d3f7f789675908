/** Idle agents and failing checks, on real files. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeStage, promptOf, SESSION, type Stage } from "./_stage.ts";

async function makeRepository(start?: readonly string[]): Promise<Stage> {
  const stage = await makeStage({ start: null });
  stage.git("init", "-q", "-b", "main");
  stage.put("src/app.txt", "one\n");
  stage.put(".gitignore", "cache/\n");
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "first");
  await stage.ok(["start", ...(start ?? ["-f", "PLAN.md", "--until-done"])], {
    env: { CLAUDE_CODE_SESSION_ID: SESSION },
  });
  return stage;
}

Deno.test("idle: a loop without a task ends when the exploration finds nothing", async () => {
  using stage = await makeStage({ start: null });
  stage.put("README.md", "# Project\n");
  Deno.removeSync(stage.plan);
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "first");
  await stage.ok(["start", "--no-focus", "--until-done"], {
    env: { CLAUDE_CODE_SESSION_ID: SESSION },
  });
  assertEquals(await stage.lastTurn({ message: "There is nothing left to do." }), "complete");
});

Deno.test("idle: a failed exploration does not end the loop", async () => {
  using stage = await makeStage({ start: null });
  stage.put("README.md", "# Project\n");
  Deno.removeSync(stage.plan);
  await stage.ok(["start", "--no-focus", "--until-done"], {
    env: { CLAUDE_CODE_SESSION_ID: SESSION },
  });
  stage.put(".claude/ralph-knowledge.json", "{ broken");
  await stage.turn({ message: "There is nothing left to do." });
  assert(stage.hasLoop());
});

Deno.test("verification: after a compaction the prompt repeats that the checks fail", async () => {
  using stage = await makeRepository(["-f", "PLAN.md", "--until-done", "--verify", "exit 3"]);
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  assertStringIncludes(promptOf(await stage.turn()), "the check that the user asked for fails");
  const again = await stage.raise("SessionStart", { source: "compact" });
  const text = JSON.stringify(again);
  assertStringIncludes(text, "checks have not passed yet");
  assertStringIncludes(text, "exit 3");
  assert(!text.includes("fresh eyes"), "the prompt has no other instruction");
});
