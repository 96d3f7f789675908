/** Stuck, idle and exploring, through the binary on real files. */
import { gitIn } from "../_project.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { makeStage, promptOf, SESSION, type Stage } from "./_stage.ts";

const SAME = "I looked at the failing build once more and could not find the cause.";

async function makeRepository(start?: readonly string[]): Promise<Stage> {
  const stage = await makeStage({ start: null });
  gitIn(stage.project, "init", "-q", "-b", "main");
  stage.put("src/app.txt", "one\n");
  stage.put(".gitignore", "cache/\n");
  gitIn(stage.project, "add", "-A");
  gitIn(stage.project, "commit", "-q", "-m", "first");
  await stage.ok(["start", ...(start ?? ["-f", "PLAN.md", "--until-done"])], {
    env: { CLAUDE_CODE_SESSION_ID: SESSION },
  });
  return stage;
}

/** Repeats one answer until the loop ends, with an action of the test before each turn. */
async function repeat(
  stage: Stage,
  before: (turn: number) => void = () => {},
  most = 8,
): Promise<{ turns: number }> {
  let turns = 0;
  while (stage.hasLoop() && turns < most) {
    turns++;
    before(turns);
    await stage.turn({ message: SAME });
  }
  return { turns };
}

Deno.test("stuck: five similar answers without a change end the loop", async () => {
  using stage = await makeRepository();
  assertEquals((await repeat(stage)).turns, 5);
  assertEquals([stage.stopRecord()?.["code"], stage.stopRecord()?.["type"]], ["stuck", "normal"]);
  assertMatch(JSON.stringify(stage.journal().at(-1)), /at least 100 % alike/);
});

Deno.test("idle: a loop without a task ends when the exploration finds nothing", async () => {
  using stage = await makeStage({ start: null });
  stage.put("README.md", "# Project\n");
  Deno.removeSync(stage.plan);
  gitIn(stage.project, "init", "-q", "-b", "main");
  gitIn(stage.project, "add", "-A");
  gitIn(stage.project, "commit", "-q", "-m", "first");
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

Deno.test("explore: a complete task explores opportunities until its minimum", async () => {
  using stage = await makeRepository(["-f", "PLAN.md", "--until-done", "--min-iterations", "2"]);
  stage.put("PLAN.md", "- [x] one\n");
  stage.put("docs/guide.md", "# Guide\n\nSee [the setup](setup.md).\n");
  gitIn(stage.project, "add", "-A");
  gitIn(stage.project, "commit", "-q", "-m", "docs");
  await stage.rescan();
  const text = promptOf(await stage.turn({ message: "All is ticked." }));
  assertEquals(stage.record()["phase"], "exploration");
  assertStringIncludes(text, "docs/guide.md:3");
  stage.put("docs/setup.md", "# Setup\n");
  await stage.rescan();
  const later = promptOf(await stage.turn({ message: "Fixed the link." }));
  assert(!later.includes("docs/guide.md:3"), "a fixed link is not offered again");
  assertEquals(await stage.lastTurn({ message: "Nothing else." }), "complete");
  assertStringIncludes(await stage.ok(["knowledge"]), "broken-link");
});

Deno.test("verification: after a compaction the prompt repeats that the checks fail", async () => {
  using stage = await makeRepository(["-f", "PLAN.md", "--until-done", "--verify", "exit 3"]);
  stage.put("PLAN.md", "- [x] one\n");
  assertStringIncludes(promptOf(await stage.turn()), "the check that the user asked for fails");
  const again = await stage.hook("session", stage.event("SessionStart", { source: "compact" }));
  const text = JSON.stringify(again);
  assertStringIncludes(text, "checks have not passed yet");
  assertStringIncludes(text, "exit 3");
  assert(!text.includes("fresh eyes"), "the prompt has no other instruction");
});
