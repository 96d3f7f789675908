/** How runs end: exit code, reason, result, record, and what `ralph explain` says about it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { agent, agentFile, eventsOf, exits, read, runPlan, runStage } from "./_run_stage.ts";

/** How a run ends. */
interface End {
  /** Fixture agent and options. */
  readonly by: readonly [agent: string, ...args: string[]];
  readonly plan?: string;
  /** Exit code and the reason's code. */
  readonly is: readonly [exitCode: number, code: string];
  /** What the result has, and the rule that decided. */
  readonly result: RegExp;
  readonly rule?: string;
  readonly events?: readonly (readonly [kind: string, field: string, values: readonly unknown[]])[];
}

const ENDS: Readonly<Record<string, End>> = {
  "all items done": {
    by: ["job-tick"],
    is: [0, "complete"],
    result:
      /\*\*Completed:\*\* 3[^]*All 3 items are ticked \(no checks in the plan, none with --verify\)|All 3 items are ticked \(no checks in the plan, none with --verify\)[^]*\*\*Completed:\*\* 3/,
    rule: "done",
  },
  "a limit after progress": {
    by: ["job-tick", "--max-iterations", "1"],
    is: [3, "max-iterations"],
    result: /- \*\*Status:\*\* LIMIT \(exit 3\)/,
    rule: "limit",
  },
  "a limit without progress": {
    by: ["job-nothing", "--max-iterations", "1"],
    is: [1, "max-iterations"],
    result: /\*\*Completed:\*\* 0[^]*- \[ \] one\n- \[ \] two\n- \[ \] three/,
  },
  "three iterations without progress, then a recovery iteration": {
    by: ["job-nothing"],
    is: [1, "stuck"],
    result: /\*\*Iterations:\*\* 4/,
    rule: "no progress",
    events: [
      ["iteration-started", "is_recovery", [false, false, false, true]],
      ["waiting", "seconds", [0.5, 1, 2]],
    ],
  },
  "equal errors, though the tree changes; the last words and the logs are named": {
    by: ["job-fails"],
    is: [1, "stuck"],
    result:
      /The agent failed 4 times in a row; .*cannot connect to database.*\n[^]*Logs:\*\* \S+iterations\n/,
  },
  "agents that all failed": {
    by: ["job-fails", "--max-iterations", "1"],
    is: [1, "agent-failed"],
    result: /\*\*Iterations:\*\* 1/,
    rule: "limit",
  },
  "a block, with what the agent needs": {
    by: ["job-blocked"],
    is: [4, "blocked"],
    result: /the password of the staging server/,
  },
  "every item skipped": {
    by: ["job-skip"],
    is: [0, "nothing-to-do"],
    result: /all 3 items of the plan are skipped/,
  },
  "a budget of tokens": {
    by: ["job-events", "--max-tokens", "1500"],
    is: [3, "max-tokens"],
    result: /\*\*Completed:\*\* 2/,
  },
  "a budget of money": {
    by: ["job-events", "--max-cost-usd", "0.2"],
    is: [3, "max-cost"],
    result: /\*\*Completed:\*\* 1/,
  },
  "a rate limit beyond the maximum wait, with the option that waits for it": {
    by: ["job-limited-for-days"],
    is: [1, "rate-limited"],
    result: /allows 6 h.*'ralph run --resume --rate-limit-wait \d+h'/,
  },
  "a plan that the agent deletes": {
    by: ["job-deletes-plan"],
    is: [1, "plan-error"],
    result: /plan-error/,
  },
  "a plan that is half-written for a moment": {
    by: ["job-rewrites-plan"],
    is: [0, "complete"],
    result: /\(exit 0\)/,
  },
  "a plan whose sections say that they are optional": {
    plan: "# Plan\n\n- [ ] a first\n\n~~~\n- [ ] code\n~~~\n\n## Notes\n\n- [x] last\n\n" +
      "## Later\n\n- [ ] charts\n- [ ] sounds\n",
    by: ["job-tick"],
    is: [0, "complete"],
    result: /2 of 4 items are ticked.*; 2 under "Later" left open/,
  },
  "a check of one item": {
    plan: "- [ ] one | `true`\n- [ ] two\n",
    by: ["job-tick", "--trust"],
    is: [0, "complete"],
    result: /All 2 items are ticked, 1 of 2 verified; checks passed: `true`/,
  },
  "more checks than a line has room for": {
    plan: "- [ ] one | `true`\n",
    by: [
      "job-tick",
      "--trust",
      ...["test -e .", "test 1", "test 2"].flatMap((it) => ["--verify", it]),
    ],
    is: [0, "complete"],
    result:
      /The only item is ticked and verified; checks passed: `true`, `test -e \.`, `test 1` and 1 more/,
  },
  "the plan's own check": {
    plan: "- [ ] one\n\n## QA\n\n```bash\ntest -e PLAN.md\n```\n",
    by: ["job-tick", "--trust"],
    is: [0, "complete"],
    result: /The only item is ticked; checks passed: `test -e PLAN\.md`/,
  },
};

for (const [what, { by, plan, is, result, rule, events = [] }] of Object.entries(ENDS)) {
  Deno.test(`end: ${what} is ${is.join(" ")}`, async () => {
    using stage = await runStage(plan);
    const [name, ...args] = by;
    const ran = await runPlan(stage, name, [...args, "--json"]);
    const said = eventsOf(ran);
    const { code, exit_code, outcome } = said.at(-1)!;
    assertEquals([ran.code, exit_code, code], [is[0], ...is], ran.stderr);
    assertMatch(read(stage, ".ralph-result"), result);
    assertEquals([stage.hasLoop(), stage.stopRecord()?.["code"]], [false, is[1]]);
    const { state } = JSON.parse(await stage.ok(["status", "--json"]));
    assertEquals(outcome, state, "one word for one end");
    assertStringIncludes(read(stage, ".ralph-result"), ` ${state.toUpperCase()} (exit ${is[0]})`);
    for (const [kind, field, values] of events) {
      const those = said.filter(({ event }) => event === kind);
      assertEquals(those.map((event) => event[field]), values, field);
    }
    if (rule === undefined) return;
    const { decisions: [decision] } = JSON.parse(await stage.ok(["explain", "--json"]));
    const decided = decision.rules.find((one: { outcome: string }) => one.outcome === "decided");
    assertEquals([decision.code, decided.title], [is[1], rule]);
    if (is[1] === "max-iterations") {
      assertEquals(decision.next, "`--max-iterations` raises it");
    }
  });
}

Deno.test("end: a finished run has journal, history and status, with its items", async () => {
  using stage = await runStage();
  const ran = await exits(3, runPlan(stage, "job-tick", ["--max-iterations", "2"]));
  assertEquals(stage.journal().map(({ kind }) => kind), [
    ...["start", "agent", "iteration", "agent", "iteration", "let-go"],
  ]);
  const { agent: ended } = stage.journal()[2] ?? {};
  assertEquals(ended.items, { done: 1, total: 3, skipped: 0 });
  assertEquals([ended.iteration, ended.ended_by, ended.has_progress], [1, "exit", true]);
  assertEquals(ended.tokens, null);
  const { loops: [loop] } = JSON.parse(await stage.ok(["history", "--json"]));
  const [last] = stage.lines(stage.inHome("ralph", "history.jsonl"));
  assertEquals([last?.["driver"], last?.["iterations"]], ["runner", 2]);
  const why = "out of turns (2). 2 of 3 items of PLAN.md done";
  assertEquals([loop.items, loop.what], [{ done: 2, total: 3 }, why]);
  assertStringIncludes(await stage.ok(["history"]), "ralph run PLAN.md · 2 of 3 items · 2 turns");
  const { state, what } = JSON.parse(await stage.ok(["status", "--json"]));
  assertEquals([state, what.startsWith(`${why}. 2 turns, `)], ["limit", true], what);
  assertMatch(await stage.ok(["status"]), /: out of turns \(2\)[^]*^used +2 turns · .* active$/m);
  assertMatch(ran.stdout, new RegExp(`^logs +${join(stage.loopDir(), "iterations")}$`, "m"));
});

Deno.test("run: a missing agent gives 127, with a hint and a result; one that cannot run 126", async () => {
  using stage = await runStage();
  for (const more of [["--dry-run"], []]) {
    const ran = await stage.ralph(["run", "PLAN.md", "--agent", "no-such-agent", ...more]);
    assertEquals(ran.code, 127, ran.stdout + ran.stderr);
    assertStringIncludes(ran.stderr, "--agent 'COMMAND'");
  }
  assertStringIncludes(read(stage, ".ralph-result"), "exit 127");
  assertEquals(stage.hasLoop(), false);
  stage.put("agent.txt", "#!/bin/sh\n");
  await exits(126, stage.ralph(["run", "PLAN.md", "--agent", "./agent.txt"]));
});

Deno.test("run: inside an agent of a run it is refused with 2", async () => {
  using stage = await runStage();
  const ran = await exits(2, runPlan(stage, "job-tick", [], { RALPH_INSIDE_RUN: "x" }));
  assertStringIncludes(ran.stderr, "another run");
});

Deno.test("run: a finished plan is only verified, without an agent", async () => {
  using stage = await runStage("- [x] one | `test -e built`\n");
  stage.put("built", "");
  await exits(0, stage.ralph(["run", "PLAN.md", "--trust"], { env: { PATH: "/usr/bin:/bin" } }));
});

Deno.test("run: JSON lines contain every event, each with its version", async () => {
  using stage = await runStage("- [ ] one\n");
  const events = eventsOf(await runPlan(stage, "job-events", ["--json"]));
  assert(events.every((event) => event["schema_version"] === 1 && event["at"]));
  const kinds = events.map(({ event }) => event);
  assertEquals([kinds.at(0), kinds.at(-1)], ["run-started", "run-ended"]);
  const tool = events.find(({ event, text }) => event === "output" && /make test/.test(text));
  assertEquals(tool?.["text"], "→ Bash: make test");
  assertEquals([events.at(-1)?.["tokens"], events.at(-1)?.["cost_usd"]], [1000, 0.25]);
});

Deno.test("run: a dry run shows plan, agent and commands, and changes nothing", async () => {
  using stage = await runStage("- [ ] one | `make check`\n");
  const before = [...Deno.readDirSync(stage.project)].length;
  const dry = ["run", "PLAN.md", "--agent", agent("job-tick"), "--dry-run", "--verify", "true"];
  const said = await stage.ok(dry);
  for (
    const part of [
      ...["; first: one\n", agentFile("job-tick")],
      "Would ask you to trust: check of the plan: make check",
    ]
  ) assertStringIncludes(said, part);
  const asJson = JSON.parse(await stage.ok([...dry, "--json"]));
  assertEquals([asJson.started, asJson.first_item], [false, "one"]);
  assertEquals([...Deno.readDirSync(stage.project)].length, before);
  assertEquals(read(stage, "PLAN.md"), "- [ ] one | `make check`\n");
});

Deno.test("run: the prompt contains item, plan and the user's words, and is written to a file", async () => {
  using stage = await runStage(
    "# Plan\n\n### Task 1: Walls\n\n- Create: `src/walls.ts`\n\n## Checklist\n\n- [ ] Build the walls\n",
  );
  stage.put("extra.txt", "Use oak only.");
  await stage.ok(["encourage", "small functions"]);
  await stage.ok(["forbid", "new dependencies"]);
  await exits(0, runPlan(stage, "job-prompt", ["--prompt", "extra.txt"], { CLAUDECODE: "1" }));
  const prompt = read(stage, "prompt.txt");
  for (
    const part of [
      ...["- [ ] Build the walls", "Task 1: Walls, which touches src/walls.ts", "Use oak only."],
      ...[stage.plan, "\n- small functions\n", "\n- new dependencies\n"],
    ]
  ) assertStringIncludes(prompt, part);
  assertEquals(read(stage, "prompt-file.txt"), prompt);
  const [inside, session] = read(stage, "environment.txt").split("\n");
  assertEquals([inside !== "none", session], [true, "no session"]);
});

Deno.test("run: a prompt too long for an argument is named by its file", async () => {
  using stage = await runStage("- [ ] one\n");
  stage.put("extra.txt", "word ".repeat(40_000));
  await exits(0, runPlan(stage, "job-prompt", ["--prompt", "extra.txt"]));
  assert(read(stage, "prompt.txt").length < 500);
  assert(read(stage, "prompt-file.txt").length > 200_000);
});

Deno.test("run: a template of the project's own is used after trust is given", async () => {
  using stage = await runStage("- [ ] one\n");
  stage.put(".claude/ralph-templates/run-iteration.md", "Our way: {{ item.text }}\n");
  await exits(0, runPlan(stage, "job-prompt", ["--trust"]));
  assertEquals(read(stage, "prompt.txt").trim(), "Our way: one");
});
