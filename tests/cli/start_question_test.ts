/** The question which focus file is meant, asked by `start` at a terminal. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { type RanWith, TestCli } from "./_cli.ts";

/** A project with registered hooks, a plan that discovery finds, and another file. */
async function makeCli(): Promise<{ cli: TestCli; plan: string; other: string }> {
  const cli = new TestCli();
  const plan = join(cli.project, ".claude", "plans", "work.md");
  const other = join(cli.project, "OTHER.md");
  cli.write(plan, "# Plan\n\n- [ ] one\n");
  cli.write(other, "# Other\n\n- [ ] two\n");
  assertEquals((await cli.run(["hooks", "install"])).code, 0);
  return { cli, plan, other };
}

/** Starts a loop, and returns the messages and the focus of the loop. */
async function start(cli: TestCli, words: readonly string[], options: RanWith = {}) {
  const ran = await cli.run([
    "start",
    "--session",
    "0a1b2c3d-0000-4000-8000-000000000001",
    ...words,
  ], options);
  assertEquals(ran.code, 0, ran.stderr);
  const record = Deno.readTextFileSync(join(cli.project, ".claude", "ralph-state.json"));
  return { asked: ran.stderr, focus: JSON.parse(record).focus };
}

Deno.test("start question: three answers, and Enter takes the discovered file", async () => {
  const { cli, plan } = await makeCli();
  using _cli = cli;
  const { asked, focus } = await start(cli, [], { typed: [""] });
  assertStringIncludes(asked, plan);
  assertEquals([focus.path, focus.method], [plan, "local_plan"]);
});

Deno.test("start question: a dry run asks nothing, and says what would be asked", async () => {
  const { cli } = await makeCli();
  using _cli = cli;
  cli.write("DONE.md", "- [x] one\n");
  const typed = { typed: [] };
  const { stdout } = await cli.run(["start", "--dry-run"], typed);
  assertStringIncludes(stdout, "Would ask: Which focus mode");
  const over = await cli.run(["start", "--dry-run", "DONE.md"], typed);
  assertStringIncludes(over.stdout, "Would ask: DONE.md: nothing open, 1 done");
  assertEquals(cli.read(".claude/loop-enabled"), "");
});

Deno.test("start question: another file is asked for, and used", async () => {
  const { cli, other } = await makeCli();
  using _cli = cli;
  const { focus } = await start(cli, [], { typed: ["2", "OTHER.md"] });
  assertEquals([focus.path, focus.method], [other, "explicit"]);
});

Deno.test("start question: no focus is an answer", async () => {
  const { cli } = await makeCli();
  using _cli = cli;
  const { focus } = await start(cli, [], { typed: ["3"] });
  assertEquals([focus.path, focus.method], [null, "no_focus"]);
});

Deno.test("start question: where the input ends at it, nothing is started", async () => {
  const { cli } = await makeCli();
  using _cli = cli;
  for (const typed of [[], ["2"], ["2", ""]]) {
    assertEquals(await cli.refusal(["start"], { typed }), [2, "usage"]);
  }
  assertEquals(cli.read(".claude/loop-enabled"), "");
});

for (const preset of ["--poc", "--production"]) {
  Deno.test(`start question: ${preset} skips no question, --yes does`, async () => {
    const first = await makeCli();
    using _first = first.cli;
    const { focus } = await start(first.cli, [preset], { typed: ["3"] });
    assertEquals(focus.path, null, "the answer counts");
    const second = await makeCli();
    using _second = second.cli;
    const quiet = await start(second.cli, [preset, "--yes"], { typed: ["3"] });
    assert(!quiet.asked.includes("Which focus mode"), quiet.asked);
    assertEquals(quiet.focus.path, second.plan);
  });
}

/** A project with registered hooks and plans beside the code. */
async function makePlans(...names: string[]): Promise<TestCli> {
  const cli = new TestCli();
  for (const name of names) cli.write(join(cli.project, name), "- [ ] one\n- [x] two\n");
  assertEquals((await cli.run(["hooks", "install"])).code, 0);
  return cli;
}

Deno.test("start question: a plan beside the code is found by its open items", async () => {
  using cli = await makePlans("PLAN.md");
  const { asked, focus } = await start(cli, [], { typed: [""] });
  assertStringIncludes(asked, "PLAN.md (plan of this project by its open items)");
  assertEquals([focus.path, focus.method], [join(cli.project, "PLAN.md"), "project_plan"]);
});

Deno.test("start question: of several plans with open items one is asked for, with their counts", async () => {
  using cli = await makePlans("PLAN.md", "docs/TODO.md");
  const { asked, focus } = await start(cli, [], { typed: ["2"] });
  assertStringIncludes(asked, "Use discovered file (1 open item) → ");
  assertEquals(focus.path, join(cli.project, "docs", "TODO.md"));
});

Deno.test("start question: where nobody can be asked, several plans are refused with the -f to paste", async () => {
  using cli = await makePlans("PLAN.md", "docs/TODO.md");
  for (const words of [["--yes"], [], ["--dry-run"]]) {
    const { code, error } = await cli.json([
      "start",
      "--session",
      "0a1b2c3d-0000-4000-8000-000000000001",
      ...words,
    ]);
    assertEquals([code, error.code], [2, "usage"]);
    assertStringIncludes(error.next, "ralph start -f ");
  }
});

Deno.test("start: a target file outside the project is refused where the project's configuration names it", async () => {
  using cli = await makePlans("PLAN.md");
  const outside = join(cli.home, "notes.md");
  cli.write(outside, "- [ ] one\n");
  cli.write(
    join(cli.project, ".claude", "ralph-config.json"),
    JSON.stringify({ target_file: outside }),
  );
  assertEquals(
    await cli.refusal(["start", "--session", "0a1b2c3d-0000-4000-8000-000000000001", "--yes"]),
    [2, "usage"],
  );
  const { focus } = await start(cli, ["--yes", "-f", outside]);
  assertEquals(focus.path, outside);
});
