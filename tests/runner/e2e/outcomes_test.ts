import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { agentFile, eventsOf, read, runPlan, runStage } from "./_run_stage.ts";

Deno.test("run: all items done ends with 0, complete, and removes its marks", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-tick");
  assertEquals(ran.code, 0, ran.stderr);
  assertStringIncludes(ran.stdout, "3 of 3 done");
  assertStringIncludes(read(stage, ".ralph-result"), "- **Completed:** 3");
  assertStringIncludes(read(stage, ".ralph-result"), "**Reason:** complete");
  assertEquals(stage.hasLoop(), false);
  assertEquals([stage.stopRecord()?.["code"], stage.stopRecord()?.["decision"]], [
    "complete",
    "stop",
  ]);
  const [last] = stage.lines(stage.inHome("ralph", "history.jsonl"));
  assertEquals([last?.["driver"], last?.["iterations"]], ["runner", 3]);
  assertEquals(stage.journal().map(({ kind }) => kind), [
    "start",
    ...["agent", "iteration", "agent", "iteration", "agent", "iteration"],
    "let-go",
  ]);
  const { agent } = stage.journal()[2] ?? {};
  assertEquals(agent.items, { done: 1, total: 3, skipped: 0 });
  assertEquals([agent.iteration, agent.ended_by, agent.has_progress, agent.tokens], [
    ...[1, "exit", true],
    null,
  ]);
});

Deno.test("run: nothing done ends with 1 and says so", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-nothing", ["--max-iterations", "1"]);
  assertEquals(ran.code, 1);
  const result = read(stage, ".ralph-result");
  assertStringIncludes(result, "**Completed:** 0");
  assertStringIncludes(result, "max-iterations");
  assertStringIncludes(result, "- [ ] one\n- [ ] two\n- [ ] three");
});

Deno.test("history: an ended run has its items, like a loop in a session", async () => {
  using stage = await runStage();
  await runPlan(stage, "job-tick", ["--max-iterations", "2"]);
  const { loops } = JSON.parse(await stage.ok(["history", "--json"]));
  const why = "Maximum iterations (2) reached. 2 of 3 items of PLAN.md done";
  assertEquals([loops[0].items, loops[0].what], [{ done: 2, total: 3 }, why]);
  const { state, what } = JSON.parse(await stage.ok(["status", "--json"]));
  assertEquals([state, what.startsWith(`${why}. 2 agents, `)], ["limit", true], what);
  assertStringIncludes(await stage.ok(["history"]), "ralph run PLAN.md · 2 of 3 items · 2 agents");
});

Deno.test("run: a limit after progress ends with 3", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-tick", ["--max-iterations", "2"]);
  assertEquals(ran.code, 3, ran.stderr);
  assertStringIncludes(read(stage, ".ralph-result"), "Maximum iterations (2) reached");
});

Deno.test("run: an agent that is blocked ends it with 4 and what it needs", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-blocked");
  assertEquals(ran.code, 4);
  assertStringIncludes(read(stage, ".ralph-result"), "the password of the staging server");
});

Deno.test("run: a missing agent gives 127, with a hint and a result", async () => {
  using stage = await runStage();
  const ran = await stage.ralph(["run", "PLAN.md", "--agent", "no-such-agent"]);
  assertEquals(ran.code, 127);
  assertStringIncludes(ran.stderr, "--agent 'COMMAND'");
  assertStringIncludes(read(stage, ".ralph-result"), "exit 127");
  assertEquals(stage.hasLoop(), false);
});

Deno.test("run: an agent that is not executable gives 126", async () => {
  using stage = await runStage();
  const path = join(stage.project, "agent.txt");
  Deno.writeTextFileSync(path, "#!/bin/sh\n", { mode: 0o644 });
  assertEquals((await stage.ralph(["run", "PLAN.md", "--agent", path])).code, 126);
});

Deno.test("run: inside an agent of a run it is refused with 2", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-tick", [], { RALPH_INSIDE_RUN: "x" });
  assertEquals(ran.code, 2);
  assertStringIncludes(ran.stderr, "another run");
});

Deno.test("run: a finished plan is only verified, without an agent", async () => {
  using stage = await runStage("- [x] one | `test -e built`\n");
  Deno.writeTextFileSync(join(stage.project, "built"), "");
  const ran = await stage.ralph(["run", "PLAN.md", "--trust"], { env: { PATH: "/usr/bin:/bin" } });
  assertEquals(ran.code, 0, ran.stderr);
});

Deno.test("run: skipping every item does not complete the plan", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-skip");
  assertEquals(ran.code, 0);
  assertStringIncludes(read(stage, ".ralph-result"), "all 3 items of the plan are skipped");
});

Deno.test("run: JSON lines contain every event, each with its version", async () => {
  using stage = await runStage("- [ ] one\n");
  const ran = await runPlan(stage, "job-events", ["--json"]);
  const events = eventsOf(ran);
  assert(events.every((event) => event["schema_version"] === 1 && event["at"]));
  const kinds = events.map(({ event }) => event);
  assertEquals([kinds.at(0), kinds.at(-1)], ["run-started", "run-ended"]);
  const tool = events.find(({ event, text }) => event === "output" && /make test/.test(text));
  assertEquals(tool?.["text"], "→ Bash: make test");
  const end = events.at(-1)!;
  assertEquals([end["code"], end["exit_code"], end["tokens"], end["cost_usd"]], [
    "complete",
    0,
    1000,
    0.25,
  ]);
});

Deno.test("run: a dry run shows plan, agent and commands, and changes nothing", async () => {
  using stage = await runStage("- [ ] one | `make check`\n");
  const before = [...Deno.readDirSync(stage.project)].length;
  const ran = await runPlan(stage, "job-tick", ["--dry-run", "--verify", "true"]);
  assertEquals(ran.code, 0);
  assertMatch(ran.stdout, /First item: one\n/);
  assertStringIncludes(ran.stdout, agentFile("job-tick"));
  assertStringIncludes(
    ran.stdout,
    "Would ask to trust the check of the plan: make check",
  );
  const asJson = JSON.parse((await runPlan(stage, "job-tick", ["--dry-run", "--json"])).stdout);
  assertEquals([asJson.started, asJson.first_item], [false, "one"]);
  assertEquals([...Deno.readDirSync(stage.project)].length, before);
  assertEquals(read(stage, "PLAN.md"), "- [ ] one | `make check`\n");
});

Deno.test("run: the prompt contains item, plan and the user's text, and is written to a file", async () => {
  using stage = await runStage(
    "# Plan\n\n### Task 1: Walls\n\n- Create: `src/walls.ts`\n\n## Checklist\n\n- [ ] Build the walls\n",
  );
  Deno.writeTextFileSync(join(stage.project, "extra.txt"), "Use oak only.");
  const ran = await runPlan(stage, "job-prompt", ["--prompt", "extra.txt"], { CLAUDECODE: "1" });
  assertEquals(ran.code, 0, ran.stderr);
  const prompt = read(stage, "prompt.txt");
  assertStringIncludes(prompt, "- [ ] Build the walls");
  assertStringIncludes(prompt, "Task 1: Walls, which touches src/walls.ts");
  assertStringIncludes(prompt, "Use oak only.");
  assertStringIncludes(prompt, join(stage.project, "PLAN.md"));
  assertEquals(read(stage, "prompt-file.txt"), prompt);
  const [inside, session] = read(stage, "environment.txt").split("\n");
  assertEquals([inside !== "none", session], [true, "no session"]);
});

Deno.test("run: a prompt too long for an argument is named by its file", async () => {
  using stage = await runStage("- [ ] one\n");
  Deno.writeTextFileSync(join(stage.project, "extra.txt"), "word ".repeat(40_000));
  const ran = await runPlan(stage, "job-prompt", ["--prompt", "extra.txt"]);
  assertEquals(ran.code, 0, ran.stderr);
  assert(read(stage, "prompt.txt").length < 500);
  assert(read(stage, "prompt-file.txt").length > 200_000);
});

Deno.test("run: a template of the project's own is used after trust is given", async () => {
  using stage = await runStage("- [ ] one\n");
  const folder = join(stage.project, ".claude/ralph-templates");
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(join(folder, "run-iteration.md"), "Our way: {{ item.text }}\n");
  const ran = await runPlan(stage, "job-prompt", ["--trust"]);
  assertEquals(ran.code, 0, ran.stderr);
  assertEquals(read(stage, "prompt.txt").trim(), "Our way: one");
});
