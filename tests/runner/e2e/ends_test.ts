/** What a run says at its start and at its end is true, and the way on works. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { agent, eventsOf, read, runPlan, runStage, type Stage } from "./_run_stage.ts";
import type { Ran } from "../../e2e/_stage.ts";
import { gitIn } from "../../_project.ts";

function itemsOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `- [ ] item ${index + 1}\n`).join("");
}

function endOf(ran: Ran) {
  return eventsOf(ran).at(-1)!;
}

function script(stage: Stage, name: string, body: string): string {
  const path = join(stage.project, name);
  Deno.writeTextFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}

for (
  const [plan, args, sentence] of [
    [
      "- [ ] one\n- [ ] two\n",
      [],
      "All 2 items are ticked (no checks in the plan, none with --verify)",
    ],
    [
      "- [ ] one | `true`\n- [ ] two\n",
      [],
      "All 2 items are ticked, 1 of 2 verified; checks passed: `true`",
    ],
    [
      "- [ ] one | `true`\n- [ ] two | `true`\n",
      [],
      "All 2 items are ticked and verified; checks passed: `true`",
    ],
    [
      "- [ ] one | `true`\n",
      ["--verify", "test -e .", "--verify", "test 1", "--verify", "test 2"],
      "The only item is ticked and verified; checks passed: `true`, `test -e .`, `test 1` and 1 more",
    ],
    [
      "- [ ] one\n",
      ["--verify", "test -e ."],
      "The only item is ticked; checks passed: `test -e .`",
    ],
    ["- [x] one\n", [], "The only item is ticked (no checks in the plan, none with --verify)"],
    [
      "- [ ] one\n\n## QA\n\n```bash\ntest -e PLAN.md\n```\n",
      [],
      "The only item is ticked; checks passed: `test -e PLAN.md`",
    ],
  ] as const
) {
  Deno.test(`end: it says "${sentence}"`, async () => {
    using stage = await runStage(plan);
    const ran = await runPlan(stage, "job-tick", ["--trust", "--json", ...args]);
    assertEquals([ran.code, endOf(ran)["sentence"]], [0, sentence], ran.stderr);
  });
}

Deno.test("end: a limit after progress is STOPPED, and 'ralph run --resume' goes on to the end", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-tick", ["--max-iterations", "2"]);
  assertEquals(ran.code, 3);
  assertStringIncludes(ran.stdout, "STOPPED (exit 3): Maximum iterations (2) reached");
  assertStringIncludes(ran.stdout, "Go on:   ralph run --resume");
  assertStringIncludes(ran.stdout, "2 of 3 done");
  assert(!/\*\*|^#/m.test(ran.stdout), ran.stdout);
  assertStringIncludes(read(stage, ".ralph-result"), "- **Status:** ⏹ STOPPED (exit 3)");
  // The agent is remembered, and the limit that ended it does not end it again at once.
  const again = await stage.ralph(["run", "--resume"]);
  assertEquals(again.code, 0, again.stdout + again.stderr);
  assertStringIncludes(again.stdout, "SUCCESS");
});

Deno.test("end: a limit without progress is FAILED", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-nothing", ["--max-iterations", "1"]);
  assertEquals(ran.code, 1);
  assertStringIncludes(ran.stdout, "FAILED (exit 1): Maximum iterations (1) reached");
});

Deno.test("end: a block is STOPPED, with a hint", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-blocked");
  assertStringIncludes(ran.stdout, "STOPPED (exit 4)");
  assertStringIncludes(ran.stdout, "Go on:   ralph run --resume");
});

Deno.test("resume: options of the run are kept, new values take precedence", async () => {
  using stage = await runStage();
  const prompt = join(stage.root, "extra.txt");
  Deno.writeTextFileSync(prompt, "Mind the gap.");
  const first = [
    "--max-iterations",
    "1",
    "--terminal",
    "pipe",
    "--idle-timeout",
    "7m",
    "--prompt",
    prompt,
  ];
  assertEquals((await runPlan(stage, "job-prompt", first)).code, 3);
  const again = await stage.ralph(["run", "--resume", "--json", "--terminal", "pty"]);
  assertEquals(again.code, 0, again.stderr);
  const started = eventsOf(again).find(({ event }) => event === "agent-started");
  assertEquals(started?.["terminal"], "pty");
  assertStringIncludes(read(stage, "prompt.txt"), "Mind the gap.");
});

Deno.test("resume: a limit that is already reached is refused, with a sufficient limit as hint", async () => {
  using stage = await runStage();
  assertEquals((await runPlan(stage, "job-tick", ["--max-iterations", "2"])).code, 3);
  const again = await stage.ralph(["run", "--resume", "--max-iterations", "2"]);
  assertEquals(again.code, 2);
  assertStringIncludes(again.stderr, "has started 2 agents already");
  assertStringIncludes(again.stderr, "--max-iterations 12");
});

for (const [open, limit] of [[3, 10], [12, 24]] as const) {
  Deno.test(`limit: ${open} open items get at most ${limit} agents, and that is said`, async () => {
    using stage = await runStage(itemsOf(open));
    const dry = await stage.ok(["run", "PLAN.md", "--agent", agent("job-tick"), "--dry-run"]);
    assertStringIncludes(dry, `${limit} iterations`);
    const ran = await runPlan(stage, "job-tick-all", ["--json"]);
    assertEquals(eventsOf(ran)[0]?.["max_iterations"], limit);
  });
}

Deno.test("limit: fewer agents than open items are named, in a dry run too", async () => {
  using stage = await runStage(itemsOf(12));
  const args = ["run", "PLAN.md", "--agent", agent("job-tick-all"), "--max-iterations", "5"];
  const note = "5 agents at most for 12 open items";
  assertStringIncludes(await stage.ok([...args, "--dry-run"]), note);
  assertStringIncludes((await stage.ralph(args)).stderr, note);
});

Deno.test("limit: a resumed run whose items are done does not mention agents", async () => {
  using stage = await runStage(itemsOf(3));
  await runPlan(stage, "job-tick-all");
  const again = await stage.ralph(["run", "--resume", "--max-iterations", "1"]);
  assertEquals(again.code, 0);
  assert(!again.stderr.includes("at most for"), again.stderr);
});

Deno.test("status: after a run it shows the run's reason", async () => {
  using stage = await runStage(itemsOf(3));
  await runPlan(stage, "job-tick-all");
  assertMatch(
    await stage.ok(["status"]),
    /: All 3 items are ticked \(no checks in the plan, none with --verify\)\. \d agents?, .* active\.$/m,
  );
});

Deno.test("logs: their folder is named at the start, and a failing agent's words and log at the end", async () => {
  using stage = await runStage();
  const path = script(stage, "agent.sh", 'echo "Error: invalid API key"; exit 1');
  const ran = await stage.ralph(["run", "PLAN.md", "--agent", path]);
  assertEquals(ran.code, 1);
  const logs = join(stage.loopDir(), "iterations");
  assertStringIncludes(ran.stderr, `Logs: ${logs}`);
  assertMatch(
    ran.stdout,
    /FAILED \(exit 1\): Stuck: the agent failed 4 times in a row; .*Error: invalid API key · log: \S+004\.log/,
  );
  assertEquals(Deno.statSync(join(logs, "004.log")).isFile, true);
});

Deno.test("lines: an agent that was killed for its silence did not end at once", async () => {
  using stage = await runStage("- [ ] one\n");
  const args = ["--idle-timeout", "1", "--max-iterations", "2"];
  const ran = await runPlan(stage, "silent", args);
  assertEquals(ran.code, 1);
  assert(!ran.stderr.includes("ended at once"), ran.stderr);
  assertStringIncludes(ran.stdout, "the agent fell silent");
  assert(!ran.stderr.includes("nothing for 0 s"), ran.stderr);
});

Deno.test("lines: the last message of a structured agent is text, not JSON", async () => {
  using stage = await runStage("- [ ] one\n");
  const message = '{"type":"assistant","message":{"id":"a","content":[{"type":"text","text":' +
    '"Shall I go on?"}]}}';
  const path = script(stage, "agent.sh", `echo '${message}'; sleep 300`);
  const args = ["run", "PLAN.md", "--agent", path, "--idle-timeout", "3", "--max-iterations", "1"];
  const ran = await stage.ralph(args);
  assertStringIncludes(ran.stderr, "    | Shall I go on?");
  assert(!ran.stderr.includes('"type"'), ran.stderr);
  const journal = JSON.stringify(stage.journal());
  assertStringIncludes(journal, "its last message: Shall I go on?");
});

Deno.test("notes: features of the earlier runner without effect are reported", async () => {
  using stage = await runStage("- [ ] one\n\n## Parallel Reads\n\n```\nread a\n```\n");
  const ran = await runPlan(stage, "job-tick", [], { RALPH_SKIP_PRECHECK: "1" });
  assertEquals(ran.code, 0);
  assertStringIncludes(ran.stderr, "RALPH_SKIP_PRECHECK has no effect");
  assertStringIncludes(ran.stderr, "'Parallel Reads' has no effect");
});

Deno.test("QA: a command of the plan is not run without trust, and gates the end with it", async () => {
  using stage = await runStage("- [ ] one\n\n## QA\n\n```sh\ntouch ran; test -e built\n```\n");
  const { code, stderr } = await runPlan(stage, "job-tick");
  assertEquals(code, 1);
  assertStringIncludes(stderr, "check of the plan: touch ran; test -e built");
  assertEquals([...Deno.readDirSync(stage.project)].some(({ name }) => name === "ran"), false);
  const failed = await runPlan(stage, "job-tick", ["--trust", "--json"]);
  assertEquals([failed.code, endOf(failed)["code"]], [1, "stuck"]);
  Deno.writeTextFileSync(join(stage.project, "built"), "");
  assertEquals((await runPlan(stage, "job-tick")).code, 0);
});

for (const terminal of ["pty", "pipe"]) {
  Deno.test(`start: a script without its interpreter is 126 with the cause, at once, on ${terminal}`, async () => {
    using stage = await runStage();
    for (
      const [line, name] of [
        ["#!/no/such/shell -e", "/no/such/shell"],
        ["#!/usr/bin/env no-such-python", "no-such-python"],
        ["#!/bin/sh\r", "/bin/sh"],
      ] as const
    ) {
      const path = join(stage.project, "agent.sh");
      Deno.writeTextFileSync(path, `${line}\necho hello\n`, { mode: 0o755 });
      const args = ["run", "PLAN.md", "--agent", path, "--terminal", terminal];
      const ran = await stage.ralph(args);
      assertEquals(ran.code, 126, ran.stderr);
      assertStringIncludes(ran.stderr, `The interpreter "${name}"`);
      assertStringIncludes(read(stage, ".ralph-result"), "The interpreter");
    }
  });
}

Deno.test("hints: a typo in the name of the agent, and of the plan", async () => {
  using stage = await runStage();
  const agentSlip = await stage.ralph(["run", "PLAN.md", "--agent", "clade"]);
  assertEquals(agentSlip.code, 127);
  assertStringIncludes(agentSlip.stderr, "Did you mean '--agent claude'?");
  const planSlip = await stage.ralph(["run", "PLANS.md"]);
  assertEquals(planSlip.code, 2);
  assertStringIncludes(planSlip.stderr, "Did you mean this? ralph run PLAN.md");
  const other = await stage.ralph(["run", "nope.md"]);
  assertStringIncludes(other.stderr, "Plans here: PLAN.md.");
  const folder = await stage.ralph(["run", "docs/plan.md"]);
  assertStringIncludes(folder.stderr, "Did you mean this? ralph run PLAN.md");
});

Deno.test("end: the result names a commit for an item only where one was made for it", async () => {
  using stage = await runStage("- [ ] one\n- [ ] two\n");
  gitIn(stage.project, "init", "-q");
  gitIn(stage.project, "commit", "-q", "--allow-empty", "-m", "Begin");
  const commits = "git -c user.name=A -c user.email=a@example.com commit -q --allow-empty -m two";
  const tick = "sed -i '0,/- \\[ \\]/s//- [x]/' PLAN.md";
  const file = script(
    stage,
    "agent.sh",
    `if grep -q '\\[x\\]' PLAN.md; then ${commits}; fi\n${tick}`,
  );
  const ran = await stage.ralph(["run", "PLAN.md", "--agent", file, "--sandbox", "none"]);
  assertEquals(ran.code, 0, ran.stderr);
  const result = read(stage, ".ralph-result");
  const head = gitIn(stage.project, "rev-parse", "HEAD").slice(0, 12);
  assertEquals([...result.matchAll(/commit ([0-9a-f]+)/g)].map(([, id]) => id), [head], result);
});
