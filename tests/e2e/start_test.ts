/**
 * `ralph start`: its forms, its refusals, and that a start which fails leaves nothing.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { hashTree } from "./_tree.ts";
import {
  begin,
  type CallOptions,
  continuationOf,
  makeStage,
  SESSION,
  type Stage,
  STRANGER,
} from "./_stage.ts";

/** A command that must refuse: its code, its words, and that nothing was changed. */
async function assertRefused(
  stage: Stage,
  args: readonly string[],
  code: number,
  said: RegExp,
  options: CallOptions = {},
): Promise<void> {
  const before = await hashTree(stage.root);
  const ran = await stage.ralph(["start", ...args], options);
  assertEquals(ran.code, code, ran.stdout + ran.stderr);
  assertMatch(ran.stderr, said);
  assertEquals(ran.stdout, "");
  assertEquals(await hashTree(stage.root), before, "a refusal changes nothing");
}

Deno.test("start: options are taken as --opt=value and as --opt value", async () => {
  using stage = await makeStage({ start: null });
  const forms = [
    [
      "--max-hours=2.5",
      "--max-iterations=7",
      "--min-hours=0",
      "--min-iterations=0",
      "--focus=PLAN.md",
    ],
    [
      "--max-hours",
      "2.5",
      "--max-iterations",
      "7",
      "--min-hours",
      "0",
      "--min-iterations",
      "0",
      "-f",
      "PLAN.md",
    ],
  ];
  for (const args of forms) {
    const dry = JSON.parse(await stage.ok(["start", ...args, "--dry-run", "--json"]));
    assertEquals(dry.limits, {
      min_hours: 0,
      max_hours: 2.5,
      min_iterations: 0,
      max_iterations: 7,
    });
    assertEquals(dry.focus.path, stage.plan);
  }
});

Deno.test("start: the limits of presets and flags (seed 002)", async () => {
  using stage = await makeStage({ start: null });
  for (
    const [flags, limits] of [
      [[], [4, 9, 50, 99]],
      [["--production"], [4, 9, 50, 99]],
      [["--poc"], [0.083, 0.167, 10, 20]],
      [["--until-done"], [0, 9, 0, 99]],
      [["--max-hours=2"], [2, 2, 50, 99]],
    ] as const
  ) assertEquals(await limitsOf(stage, flags), [...limits], flags.join(" "));
});

Deno.test("start: a preset's minimum yields to a maximum that was given by name", async () => {
  using stage = await makeStage({ start: null });
  assertEquals(await limitsOf(stage, ["--poc", "--max-iterations=5"]), [0.083, 0.167, 5, 5]);
  assertEquals(await limitsOf(stage, ["--production", "--max-hours=2"]), [2, 2, 50, 99]);
});

async function limitsOf(stage: Stage, flags: readonly string[]): Promise<unknown[]> {
  const shown = await stage.ok(["start", "-f", "PLAN.md", ...flags, "--dry-run", "--json"]);
  return Object.values(JSON.parse(shown).limits);
}

Deno.test("start: no registered hook, no loop (lesson 5)", async () => {
  using stage = await makeStage({ start: null, isInstalled: false });
  await assertRefused(
    stage,
    ["-f", "PLAN.md"],
    1,
    /No hook of ralph is registered[\s\S]*ralph hooks install/,
  );
});

Deno.test("start: hooks that are switched off are no hooks", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeTextFileSync(stage.mark("settings.json"), '{"disableAllHooks": true}');
  await assertRefused(stage, ["-f", "PLAN.md"], 1, /disableAllHooks/);
});

Deno.test({
  name: "start: hooks registered after this session began are not there yet (lesson 31)",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using stage = await makeStage({ start: null });
    const env = { CLAUDE_PID: String(Deno.pid), CLAUDE_CODE_SESSION_ID: SESSION };
    const path = stage.inHome("ralph", "hooks-installed.json");
    const installed = Deno.readTextFileSync(path);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    Deno.writeTextFileSync(path, installed.replace(/"\d{4}-[^"]*Z"/, `"${inAnHour}"`));
    await assertRefused(stage, ["-f", "PLAN.md"], 1, /Restart Claude Code/, { env });
    const longAgo = new Date(Date.now() - 365 * 86_400_000).toISOString();
    Deno.writeTextFileSync(path, installed.replace(/"\d{4}-[^"]*Z"/, `"${longAgo}"`));
    assertEquals((await stage.ralph(["start", "-f", "PLAN.md"], { env })).code, 0);
  },
});

Deno.test({
  name: "start: a session that began right after the registration has the hooks",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using stage = await makeStage({ start: null, isInstalled: false });
    await stage.ok(["hooks", "install"]);
    const client = new Deno.Command("cat", { stdin: "piped", stdout: "null" }).spawn();
    const env = { CLAUDE_PID: String(client.pid), CLAUDE_CODE_SESSION_ID: SESSION };
    const ran = await stage.ralph(["start", "-f", "PLAN.md"], { env });
    await client.stdin.close();
    await client.status;
    assertEquals([ran.code, ran.stderr], [0, ""]);
  },
});

Deno.test("start: a second loop is refused with exit 6, running or paused", async () => {
  using stage = await makeStage();
  await assertRefused(
    stage,
    ["-f", "PLAN.md"],
    6,
    /A loop is running here already[\s\S]*ralph stop/,
  );
  await stage.hook("session", stage.event("SessionEnd"));
  await assertRefused(stage, ["-f", "PLAN.md"], 6, /A loop is paused here already[\s\S]*--resume/);
});

Deno.test("start: nothing to resume is exit 5", async () => {
  using stage = await makeStage({ start: null });
  await assertRefused(stage, ["--resume"], 5, /No loop waits in this project/);
});

Deno.test("start: what cannot be meant is refused with exit 2 and a word that helps", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeFileSync(join(stage.project, "binary.md"), new Uint8Array(500));
  for (
    const [args, said] of [
      [["--poc", "--production"], /exclude each other/],
      [["--eternal", "--until-done"], /exclude each other/],
      [["--promise", "  "], /empty/],
      [["--max-hours", "many"], /--max-hours/],
      [["--max-iterations=0"], /--max-iterations/],
      [["--min-iterations=1.5"], /--min-iterations/],
      [["--max-hours"], /--max-hours/],
      [["--focsu", "PLAN.md"], /--focus/],
      [["-f", "MISSING.md"], /MISSING\.md[\s\S]*no such file/],
      [["-f", "."], /folder/],
      [["-f", ""], /no such file/],
      [["-f", "binary.md"], /not text/],
      [["--min-iterations=20", "--max-iterations=10", "-f", "PLAN.md"], /min_iterations/],
    ] as const
  ) await assertRefused(stage, args, 2, said);
});

Deno.test("start: -f and --no-focus contradict each other", async () => {
  using stage = await makeStage({ start: null });
  await assertRefused(stage, ["-f", "PLAN.md", "--no-focus"], 2, /--no-focus/);
});

Deno.test("start: inside of an agent of ralph run it is refused with exit 2", async () => {
  using stage = await makeStage({ start: null });
  await assertRefused(stage, ["-f", "PLAN.md"], 2, /inside an agent of `ralph run`/, {
    env: { RALPH_INSIDE_RUN: "1" },
  });
});

Deno.test("start: a limit that cannot be measured is refused, never ignored", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeTextFileSync(stage.mark("ralph-config.json"), '{"max_cost_usd": 5}');
  await assertRefused(stage, ["-f", "PLAN.md"], 2, /cost/i);
});

Deno.test("start: a wrong configuration is refused, with file, key and the nearest known key (lesson: limits ignored)", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeTextFileSync(stage.mark("ralph-config.json"), '{"max_iteratons": 5}');
  await assertRefused(
    stage,
    ["-f", "PLAN.md"],
    2,
    /ralph-config\.json[\s\S]*max_iteratons[\s\S]*max_iterations/,
  );
  Deno.writeTextFileSync(stage.mark("ralph-config.json"), "{");
  await assertRefused(stage, ["-f", "PLAN.md"], 2, /ralph-config\.json/);
});

Deno.test("start: the flat limits of the seeds count, and flags beat them", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeTextFileSync(stage.mark("loop-config.json"), '{"max_iterations": 33, "min_hours": 1}');
  const dry = JSON.parse(
    await stage.ok(["start", "-f", "PLAN.md", "--dry-run", "--json", "--min-hours=2"]),
  );
  assertEquals([dry.limits.max_iterations, dry.limits.min_hours], [33, 2]);
});

Deno.test("start: --dry-run changes nothing, in no form", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  const before = await hashTree(stage.root);
  for (
    const args of [["-f", "PLAN.md"], ["add dark mode"], ["--no-focus", "--json"], [
      "--verify",
      "true",
      "--json",
    ]]
  ) {
    const shown = await stage.ok(["start", "--dry-run", ...args]);
    assertMatch(shown, /Would start|"started": ?false/);
  }
  assertEquals(await hashTree(stage.root), before);
});

Deno.test("start: a loop runs with the words of the task, quotes and signs and all", async () => {
  using stage = await makeStage({ start: null });
  const task = `add "dark mode" & <b>$HOME</b> {{ 7 * 7 }} {% raw %}`;
  await begin(stage, [task, "--until-done"]);
  const text = continuationOf(await stage.turn()) ?? "";
  assertStringIncludes(text, `**Task**: ${task}`);
  assertStringIncludes(text, "<promise>TASK_COMPLETE</promise>");
  assertStringIncludes(
    (await stage.turn({ message: "<promise>TASK_COMPLETE</promise>" }))["systemMessage"],
    "Task complete",
  );
});

Deno.test("start: --no-focus works without a file (lesson 6)", async () => {
  using stage = await makeStage({ start: ["--no-focus"] });
  const text = continuationOf(await stage.turn()) ?? "";
  assertMatch(text, /\*\*EXPLORATION\*\*/);
  assertStringIncludes(text, "No focus file");
});

Deno.test("start: an open plan that is found is taken and named; a complete one never silently", async () => {
  using stage = await makeStage({ start: null });
  Deno.mkdirSync(stage.mark("plans"));
  Deno.writeTextFileSync(stage.mark("plans/x.md"), "- [ ] one\n");
  const taken = JSON.parse(await stage.ok(["start", "--dry-run", "--json"]));
  assertEquals([taken.focus.path, taken.focus.method], [stage.mark("plans/x.md"), "local_plan"]);
  assertStringIncludes(taken.messages.join(), "plans/x.md");
  Deno.writeTextFileSync(stage.mark("plans/x.md"), "- [x] one\n");
  const doubtful = JSON.parse(await stage.ok(["start", "--json"]));
  assertEquals(doubtful.focus.path, null);
  assertStringIncludes(doubtful.messages.join(), "complete already");
});

Deno.test("start: a plan in the home that names nothing of this project is not taken", async () => {
  using stage = await makeStage({ start: null });
  Deno.mkdirSync(stage.inHome("plans"));
  Deno.writeTextFileSync(stage.inHome("plans/other.md"), "- [ ] paint the shed\n");
  const started = JSON.parse(await stage.ok(["start", "--json"]));
  assertEquals(started.focus.path, null);
  assertStringIncludes(started.messages.join(), "names this project");
});

Deno.test("start: where the file is ambiguous the loop gets all candidates, and the question is offered", async () => {
  using stage = await makeStage({ start: null });
  Deno.mkdirSync(stage.inHome("plans"));
  for (const name of ["a", "b"]) {
    Deno.writeTextFileSync(
      stage.inHome(`plans/${name}.md`),
      `work in ${stage.project}\n- [ ] ${name}\n`,
    );
  }
  const dry = JSON.parse(await stage.ok(["start", "--dry-run", "--json"]));
  assertEquals(dry.question.question, "Which focus mode for this Ralph session?");
  assertEquals(dry.question.options.length, 4);
  await begin(stage, []);
  const text = continuationOf(await stage.turn()) ?? "";
  assertStringIncludes(text, "plans/a.md");
  assertStringIncludes(text, "plans/b.md");
});

Deno.test("start: a left-over STOP_LOOP is removed and said so", async () => {
  using stage = await makeStage({ start: null });
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  assertStringIncludes(await begin(stage, ["-f", "PLAN.md"]), "Removed a left-over kill switch");
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("start: over a loop that is stopping, that one ends first", async () => {
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
    "no inherited counters (still broken in the predecessor)",
  );
  assertEquals(stage.lines(stage.inHome("ralph", "history.jsonl")).length, 1);
});

Deno.test("start: a start that fails leaves no loop that blocks the next one (lesson 17)", async () => {
  using stage = await makeStage({ start: null });
  Deno.mkdirSync(stage.mark("loop-enabled"));
  Deno.writeTextFileSync(stage.mark("loop-enabled/in-the-way"), "");
  const failed = await stage.ralph(["start", "-f", "PLAN.md", "--session", SESSION]);
  if (failed.code !== 0) {
    assert(failed.stderr !== "");
    assertEquals(await stage.turn(), {}, "what did not start drives nobody");
    Deno.removeSync(stage.mark("loop-enabled"), { recursive: true });
    await begin(stage, ["-f", "PLAN.md"]);
  }
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("start: what was typed as a flag needs no consent", async () => {
  using stage = await makeStage({
    plan: "- [x] one\n",
    start: ["-f", "PLAN.md", "--until-done", "--verify", "test -f PLAN.md"],
  });
  assertStringIncludes((await stage.turn())["systemMessage"], "Task complete");
});

Deno.test("start: an agent that is told the words of a task cannot smuggle options behind --", async () => {
  using stage = await makeStage({ start: null });
  const dry = JSON.parse(
    await stage.ok(["start", "--dry-run", "--json", "--", "--eternal", "-f", "x"]),
  );
  assertEquals(dry.task, "--eternal -f x");
});

Deno.test("start: output is data on stdout, and JSON has a schema version", async () => {
  using stage = await makeStage({ start: null });
  const ran = await stage.ralph(["start", "-f", "PLAN.md", "--json", "--session", STRANGER]);
  assertEquals([ran.code, ran.stderr], [0, ""]);
  const json = JSON.parse(ran.stdout);
  assertEquals([json.schema_version, json.started, json.session], [1, true, STRANGER]);
  assertEquals(json.loop, stage.record()["id"]);
});
