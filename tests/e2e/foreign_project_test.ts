/** Files of a repository start no loop, and run no command without trust. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { hashTree } from "./_tree.ts";
import { begin, continuationOf, exits, makeStage, SESSION, type Stage } from "./_stage.ts";

/** A repository with the files of somebody else's loop, which name this user's session. */
async function makeCloned(): Promise<Stage> {
  const stage = await makeStage();
  const state = Deno.readTextFileSync(stage.mark("ralph-state.json"));
  const marker = Deno.readTextFileSync(stage.mark("loop-enabled"));
  Deno.removeSync(stage.inHome("ralph"), { recursive: true });
  await stage.ok(["hooks", "install"]);
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), state);
  Deno.writeTextFileSync(stage.mark("loop-enabled"), marker);
  const pwned = join(stage.root, "pwned");
  stage.configure({ verify: [`touch '${pwned}'`] });
  return stage;
}

function wasPwned(stage: Stage): boolean {
  return existsSync(join(stage.root, "pwned"));
}

Deno.test("foreign project: a foreign loop's files do not continue a session and are not changed", async () => {
  using stage = await makeCloned();
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  const before = await hashTree(stage.project);
  assertEquals(await stage.raise("SessionStart", { source: "startup" }), {});
  assertEquals(await stage.raise("UserPromptSubmit", { prompt: "hi" }), {});
  assertEquals(await stage.turn(), {});
  const edit = { tool_name: "Bash", tool_input: { command: "rm -rf .claude/ralph-state.json" } };
  assertEquals(await stage.hook("guard", stage.event("PreToolUse", edit)), {});
  assertEquals(await hashTree(stage.project), before);
  assertEquals((await stage.status())["state"], "none");
  assertEquals(wasPwned(stage), false);
});

Deno.test("foreign project: a foreign STOP_LOOP does not stop a session", async () => {
  using stage = await makeCloned();
  stage.kill();
  assertEquals(await stage.turn(), {});
  assertEquals(
    await stage.bash("ls"),
    {},
  );
  assert(Deno.statSync(stage.mark("STOP_LOOP")).isFile);
});

Deno.test("foreign project: without trust in the project's commands start refuses and changes no file", async () => {
  using stage = await makeCloned();
  const before = await hashTree(stage.root);
  const refused = await exits(1, stage.ralph(["start", "-f", "PLAN.md", "--yes"]));
  assertStringIncludes(refused.stderr, "--trust");
  assertStringIncludes(refused.stderr, "touch '");
  assertEquals(await hashTree(stage.root), before);
});

Deno.test("foreign project: with --trust the commands run, and the foreign loop's files are set aside", async () => {
  using stage = await makeCloned();
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  await begin(stage, ["-f", "PLAN.md", "--until-done", "--trust"]);
  const names = [...Deno.readDirSync(stage.mark(""))].map(({ name }) => name);
  assert(names.some((name) => name.startsWith("ralph-state.json.")), names.join());
  assertEquals(await stage.lastTurn(), "complete");
  assertEquals(wasPwned(stage), true);
  // The trust stays: the same command is not asked about again.
  await begin(stage, ["-f", "PLAN.md"]);
});

Deno.test("foreign project: a command that changed during the loop is not run, and the loop continues", async () => {
  using stage = await makeStage({ start: null, plan: "- [x] one\n" });
  stage.configure({ verify: ["true"] });
  await begin(stage, ["-f", "PLAN.md", "--until-done", "--trust"]);
  const pwned = join(stage.root, "pwned");
  stage.configure({ verify: [`touch '${pwned}'`] });
  const answer = await stage.turn();
  assertEquals(wasPwned(stage), false, "this command is not trusted");
  assert(continuationOf(answer) !== null, "without a result the loop continues");
});

Deno.test("foreign project: an untrusted command does not run as the last valid value of a setting", async () => {
  using stage = await makeStage();
  const pwned = join(stage.root, "pwned");
  const config = stage.mark("ralph-config.json");
  Deno.writeTextFileSync(config, JSON.stringify({ verify: [`touch '${pwned}'`] }));
  await stage.turn();
  Deno.writeTextFileSync(config, "{ broken");
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  await stage.turn();
  assertEquals(wasPwned(stage), false);
});

Deno.test("foreign project: .claude as a link out of the project is refused, and no file is written there", async () => {
  using stage = await makeStage({ start: null });
  const outside = join(stage.root, "outside");
  Deno.mkdirSync(outside);
  Deno.removeSync(stage.mark(""), { recursive: true });
  Deno.symlinkSync(outside, join(stage.project, ".claude"));
  const refused = await exits(1, stage.ralph(["start", "-f", "PLAN.md"]));
  assertStringIncludes(refused.stderr, outside);
  assertEquals([...Deno.readDirSync(outside)], []);
});

Deno.test("foreign project: git status stays clean while a loop runs", async () => {
  using stage = await makeStage({ start: null });
  stage.git("init", "-q");
  stage.git("add", "PLAN.md");
  stage.git("commit", "-qm", "plan");
  await begin(stage, ["-f", "PLAN.md"]);
  await stage.turn();
  assertEquals(stage.git("status", "--porcelain"), "");
});

Deno.test("foreign project: a worktree has its own loop", async () => {
  using stage = await makeStage({ start: null });
  stage.git("init", "-q");
  stage.git("add", "PLAN.md");
  stage.git("commit", "-qm", "plan");
  await begin(stage, ["-f", "PLAN.md"]);
  const tree = join(stage.root, "tree");
  stage.git("worktree", "add", "-q", tree);
  const there = { cwd: tree, env: { CLAUDE_PROJECT_DIR: tree } };
  assertEquals((await stage.status({ cwd: tree }))["state"], "none");
  assertEquals(await stage.hook("stop", stage.event("Stop", { cwd: tree }), there), {});
  await stage.ok(["start", "-f", "PLAN.md", "--session", "0a1b2c3d-0000-4000-8000-000000000003"], {
    cwd: tree,
  });
  Deno.writeTextFileSync(join(tree, ".claude", "STOP_LOOP"), "");
  const ended = await stage.hook(
    "stop",
    stage.event("Stop", { session_id: "0a1b2c3d-0000-4000-8000-000000000003" }),
    there,
  );
  assertEquals(ended["continue"], false);
  assert(continuationOf(await stage.turn()) !== null, "the other worktree's loop continues");
  assertEquals(stage.record()["owner_session"], SESSION);
});
