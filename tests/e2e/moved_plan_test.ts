/** A plan is its items, not its path: moved, archived or removed when done, a session goes on or ends by them. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { begin, makeStage, promptOf, type Stage } from "./_stage.ts";

const OPEN = "# Plan\n\n- [x] one\n- [ ] two\n- [ ] three\n";
const DONE = OPEN.replaceAll("[ ]", "[x]");
const NAME = "openspec/changes/add-auth/tasks.md";
const ARCHIVED = "openspec/changes/archive/2026-11-28-add-auth/tasks.md";

async function makeLoop(name: string, isCommitted = true): Promise<Stage> {
  const stage = await makeStage({ start: null });
  stage.put(name, OPEN);
  if (isCommitted) commit(stage);
  await begin(stage, ["-f", name, "--until-done", "--no-validation", "--trust"]);
  return stage;
}

function commit(stage: Stage): void {
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-qm", "state");
}

function move(stage: Stage, from: string, to: string): void {
  Deno.mkdirSync(`${stage.project}/${to}`.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.renameSync(`${stage.project}/${from}`, `${stage.project}/${to}`);
}

for (const isCommitted of [true, false]) {
  const how = isCommitted ? "committed" : "without a commit";
  Deno.test(`moved plan: archived when it is done, ${how}: the loop ends`, async () => {
    using stage = await makeLoop(NAME, isCommitted);
    stage.put(NAME, DONE);
    if (isCommitted) commit(stage);
    move(stage, NAME, ARCHIVED);
    if (isCommitted) commit(stage);
    assertEquals(await stage.lastTurn(), "complete");
    assertStringIncludes((await stage.status()).what, "All 3 items");
  });

  Deno.test(`moved plan: with open items, ${how}: the prompt names the new path once, and it is followed`, async () => {
    using stage = await makeLoop("PLAN.md", isCommitted);
    move(stage, "PLAN.md", "docs/plans/auth.md");
    const text = promptOf(await stage.turn());
    assertStringIncludes(text, "PLAN.md is now docs/plans/auth.md");
    assertStringIncludes(text, 'docs/plans/auth.md`: "two"');
    assertEquals(promptOf(await stage.turn()).includes("is now"), false);
    stage.put("docs/plans/auth.md", DONE);
    assertEquals(await stage.lastTurn(), "complete");
  });
}

Deno.test("moved plan: an archive with the same file names of other changes is not taken for it", async () => {
  using stage = await makeLoop(NAME);
  stage.put("openspec/changes/archive/2026-01-01-other/tasks.md", "- [x] tables\n- [x] views\n");
  stage.put(NAME, DONE);
  move(stage, NAME, ARCHIVED);
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("removed plan: ticked, committed and removed, it is complete", async () => {
  using stage = await makeLoop("PLAN.md");
  stage.put("PLAN.md", DONE);
  commit(stage);
  stage.git("rm", "-q", "PLAN.md");
  stage.git("commit", "-qm", "remove the plan");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("removed plan: with open items in its last commit, the prompt says how to go on", async () => {
  using stage = await makeLoop("PLAN.md");
  stage.git("rm", "-q", "PLAN.md");
  stage.git("commit", "-qm", "remove the plan");
  const text = promptOf(await stage.turn({ message: "<promise>TASK_COMPLETE</promise>" }));
  assertStringIncludes(text, "PLAN.md is gone");
  assertStringIncludes(text, "2 open items");
  assertStringIncludes(text, "git checkout");
  assertStringIncludes(text, "continue with its open items");
  stage.put("PLAN.md", DONE);
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("removed plan: without git, the ledger knows that nothing was open", async () => {
  using stage = await makeStage({ start: null });
  stage.put("PLAN.md", OPEN);
  await begin(stage, ["-f", "PLAN.md", "--until-done", "--trust"]);
  stage.put("PLAN.md", DONE);
  await stage.turn();
  Deno.removeSync(`${stage.project}/PLAN.md`);
  for (let turn = 0; stage.hasLoop() && turn < 5; turn++) {
    await stage.turn({ message: "<validated>" });
  }
  assertEquals(stage.stopRecord()?.["code"], "complete");
});

Deno.test("removed plan: without git and with open items, the prompt says how to go on", async () => {
  using stage = await makeLoop("PLAN.md", false);
  Deno.removeSync(`${stage.project}/PLAN.md`);
  const text = promptOf(await stage.turn({ message: "<promise>TASK_COMPLETE</promise>" }));
  assertStringIncludes(text, "PLAN.md is gone, and its items are in no other file");
  assertEquals(text.includes("There is no file"), false);
});

Deno.test("moved plan: neither a link nor a file out of the project is followed", async () => {
  using stage = await makeLoop("PLAN.md", false);
  Deno.removeSync(`${stage.project}/PLAN.md`);
  Deno.writeTextFileSync(`${stage.root}/PLAN.md`, DONE);
  Deno.symlinkSync(`${stage.root}/PLAN.md`, `${stage.project}/linked.md`);
  assertStringIncludes(promptOf(await stage.turn()), "PLAN.md is gone");
});

Deno.test("moved plan: renamed and reworded in one turn, it is followed", async () => {
  using stage = await makeStage({ start: null });
  stage.put(
    "PLAN.md",
    "- [ ] Write the parser\n- [ ] Write the printer\n- [ ] Ship it\n- [ ] Tell all\n",
  );
  stage.put("IDEAS.md", "- [ ] Ship it\n- [ ] Something else\n");
  commit(stage);
  await begin(stage, ["-f", "PLAN.md", "--until-done", "--no-validation", "--trust"]);
  Deno.removeSync(`${stage.project}/PLAN.md`);
  const text =
    "- [x] Write the parser (done in 1a2b3c4)\n- [ ] Write the fast printer\n- [ ] Ship it\n";
  stage.put("docs/rest.md", `# What is left\n\nOf the old plan.\n\n${text}- [ ] Announce\n`);
  commit(stage);
  const prompt = promptOf(await stage.turn());
  assertStringIncludes(prompt, "PLAN.md is now docs/rest.md");
  assertStringIncludes(prompt, '"Write the fast printer"');
});

Deno.test("split plan: the part with open items is followed, and the rest is asked about by name", async () => {
  using stage = await makeLoop("PLAN.md", false);
  Deno.removeSync(`${stage.project}/PLAN.md`);
  stage.put("plans/a.md", "- [x] one\n- [ ] two\n");
  stage.put("plans/b.md", "- [ ] three\n");
  assertStringIncludes(promptOf(await stage.turn()), "PLAN.md is now plans/a.md");
  stage.put("plans/a.md", "- [x] one\n- [x] two\n");
  assertStringIncludes(promptOf(await stage.turn()), "- [ ] three");
});
