/** `ralph hook guard` end to end; the table of harmful commands is in tests/guard. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import {
  type Answer,
  begin,
  type CallOptions,
  continuationOf,
  type Fields,
  makeStage,
  type Stage,
  STRANGER,
} from "./_stage.ts";

function call(
  stage: Stage,
  tool: string,
  input: Fields,
  over: Fields = {},
  options: CallOptions = {},
): Promise<Answer> {
  const event = stage.event("PreToolUse", {
    tool_name: tool,
    tool_use_id: "toolu_1",
    tool_input: input,
    ...over,
  });
  return stage.hook("guard", event, options);
}

function bash(
  stage: Stage,
  command: string,
  over: Fields = {},
  options: CallOptions = {},
): Promise<Answer> {
  return call(stage, "Bash", { command }, over, options);
}

function assertDenied(answer: Answer, what = ""): void {
  const output = answer["hookSpecificOutput"];
  assertEquals(output?.hookEventName, "PreToolUse", `${what}: ${JSON.stringify(answer)}`);
  assertEquals(output.permissionDecision, "deny");
  const reason: string = output.permissionDecisionReason;
  assert(reason.length > 20 && reason.length < 400, reason);
}

const HARM = [
  "rm -rf .claude",
  "cat /dev/null > .claude/ralph-state.json",
  "touch .claude/STOP_LOOP",
  "rm .claude/STOP_LOOP",
  "ralph stop",
  "ralph config set max_hours 1",
  "rm -rf ~/.claude/ralph",
  "rm -rf .[!.]*",
  "sed -i 's/Stop/Stpo/' ~/.claude/settings.json",
];

Deno.test("guard: the agent may not remove, overwrite or disable the user's files", async () => {
  using stage = await makeStage();
  for (const command of HARM) assertDenied(await bash(stage, command), command);
});

Deno.test("guard: reading and ordinary work get an empty answer, never an allow", async () => {
  using stage = await makeStage();
  for (
    const command of [
      "cat .claude/ralph-state.json > /dev/null",
      "ls -la .claude",
      "npm test",
      "ralph status",
      "git status && git add PLAN.md && git commit -m 'work'",
      "rm -rf node_modules",
      "",
      "   ",
    ]
  ) assertEquals(await bash(stage, command), {}, command);
  assertEquals(
    await call(stage, "Write", { file_path: `${stage.project}/src/a.ts`, content: "" }),
    {},
  );
  assertEquals(await call(stage, "Edit", { file_path: stage.plan }), {}, "the plan is the agent's");
});

Deno.test("guard: every editing tool is denied on control files", async () => {
  using stage = await makeStage();
  for (const tool of ["Write", "Edit", "MultiEdit", "NotebookEdit"]) {
    const key = tool === "NotebookEdit" ? "notebook_path" : "file_path";
    for (
      const path of [
        stage.mark("ralph-config.json"),
        ".claude/STOP_LOOP",
        stage.inHome("ralph-stop-reason.json"),
      ]
    ) assertDenied(await call(stage, tool, { [key]: path }), `${tool} ${path}`);
  }
});

Deno.test("guard: the kill switch denies any call, ends the turn, and records the stop", async () => {
  using stage = await makeStage();
  await stage.turn();
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  const answer = await call(stage, "Bash", { command: "ls" });
  assertDenied(answer);
  assertEquals(answer["continue"], false);
  assertEquals([stage.stopRecord()?.["type"], stage.stopRecord()?.["code"]], [
    "hard",
    "kill-switch",
  ]);
  assertEquals(stage.hasLoop(), false);
  assertEquals(await stage.turn(), {});
});

Deno.test("guard: a left-over kill switch does not end the next loop", async () => {
  using stage = await makeStage();
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  await stage.turn();
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  await begin(stage, ["-f", "PLAN.md"]);
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("guard: the kill switch of this loop does not end another session's turn", async () => {
  using stage = await makeStage();
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  assertEquals(await bash(stage, "ls", { session_id: STRANGER }), {});
  assert(stage.hasLoop());
});

for (const tool of ["AskUserQuestion", "ExitPlanMode"]) {
  Deno.test(`guard: ${tool} is denied only in the loop's session while it runs`, async () => {
    using stage = await makeStage();
    assertDenied(await call(stage, tool, {}));
    assertEquals(await call(stage, tool, {}, { session_id: STRANGER }), {});
    await stage.hook("session", stage.event("SessionEnd"));
    assertEquals(await call(stage, tool, {}), {}, "not while the loop is paused");
    await stage.hook("session", stage.event("SessionStart", { source: "resume" }));
    Deno.writeTextFileSync(stage.mark("ralph-config.json"), '{"unattended": false}');
    assertEquals(await call(stage, tool, {}), {}, "not where the user is present");
  });
}

Deno.test("guard: every session of the project is guarded while the loop runs, drains or is paused", async () => {
  using stage = await makeStage();
  const harm = "rm -f .claude/loop-enabled";
  assertDenied(await bash(stage, harm, { session_id: STRANGER }));
  assertDenied(await bash(stage, harm, { session_id: "" }));
  assertDenied(await bash(stage, harm, { agent_id: "agent-1" }));
  assertDenied(await bash(stage, harm, {}, { env: { RALPH_INSIDE_RUN: "1" } }));
  await stage.ok(["stop"]);
  assertEquals(stage.record()["state"], "draining");
  assertDenied(await bash(stage, harm));
  stage.patchRecord({ state: "running" });
  await stage.hook("session", stage.event("SessionEnd"));
  assertDenied(await bash(stage, harm, { session_id: STRANGER }));
});

Deno.test("guard: a broken record is guarded too", async () => {
  using stage = await makeStage();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "broken");
  assertDenied(await bash(stage, "rm -f .claude/ralph-state.json"));
});

Deno.test("guard: without a loop every call gets an empty answer", async () => {
  using stage = await makeStage({ start: null });
  for (const command of ["rm -rf .claude", "ralph stop", "touch .claude/STOP_LOOP"]) {
    assertEquals(await bash(stage, command), {});
  }
  assertEquals(await call(stage, "AskUserQuestion", {}), {});
});

Deno.test("guard: a command line that is too long to judge passes", async () => {
  using stage = await makeStage();
  const line = Array.from({ length: 20_000 }, (_, index) => `echo $((${index}))`).join("; ");
  assertEquals(await bash(stage, `${line}; rm -f .claude/x*`), {});
  const nested = `${"$(".repeat(3000)}rm .claude/loop-enabled${")".repeat(3000)}`;
  assertEquals(await bash(stage, nested), {});
});

Deno.test("guard: the working directory of the call counts", async () => {
  using stage = await makeStage();
  assertDenied(await bash(stage, "rm loop-enabled", { cwd: stage.mark("") }));
  assertEquals(await bash(stage, "rm loop-enabled", { cwd: stage.root }), {});
});

Deno.test("guard: a file tool is judged by where the path leads, through links too", async () => {
  using stage = await makeStage();
  stage.put(".claude/ralph-templates/continue.md", "Go on.\n");
  Deno.symlinkSync(".claude", join(stage.project, "cl"));
  Deno.symlinkSync(stage.mark("loop-enabled"), join(stage.project, "flag"));
  const settings = JSON.stringify({ disableAllHooks: true });
  for (
    const [tool, path, input] of [
      ["Write", "cl/ralph-templates/continue.md", { content: "Stop." }],
      ["Write", "cl/ralph-templates/new.md", { content: "Stop." }],
      ["Edit", "cl/loop-enabled", { old_string: "2", new_string: "3" }],
      ["MultiEdit", "cl/ralph-state.json", { edits: [] }],
      ["Write", "flag", { content: "" }],
      ["Write", "cl/STOP_LOOP", { content: "" }],
      ["Write", "cl/settings.json", { content: settings }],
    ] as const
  ) {
    const file_path = join(stage.project, path);
    const answer = await call(stage, tool, { file_path, ...input });
    assertEquals(answer["hookSpecificOutput"]?.permissionDecision, "deny", path);
  }
  const notebook = { notebook_path: join(stage.project, "cl/ralph-adapters/x.ipynb") };
  assertEquals(
    (await call(stage, "NotebookEdit", notebook))["hookSpecificOutput"]?.permissionDecision,
    "deny",
  );
  for (const path of ["src/a.ts", "cl/notes.md", "cl/settings.json"]) {
    const file_path = join(stage.project, path);
    assertEquals(await call(stage, "Write", { file_path, content: "{}" }), {}, path);
  }
});

Deno.test("guard: where the user removed marker and record, nothing is refused any more", async () => {
  using stage = await makeStage();
  const bash = (command: string) => call(stage, "Bash", { command });
  const line = "rm .claude/ralph-config.json";
  assertEquals((await bash(line))["hookSpecificOutput"]?.permissionDecision, "deny");
  await stage.registered("stop", stage.stopEvent());
  for (const name of ["loop-enabled", "ralph-state.json"]) Deno.removeSync(stage.mark(name));
  assertEquals(await bash(line), {});
});
