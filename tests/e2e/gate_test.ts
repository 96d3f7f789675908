/** The registered command does not start ralph in a project without a loop. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import {
  answerOf,
  continuationOf,
  makeStage,
  RALPH,
  type Stage,
  type StageOptions,
} from "./_stage.ts";

/** A stage whose registered program writes a file when it is called. */
async function makeSpiedStage(
  options: StageOptions = {},
): Promise<{ stage: Stage; wasCalled: () => boolean }> {
  const stage = await makeStage({ ...options, start: null });
  const spy = join(stage.root, "spy");
  const trace = join(stage.root, "called");
  Deno.writeTextFileSync(spy, `#!/bin/sh\necho "$@" >> '${trace}'\necho '{}'\n`);
  Deno.chmodSync(spy, 0o755);
  const settings = stage.inHome("settings.json");
  Deno.writeTextFileSync(
    settings,
    Deno.readTextFileSync(settings).replaceAll(JSON.stringify(RALPH).slice(1, -1), spy),
  );
  return { stage, wasCalled: () => existsSync(trace) };
}

const ACTIONS = ["stop", "guard", "archive", "session", "prompt"] as const;

Deno.test("gate: without a loop no hook starts a program", async () => {
  const { stage, wasCalled } = await makeSpiedStage();
  using _stage = stage;
  for (const action of ACTIONS) {
    const ran = await stage.registered(action, stage.event("Stop"));
    assertEquals([ran.code, ran.stdout, ran.stderr], [0, "", ""], action);
  }
  assertEquals(wasCalled(), false);
  // With a marker it is called.
  Deno.writeTextFileSync(stage.mark("loop-enabled"), "");
  await stage.registered("stop", stage.event("Stop"));
  assertEquals(wasCalled(), true);
});

Deno.test("gate: without CLAUDE_PROJECT_DIR no program starts", async () => {
  const { stage, wasCalled } = await makeSpiedStage();
  using _stage = stage;
  Deno.writeTextFileSync(stage.mark("loop-enabled"), "");
  const ran = await stage.registered("stop", stage.event("Stop"), {
    env: { CLAUDE_PROJECT_DIR: undefined },
  });
  assertEquals([ran.code, ran.stdout], [0, ""]);
  assertEquals(wasCalled(), false);
});

Deno.test("gate: without CLAUDE_PROJECT_DIR the binary allows the stop", async () => {
  using stage = await makeStage();
  assertEquals(await stage.turn({}, { env: { CLAUDE_PROJECT_DIR: undefined } }), {});
  assertEquals(await stage.turn({}, { env: { CLAUDE_PROJECT_DIR: "" } }), {});
  assertEquals(await stage.turn({}, { env: { CLAUDE_PROJECT_DIR: "relative/path" } }), {});
});

Deno.test("gate: a loop's record without its marker still starts the program", async () => {
  const { stage, wasCalled } = await makeSpiedStage();
  using _stage = stage;
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "{}");
  await stage.registered("stop", stage.event("Stop"));
  assertEquals(wasCalled(), true);
});

Deno.test("gate: a missing program is reported at Stop, and the other hooks are silent", async () => {
  using stage = await makeStage();
  const settings = stage.inHome("settings.json");
  const gone = join(stage.root, "gone", "ralph");
  Deno.writeTextFileSync(
    settings,
    Deno.readTextFileSync(settings).replaceAll(JSON.stringify(RALPH).slice(1, -1), gone),
  );
  assertStringIncludes(
    answerOf(await stage.registered("stop", stage.event("Stop")))["systemMessage"],
    "ralph was not found",
  );
  for (const action of ["guard", "archive", "session", "prompt"] as const) {
    const ran = await stage.registered(action, stage.event("PreToolUse"));
    assertEquals([ran.code, ran.stdout, ran.stderr], [0, "", ""], action);
  }
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
    Deno.writeTextFileSync(stage.plan, "- [x] one\n");
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
  await stage.ok(["start", "-f", "PLAN.md", "--session", "s-1"], { env });
  const event = stage.event("Stop", { session_id: "s-1", last_assistant_message: "x" });
  assert(continuationOf(await stage.hook("stop", event, { env })) !== null);
});
