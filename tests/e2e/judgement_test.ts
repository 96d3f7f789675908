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
  assertMatch(JSON.stringify(stage.journal().at(-1)), /similarity at least 1\.00/);
});

Deno.test("stuck: the prompt warns the agent before", async () => {
  using stage = await makeRepository();
  await stage.turn({ message: SAME });
  await stage.turn({ message: SAME });
  assertStringIncludes(
    promptOf(await stage.turn({ message: SAME })),
    "last answers repeat each other",
  );
});

Deno.test("stuck: answers that alternate end the loop at the window too, after the warning", async () => {
  using stage = await makeRepository();
  const answers: string[] = [];
  for (let turn = 0; stage.hasLoop() && turn < 8; turn++) {
    const message = turn % 2 === 0 ? SAME : "I looked at the deployment and waited.";
    answers.push(JSON.stringify(await stage.turn({ message })));
  }
  assertEquals([answers.length, stage.stopRecord()?.["code"]], [5, "stuck"]);
  for (const answer of answers.slice(2, 4)) {
    assertStringIncludes(answer, "last answers repeat each other");
  }
});

Deno.test("tags: a <blocked> that the agent shows of others ends nothing, and its own one does", async () => {
  using stage = await makeRepository();
  const need = "<blocked>the API key</blocked>";
  for (const message of [`\`\`\`\n${need}\n\`\`\``, `> ${need}`, `The log says: "${need}"`]) {
    const answer = await stage.turn({ message: `I read the docs:\n\n${message}` });
    assertStringIncludes(promptOf(answer), "Not read in your last message");
  }
  await stage.turn({ message: `I cannot go on.\n\n${need}` });
  assertEquals(stage.stopRecord()?.["code"], "blocked");
});

for (
  const [name, act] of [
    [
      "a commit",
      (stage: Stage) => gitIn(stage.project, "commit", "-q", "--allow-empty", "-m", "step"),
    ],
    ["a changed file", (stage: Stage) => stage.put("src/app.txt", crypto.randomUUID())],
    ["a new file", (stage: Stage) => stage.put(`src/${crypto.randomUUID()}`, "new\n")],
    ["a ticked item", (stage: Stage) => stage.put("PLAN.md", "- [x] one\n- [ ] two\n")],
  ] as const
) {
  Deno.test(`stuck: ${name} in between is progress`, async () => {
    using stage = await makeRepository();
    const { turns } = await repeat(stage, (turn) => turn === 3 ? act(stage) : undefined);
    assert(turns > 5, `it ended after ${turns}`);
  });
}

for (
  const [name, act] of [
    ["ignored files", (stage: Stage) => stage.put(`cache/${crypto.randomUUID()}`, "x")],
    ["ralph's own files", (stage: Stage) => stage.put(".claude/ralph-state.json.bak", "x")],
  ] as const
) {
  Deno.test(`stuck: ${name} are not progress`, async () => {
    using stage = await makeRepository();
    const { turns } = await repeat(stage, () => act(stage));
    assertEquals([turns, stage.hasLoop()], [5, false]);
  });
}

Deno.test("stuck: writing the same content again is not progress", async () => {
  using stage = await makeRepository();
  const { turns } = await repeat(stage, () => stage.put("src/app.txt", "one\n"));
  assertEquals([turns, stage.hasLoop()], [6, false]);
});

Deno.test("stuck: similar answers end the loop without git too", async () => {
  using stage = await makeStage();
  assertEquals((await repeat(stage)).turns, 5);
  using moving = await makeStage();
  const { turns } = await repeat(moving, (turn) => moving.put("notes.txt", `${turn}`));
  assertEquals(turns, 8);
});

Deno.test("stuck: different reports do not end the loop", async () => {
  using stage = await makeRepository();
  const words = ["parser", "server", "client", "tests", "docs", "build", "cache", "queue"];
  for (const word of words) {
    await stage.turn({ message: `The ${word} is being worked on: ${word.repeat(9)}.` });
  }
  assert(stage.hasLoop());
});

Deno.test("stuck: the settings window_size and similarity_threshold apply", async () => {
  using stage = await makeRepository();
  await stage.ok(["config", "set", "window_size", "3"]);
  assertEquals((await repeat(stage)).turns, 3);
  using strict = await makeRepository();
  await strict.ok(["config", "set", "similarity_threshold", "1"]);
  for (let turn = 0; turn < 7; turn++) await strict.turn({ message: `${SAME} (${turn})` });
  assert(strict.hasLoop());
});

Deno.test("idle: the first sign explores at once, and a change returns to the work", async () => {
  using stage = await makeRepository();
  for (const message of ["Work Item: None", "Looking around."]) {
    await stage.turn({ message });
    assertEquals(stage.record()["phase"], "exploration");
    assert((await stage.status())["loop"].idle !== null);
  }
  stage.put("src/app.txt", "two\n");
  await stage.turn({ message: "Changed it." });
  assertEquals(stage.record()["phase"], "implementation");
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

Deno.test("verification: rejections without progress are stuck, and progress resets their count", async () => {
  using stage = await makeRepository([
    "-f",
    "PLAN.md",
    "--until-done",
    "--verify",
    "echo 'still wrong'; exit 1",
  ]);
  stage.put("PLAN.md", "- [x] one\n");
  await stage.ok(["config", "set", "verify_max_rejections", "2"]);
  const says = (turn: number) => stage.turn({ message: `try ${"abcdefghij"[turn]?.repeat(40)}` });
  await says(0);
  stage.put("src/app.txt", "three\n");
  await says(1);
  assert(stage.hasLoop(), "the change in between counts");
  await says(2);
  assertEquals(stage.stopRecord()?.["code"], "stuck");
});
