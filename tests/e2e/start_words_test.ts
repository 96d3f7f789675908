/** Messages and refusals of `start`: limits, permission mode, dry runs, the earlier plugin's files. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { makeStage, SESSION, type Stage } from "./_stage.ts";

async function fresh(): Promise<Stage> {
  return await makeStage({ start: null });
}

/** Exit code and code of a start that is refused. */
async function refusal(stage: Stage, ...args: string[]): Promise<[number, string]> {
  const { code, stdout } = await stage.ralph(["start", ...args, "--json"]);
  return [code, JSON.parse(stdout).error.code];
}

async function dry(stage: Stage, ...args: string[]): Promise<string> {
  return await stage.ok(["start", "--dry-run", ...args]);
}

Deno.test("start: a task of 3,300 characters is shortened to a line", async () => {
  using stage = await makeStage({ start: null });
  const text = await stage.ok(["start", "word ".repeat(660).trim(), "--dry-run"]);
  assert(Math.max(...text.split("\n").map((line) => line.length)) < 200, text);
});

Deno.test("start: an empty task and no task at all are usage errors", async () => {
  using stage = await fresh();
  for (const task of ["", "   ", "\n"]) {
    assertEquals(await refusal(stage, task), [2, "usage"]);
  }
  Deno.removeSync(stage.plan);
  for (const args of [[], ["-y"], ["--until-done"]]) {
    assertEquals(await refusal(stage, ...args), [2, "usage"], args.join());
  }
  await stage.ok(["start", "--no-focus"]);
});

Deno.test("start: a dry run lists all problems at once", async () => {
  using stage = await makeStage({ start: null, isInstalled: false });
  const args = ["start", "--dry-run", "-f", "NONE.md", "--poc", "--production", "--json"];
  const { code, stdout } = await stage.ralph(args);
  assertEquals(code, 1);
  const { started, problems, limits } = JSON.parse(stdout);
  assertEquals([started, limits.max_hours], [false, 9]);
  for (const why of ["No hook of ralph", "--poc and --production", "NONE.md"]) {
    assert(problems.some((problem: string) => problem.includes(why)), `${why}: ${problems}`);
  }
});

Deno.test("start: a dry run shows what the permission mode will ask", async () => {
  using stage = await fresh();
  const settings = JSON.parse(Deno.readTextFileSync(stage.inHome("settings.json")));
  for (
    const [mode, wanted] of [
      ["default", 'mode "manual": Claude Code asks before it edits files or runs commands'],
      ["auto", 'mode "auto": Claude Code decides itself, and rarely asks'],
      ["plan", "nothing can be changed"],
      ["bypassPermissions", "nothing is asked"],
    ] as const
  ) {
    const changed = { ...settings, permissions: { defaultMode: mode } };
    Deno.writeTextFileSync(stage.inHome("settings.json"), JSON.stringify(changed));
    assertStringIncludes(await dry(stage, "-f", "PLAN.md"), wanted);
  }
});

Deno.test("start: an open session in manual mode is one in which the loop will wait", async () => {
  using stage = await fresh();
  assertStringIncludes(
    await dry(stage, "-f", "PLAN.md"),
    "In Claude Code's auto mode it rarely asks",
  );
  stage.write({
    type: "user",
    permissionMode: "default",
    message: { role: "user", content: "Hi" },
  });
  stage.registerAt(new Date(0).toISOString());
  stage.openWindow();
  const shown = await dry(stage, "-f", "PLAN.md");
  assertMatch(shown, /^Warning: Permission mode "manual": .* the loop waits for the answer/m);
});

Deno.test("start: the home folder as project gives a warning", async () => {
  using stage = await makeStage({ start: null });
  const { stdout } = await stage.ralph(["start", "--no-focus", "--dry-run"], { cwd: stage.home });
  assertStringIncludes(stdout, "the project is your home folder");
});

Deno.test("start: keys of the earlier plugin's files are read or ignored with one note", async () => {
  using stage = await fresh();
  const unified = {
    version: "3.0.0",
    state: "stopped",
    loop_detection: { similarity_threshold: 0.99, window_size: 5 },
    completion: {
      confidence_threshold: 0.7,
      explicit_marker_confidence: 1,
      frontmatter_status_confidence: 0.95,
      all_checkboxes_confidence: 0.9,
      no_pending_items_confidence: 0.85,
      semantic_phrases_confidence: 0.7,
      completion_phrases: ["task complete"],
    },
    validation: {
      enabled: true,
      score_threshold: 0.8,
      max_rounds: 5,
      max_iterations: 3,
      improvement_threshold: 0.1,
      weight_round1: 0.25,
      weight_round2: 0.2,
      weight_round3: 0.15,
      weight_round4: 0.2,
      weight_round5: 0.2,
      timeout_poc: 30,
      timeout_normal: 120,
      edge_case_categories: ["division_by_zero"],
      market_regimes: ["bull"],
    },
    loop_limits: {
      min_hours: 3,
      max_hours: 8,
      min_iterations: 40,
      max_iterations: 90,
      poc_min_hours: 0.083,
      poc_max_hours: 0.167,
      poc_min_iterations: 10,
      poc_max_iterations: 20,
      cli_gap_threshold_seconds: 300,
    },
    protection: { protected_files: [".claude/loop-enabled"], bypass_markers: [] },
    graceful_shutdown: { grace_period_seconds: 30 },
    subprocess_timeouts: { git: 10 },
    guidance: { forbidden: [], encouraged: [], timestamp: "" },
    constraint_scan: null,
    skip_constraint_scan: false,
    no_focus: false,
    poc_mode: false,
    production_mode: true,
    target_file: null,
    task_prompt: null,
    force_validation: { enabled: false, round: 1, timestamp: "" },
  };
  const flat = {
    min_hours: 1,
    max_hours: 7,
    min_iterations: 5,
    max_iterations: 60,
    no_focus: false,
    target_file: "PLAN.md",
    task_prompt: "x",
    discovered_file: "/a",
    discovery_method: "itp_spec",
  };
  Deno.writeTextFileSync(stage.mark("ralph-config.json"), JSON.stringify(unified));
  Deno.writeTextFileSync(stage.mark("loop-config.json"), JSON.stringify(flat));
  Deno.writeTextFileSync(
    stage.inHome("ralph-defaults.json"),
    JSON.stringify({ version: "3.0.0", loop_limits: { max_iterations: 70 }, archive_keep: 7 }),
  );
  assertEquals(await refusal(stage, "-f", "PLAN.md"), [2, "config"]);
  await stage.ok(["migrate", "--yes"]);
  const shown = await dry(stage, "-f", "PLAN.md");
  assertEquals(await stage.ok(["config", "get", "archive_keep"]), "7\n");
  assertEquals(await stage.ok(["config", "get", "max_hours"]), "7\n");
  assertMatch(shown, /until 1 h and 5 turns have passed; it ends at 7 h or 60 turns/);
});

Deno.test("start: files of the earlier plugin's loop do not prevent a start", async () => {
  using stage = await fresh();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), '{"state":"running"}');
  Deno.writeTextFileSync(stage.mark("loop-enabled"), "");
  Deno.writeTextFileSync(stage.mark("loop-start-timestamp"), "1700000000");
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  Deno.writeTextFileSync(stage.inHome("ralph-global-stop.json"), '{"state":"stopped"}');
  await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION]);
  assert((await stage.turn())["hookSpecificOutput"] !== undefined, "the loop does not continue");
});

Deno.test("start: options after a task of several words are named", async () => {
  using stage = await fresh();
  const shown = JSON.parse(await dry(stage, "fix", "the", "flag", "--poc", "--json"));
  assertEquals(shown.task, "fix the flag");
  const named = (messages: string[]) => messages.filter((line) => line.includes("--poc")).length;
  assertEquals(named(shown.messages), 1);
  const quoted = JSON.parse(await dry(stage, "fix the flag", "--poc", "--json"));
  assertEquals(named(quoted.messages), 0);
});

Deno.test("start: beside the earlier plugin's hooks it is refused until they are removed", async () => {
  using stage = await fresh();
  const path = stage.inHome("settings.json");
  const settings = JSON.parse(Deno.readTextFileSync(path));
  settings.hooks.Stop.push({
    hooks: [{ type: "command", command: "$HOME/x/ralph/hooks/loop-until-done.py", timeout: 30000 }],
  });
  Deno.writeTextFileSync(path, JSON.stringify(settings));
  assertEquals(await refusal(stage, "-f", "PLAN.md"), [1, "state"]);
  await stage.ok(["migrate", "--yes"]);
  await stage.ok(["start", "-f", "PLAN.md"]);
});

Deno.test("start: the kill switch of a loop at the git top is not removed", async () => {
  using stage = await makeStage();
  const below = join(stage.project, "packages", "a");
  Deno.mkdirSync(join(stage.project, ".git"));
  Deno.mkdirSync(join(below, ".claude"), { recursive: true });
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  const env = { CLAUDE_PROJECT_DIR: below };
  const { code, stdout } = await stage.ralph(["start", "x", "--json"], { cwd: below, env });
  assertEquals([code, JSON.parse(stdout).error.code], [1, "state"]);
  assert(Deno.statSync(stage.mark("STOP_LOOP")).isFile);
});

Deno.test("start: the refusal without --trust lists everything that --trust trusts", async () => {
  using stage = await fresh();
  Deno.writeTextFileSync(stage.plan, "- [ ] one | `true`\n");
  Deno.mkdirSync(stage.mark("ralph-templates"));
  Deno.writeTextFileSync(stage.mark("ralph-templates/work.md"), "work");
  const refused = await stage.ralph(["start", "-f", "PLAN.md"]);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "check of the plan: true");
  assertStringIncludes(refused.stderr, "ralph-templates/work.md");
  await stage.ok(["start", "-f", "PLAN.md", "--trust"]);
  const { consents } = JSON.parse(await stage.ok(["trust", "--json"]));
  assertEquals(consents.map(({ kind }: { kind: string }) => kind).sort(), ["item", "template"]);
});

Deno.test("start: RALPH_HOME in a terminal gives a warning, in a session it does not", async () => {
  using stage = await makeStage({ start: null, session: null });
  const env = { RALPH_HOME: join(stage.root, "elsewhere") };
  const said = /RALPH_HOME is set in this terminal\. Only a Claude Code .* same value/;
  assertMatch(await stage.ok(["start", "-f", "PLAN.md", "--dry-run"], { env }), said);
  const plain = await stage.ok(["start", "-f", "PLAN.md", "--dry-run"]);
  const inSession = await stage.ok(["start", "-f", "PLAN.md", "--dry-run"], {
    env: { ...env, CLAUDE_CODE_SESSION_ID: SESSION },
  });
  for (const text of [plain, inSession]) assert(!said.test(text), text);
});
