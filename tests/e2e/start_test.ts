/** The options of `ralph start`, and what a loop begins with. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { hashTree } from "./_tree.ts";
import { begin, continuationOf, makeStage, promptOf, type Stage, STRANGER } from "./_stage.ts";

Deno.test("start: the limits of presets and flags; a maximum given by name lowers a preset's minimum", async () => {
  using stage = await makeStage({ start: null });
  for (
    const [flags, limits] of [
      [[], [4, 9, 50, 99]],
      [["--production"], [4, 9, 50, 99]],
      [["--poc"], [0.083, 0.167, 10, 20]],
      [["--until-done"], [0, 9, 0, 99]],
      [["--max-hours=2"], [2, 2, 50, 99]],
      [["--poc", "--max-iterations=5"], [0.083, 0.167, 5, 5]],
      [["--production", "--max-hours=2"], [2, 2, 50, 99]],
    ] as const
  ) assertEquals(await limitsOf(stage, flags), [...limits], flags.join(" "));
});

async function limitsOf(stage: Stage, flags: readonly string[]): Promise<unknown[]> {
  const shown = await stage.ok(["start", "-f", "PLAN.md", ...flags, "--dry-run", "--json"]);
  return Object.values(JSON.parse(shown).limits).slice(0, 4);
}

Deno.test("start: --dry-run changes no file, and names what a start removes", async () => {
  using stage = await makeStage({ start: null });
  stage.kill();
  const before = await hashTree(stage.root);
  for (
    const args of [["-f", "PLAN.md"], ["add dark mode"], ["--no-focus", "--json"], [
      "--no-focus",
      "--verify",
      "true",
      "--json",
    ]]
  ) {
    const shown = await stage.ok(["start", "--dry-run", ...args]);
    assertMatch(shown, /^DRY RUN |"started": ?false/);
  }
  for (const job of [["start"], ["run", "--agent", "true"]]) {
    const shown = await stage.ok([...job, "PLAN.md", "--dry-run"]);
    assertStringIncludes(shown, `Would remove a left-over kill switch: ${stage.mark("STOP_LOOP")}`);
  }
  assertEquals(await hashTree(stage.root), before);
});

Deno.test("start: the prompt quotes the task unchanged", async () => {
  using stage = await makeStage({ start: null });
  const task = `add "dark mode" & <b>$HOME</b> {{ 7 * 7 }} {% raw %}`;
  await begin(stage, [task, "--until-done"]);
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, `**Task**, as the user gave it:\n\n> ${task}\n`);
  assertStringIncludes(text, "<promise>TASK_COMPLETE</promise>");
  assertEquals(await stage.lastTurn({ message: "<promise>TASK_COMPLETE</promise>" }), "complete");
});

Deno.test("start: --no-focus explores without a file", async () => {
  using stage = await makeStage({ start: ["--no-focus"] });
  const text = promptOf(await stage.turn());
  assertEquals(stage.record()["phase"], "exploration");
  assertStringIncludes(text, "Find the most valuable work");
});

Deno.test("start: with several plans the loop gets all candidates, and a dry run the question", async () => {
  using stage = await makeStage({ start: null });
  Deno.mkdirSync(stage.inHome("plans"));
  for (const name of ["a", "b"]) {
    Deno.writeTextFileSync(
      stage.inHome(`plans/${name}.md`),
      `work in ${stage.project}\n- [ ] ${name}\n`,
    );
  }
  const dry = JSON.parse(await stage.ok(["start", "--dry-run", "--json"]));
  assertEquals(dry.question.options.length, 4);
  await begin(stage, []);
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, "plans/a.md");
  assertStringIncludes(text, "plans/b.md");
});

Deno.test("start: a left-over STOP_LOOP is removed, with a message", async () => {
  using stage = await makeStage({ start: null });
  stage.kill();
  const { messages } = JSON.parse(await begin(stage, ["-f", "PLAN.md", "--json"]));
  assertStringIncludes(messages.join(), "STOP_LOOP");
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("start: a loop that is stopping ends first", async () => {
  using stage = await makeStage();
  await stage.turn();
  const first = stage.record()["id"];
  await stage.ok(["stop"]);
  assertStringIncludes(
    await begin(stage, ["-f", "PLAN.md"]),
    `Ended the loop that was stopping (${first})`,
  );
  assert(stage.record()["id"] !== first);
  assertEquals(
    stage.record()["iteration"],
    0,
    "no counter is inherited",
  );
  assertEquals(stage.lines(stage.inHome("ralph", "history.jsonl")).length, 1);
});

Deno.test("start: output is data on stdout, and JSON has a schema version", async () => {
  using stage = await makeStage({ start: null });
  const ran = await stage.ralph(["start", "-f", "PLAN.md", "--json", "--session", STRANGER]);
  assertEquals([ran.code, ran.stderr], [0, ""]);
  const json = JSON.parse(ran.stdout);
  assertEquals([json.schema_version, json.started, json.session], [1, true, STRANGER]);
  assertEquals(json.loop, stage.record()["id"]);
});

Deno.test("start: --eternal warns that verification commands never run", async () => {
  using stage = await makeStage({ start: null });
  const text = await stage.ok(["start", "-f", "PLAN.md", "--eternal", "--verify", "true"]);
  assertStringIncludes(text, "checks that gate success are never run");
});
