/** Loops by the registered commands, in folders and homes with any name. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { answerOf, continuationOf, makeStage } from "./_stage.ts";

Deno.test("gate: without CLAUDE_PROJECT_DIR the binary allows the stop", async () => {
  using stage = await makeStage();
  assertEquals(await stage.turn({}, { env: { CLAUDE_PROJECT_DIR: undefined } }), {});
  assertEquals(await stage.turn({}, { env: { CLAUDE_PROJECT_DIR: "" } }), {});
  assertEquals(await stage.turn({}, { env: { CLAUDE_PROJECT_DIR: "relative/path" } }), {});
});

for (
  const folder of [
    "with spaces",
    `quotes ' and "`,
    "new\nline",
    "emoji 🌀 and ü",
    "$(touch pwned) `id` ${HOME} ; rm",
    "-rf",
    "back\\slash",
  ]
) {
  Deno.test(`gate: a loop runs by the registered commands in ${JSON.stringify(folder)}`, async () => {
    using stage = await makeStage({ folder });
    const answer = answerOf(await stage.registered("stop", stage.stopEvent()));
    assertEquals([continuationOf(answer) !== null, stage.record()["iteration"]], [true, 1]);
    const denied = answerOf(
      await stage.registered(
        "guard",
        stage.event("PreToolUse", {
          tool_name: "Bash",
          tool_input: { command: "rm -f .claude/loop-enabled" },
        }),
      ),
    );
    assertEquals(denied["hookSpecificOutput"]?.permissionDecision, "deny");
    stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
    answerOf(await stage.registered("stop", stage.stopEvent()));
    assertEquals(stage.stopRecord()?.["code"], "complete");
    assert(!existsSync(join(stage.project, "pwned")) && !existsSync(join(stage.root, "pwned")));
    assertEquals(stage.stopRecord()?.["project_dir"], stage.project);
  });
}

Deno.test("gate: a project reached by a link is the same project", async () => {
  using stage = await makeStage();
  const link = join(stage.root, "link");
  Deno.symlinkSync(stage.project, link);
  for (const form of [link, `${link}/`, `${stage.project}/./`]) {
    const answer = await stage.turn({}, { env: { CLAUDE_PROJECT_DIR: form }, cwd: link });
    assert(continuationOf(answer) !== null, form);
  }
  assertEquals(stage.record()["iteration"], 3);
});

Deno.test("gate: a loop runs with spaces, quotes and emoji in the home's path", async () => {
  using stage = await makeStage({ start: null, isInstalled: false });
  const home = join(stage.root, `a 'home" 🌀`);
  Deno.mkdirSync(home);
  const env = { HOME: home };
  await stage.ok(["hooks", "install"], { env });
  await stage.ok(["start", "-f", "PLAN.md", "--session", "0a1b2c3d-0000-4000-8000-000000000001"], {
    env,
  });
  const event = stage.event("Stop", {
    session_id: "0a1b2c3d-0000-4000-8000-000000000001",
    last_assistant_message: "x",
  });
  assert(continuationOf(await stage.hook("stop", event, { env })) !== null);
});

Deno.test("gate: what it tells the C library reaches the hook, not what the hook starts", async () => {
  using stage = await makeStage({
    plan: "- [x] one\n",
    start: ["-f", "PLAN.md", "--until-done", "--verify", "env > seen; exit 1"],
  });
  const seenWith = async (env: Record<string, string> = {}) => {
    answerOf(await stage.registered("stop", stage.stopEvent(), { env }));
    const seen = Deno.readTextFileSync(join(stage.project, "seen"));
    return /^GLIBC_TUNABLES=(.*)$/m.exec(seen)?.[1];
  };
  assertEquals(await seenWith(), undefined);
  const own = "glibc.malloc.check=0";
  assertEquals(await seenWith({ GLIBC_TUNABLES: own }), own);
});

Deno.test("gate: nor does it reach what a slash command starts", async () => {
  using stage = await makeStage();
  const config = JSON.stringify({ notify: ["env > seen"] });
  Deno.writeTextFileSync(stage.inHome("ralph", "config.json"), config);
  const event = stage.event("UserPromptSubmit", { prompt: "/ralph:notify test" });
  assertEquals(answerOf(await stage.registered("prompt", event))["decision"], "block");
  const seen = Deno.readTextFileSync(join(stage.project, "seen"));
  assert(seen.includes("RALPH_EVENT=") && !seen.includes("GLIBC_TUNABLES"), seen);
});

Deno.test("gate: where a call removed it, the loop goes on, and the gate is restored", async () => {
  using stage = await makeStage();
  const gate = stage.inHome("ralph", "gate");
  const text = Deno.readTextFileSync(gate);
  for (const damage of [() => Deno.removeSync(gate), () => Deno.writeTextFileSync(gate, "(")]) {
    damage();
    const answer = answerOf(await stage.registered("stop", stage.stopEvent()));
    assert(continuationOf(answer) !== null);
    assertStringIncludes(answer["systemMessage"] ?? "", "it is restored");
    assertEquals(Deno.readTextFileSync(gate), text);
    const next = answerOf(await stage.registered("guard", stage.event("PreToolUse")));
    assertEquals(next, {});
  }
});

Deno.test("gate: where no entry starts the program, a status does not say that the loop works", async () => {
  using stage = await makeStage();
  const state = async () => JSON.parse((await stage.ralph(["status", "--json"])).stdout);
  assertEquals((await state()).state, "working");
  // As an earlier version registered them: they do nothing without the gate.
  const settings = stage.inHome("settings.json");
  const gate = stage.inHome("ralph", "gate");
  const earlier = Deno.readTextFileSync(settings).replaceAll(
    /set -- \S+ hook (\w+); command .*? --ungated/g,
    `hook=$1 gate=${gate}; [ ! -r \\"$gate\\" ] || . \\"$gate\\"`,
  );
  Deno.writeTextFileSync(settings, earlier);
  assertEquals((await state()).state, "working");
  Deno.removeSync(gate);
  const { state: code, how_to_continue: howToContinue } = await state();
  assertEquals([code, howToContinue], ["silent", "ralph hooks install"]);
  await stage.ralph(["hooks", "install"]);
  assertEquals((await state()).state, "working");
});
