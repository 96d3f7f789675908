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

Deno.test("start: what is wrong with a line is refused in a dry run too, in the same words", async () => {
  using stage = await fresh();
  stage.put("DONE.md", "- [x] one\n");
  const isRefused = async (args: readonly string[], code: number) => {
    const ran = await stage.ralph(["start", ...args]);
    const dry = await stage.ralph(["start", "--dry-run", ...args]);
    assertEquals([dry.code, dry.stdout, dry.stderr.replace(" --dry-run", "")], [
      code,
      "",
      ran.stderr,
    ], args.join(" "));
    assertEquals(ran.code, code, args.join(" "));
  };
  await isRefused(["-f", "PLAN.md", "--poc", "--production"], 2);
  await isRefused(["-f", "NONE.md"], 2);
  await isRefused(["-f", "DONE.md"], 2);
  await isRefused(["-f", "PLAN.md", "--min-hours", "10"], 2);
});

Deno.test("start: a dry run shows what the permission mode will ask", async () => {
  using stage = await fresh();
  const settings = JSON.parse(Deno.readTextFileSync(stage.inHome("settings.json")));
  for (
    const [mode, wanted] of [
      ["default", 'mode "manual": Claude Code asks before it edits files or runs commands'],
      ["plan", "nothing can be changed"],
    ] as const
  ) {
    const changed = { ...settings, permissions: { defaultMode: mode } };
    Deno.writeTextFileSync(stage.inHome("settings.json"), JSON.stringify(changed));
    assertStringIncludes(await dry(stage, "-f", "PLAN.md"), wanted);
  }
});

Deno.test("start: an open session in manual mode is one in which the loop will wait", async () => {
  using stage = await fresh();
  assert(!(await dry(stage, "-f", "PLAN.md")).includes("Permission mode"));
  stage.write({
    type: "user",
    permissionMode: "default",
    message: { role: "user", content: "Hi" },
  });
  stage.registerAt(new Date(0).toISOString());
  stage.openWindow();
  const shown = await dry(stage, "-f", "PLAN.md");
  assertMatch(shown, /^warning +Permission mode "manual": .* the loop waits for the answer/m);
});

Deno.test("start: the home folder as project gives a warning", async () => {
  using stage = await makeStage({ start: null });
  const { stdout } = await stage.ralph(["start", "--no-focus", "--dry-run"], { cwd: stage.home });
  assertStringIncludes(stdout, "the project is your home folder");
});

Deno.test("start: files of the earlier plugin's loop do not prevent a start", async () => {
  using stage = await fresh();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), '{"state":"running"}');
  Deno.writeTextFileSync(stage.mark("loop-enabled"), "");
  Deno.writeTextFileSync(stage.mark("loop-start-timestamp"), "1700000000");
  stage.kill();
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
  stage.kill();
  const env = { CLAUDE_PROJECT_DIR: below };
  const { code, stdout } = await stage.ralph(["start", "x", "--json"], { cwd: below, env });
  assertEquals([code, JSON.parse(stdout).error.code], [1, "state"]);
  assert(Deno.statSync(stage.mark("STOP_LOOP")).isFile);
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
