/** `ralph hook guard` end to end; what is refused is judged in tests/guard. */
import { assert, assertEquals } from "@std/assert";
import {
  type Answer,
  type CallOptions,
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

Deno.test("guard: the kill switch denies any call, ends the turn, and records the stop", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.kill();
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

Deno.test("guard: the kill switch of this loop does not end another session's turn", async () => {
  using stage = await makeStage();
  stage.kill();
  assertEquals(await bash(stage, "ls", { session_id: STRANGER }), {});
  assert(stage.hasLoop());
});

for (const tool of ["AskUserQuestion", "ExitPlanMode"]) {
  Deno.test(`guard: ${tool} is denied only in the loop's session while it runs`, async () => {
    using stage = await makeStage();
    assertDenied(await call(stage, tool, {}));
    assertEquals(await call(stage, tool, {}, { session_id: STRANGER }), {});
    await stage.raise("SessionEnd");
    assertEquals(await call(stage, tool, {}), {}, "not while the loop is paused");
    await stage.raise("SessionStart", { source: "resume" });
    stage.configure({ unattended: false });
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
  await stage.raise("SessionEnd");
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

Deno.test("guard: the working directory of the call counts", async () => {
  using stage = await makeStage();
  assertDenied(await bash(stage, "rm loop-enabled", { cwd: stage.mark("") }));
  assertEquals(await bash(stage, "rm loop-enabled", { cwd: stage.root }), {});
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
