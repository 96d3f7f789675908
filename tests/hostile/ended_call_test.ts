/** Every call that ended is a chance to repair, whatever tool it was; the kill switch is the user's. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs";
import { assertPutBack, Call, MARKS, remove } from "../e2e/_call.ts";
import { answerOf, makeStage, SESSION, type Stage } from "../e2e/_stage.ts";

/** The end of a call whose beginning no hook sees, by every entry that the client calls for it. */
async function end(stage: Stage, tool: string, fields: Record<string, unknown> = {}) {
  const event = stage.event("PostToolUse", {
    tool_name: tool,
    tool_use_id: `toolu_${crypto.randomUUID()}`,
    tool_input: {},
    duration_ms: 400,
    ...fields,
  });
  return printed(await stage.registered("session --lazy", event));
}

/** A call whose program names the kill switch if the guard does not look. */
const NAMES_SWITCH = {
  tool_input: { command: "python3 - <<END\nopen('.claude/STOP_LOOP', 'w')\nEND" },
};

function printed(ran: Parameters<typeof answerOf>[0]) {
  return ran.stdout.trim() === "" ? {} : answerOf(ran);
}

Deno.test("ended call: marks that a skill's shell line removed are put back at the end of the call", async () => {
  using stage = await makeStage();
  remove(stage, ...MARKS);
  assertPutBack(await end(stage, "Skill"), "`Skill` removed", ...MARKS);
  assert(stage.hasLoop());
});

Deno.test("ended call: any tool's failure is such an end too", async () => {
  using stage = await makeStage();
  remove(stage, ...MARKS);
  const answer = await end(stage, "SomeNewTool", { hook_event_name: "PostToolUseFailure" });
  assertPutBack(answer, ...MARKS);
});

Deno.test("ended call: one that changed nothing prints nothing, and the next starts no program", async () => {
  using stage = await makeStage();
  await end(stage, "Read");
  const minuteAgo = Date.now() / 1000 - 60;
  for (const name of [".", ...MARKS]) Deno.utimeSync(stage.mark(name), minuteAgo, minuteAgo);
  assertEquals(await end(stage, "Read"), {});
  const program = "exit 9";
  Deno.writeTextFileSync(`${stage.root}/ralph`, `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  const event = stage.event("PostToolUse", { tool_name: "Read", duration_ms: 3 });
  const gate = stage.inHome("ralph", "gate");
  const text = Deno.readTextFileSync(gate);
  Deno.writeTextFileSync(gate, text.replace(/^ralph=.*$/m, `ralph=${stage.root}/ralph`));
  const ran = await stage.registered("session --lazy", event);
  assertEquals([ran.code, ran.stdout], [0, ""]);
  Deno.utimeSync(stage.mark("ralph-state.json"), Date.now() / 1000 + 60, Date.now() / 1000 + 60);
  assertEquals((await stage.registered("session --lazy", event)).code, 9);
});

Deno.test("ended call: marks that vanish before the session's first guarded call are noticed", async () => {
  using stage = await makeStage();
  remove(stage, ...MARKS);
  const answer = answerOf(await stage.registered("stop", stage.stopEvent({ tool: false })));
  assertStringIncludes(answer["systemMessage"], "loop-enabled was deleted");
  assertEquals(stage.stopRecord()?.["code"], "disabled");
});

Deno.test("ended call: a session that claims a loop is known before its first call", async () => {
  using stage = await makeStage({ session: null });
  assertEquals(existsSync(stage.inHome("ralph", "active", SESSION)), false);
  await stage.raise("SessionStart", { source: "startup" });
  assert(existsSync(stage.inHome("ralph", "active", SESSION)));
});

Deno.test("kill switch: one that a call made is taken back at its end, and said", async () => {
  using stage = await makeStage();
  const answer = await new Call(stage, NAMES_SWITCH).around(() => stage.kill());
  assertMatch(
    answer["systemMessage"] ?? "",
    /STOP_LOOP appeared while `python3 - .*` ran, and ralph/,
  );
  assertStringIncludes(answer["hookSpecificOutput"]?.additionalContext ?? "", "only the user");
  assertEquals(existsSync(stage.mark("STOP_LOOP")), false);
  assertEquals(await new Call(stage).begin(), {}, "the loop goes on");
  assertEquals(stage.journal().at(-1)?.["evidence"], [".claude/STOP_LOOP"]);
});

Deno.test("kill switch: with the marks gone too, all is taken back", async () => {
  using stage = await makeStage();
  const answer = await new Call(stage, NAMES_SWITCH).around(() => {
    Deno.mkdirSync(stage.mark("STOP_LOOP"));
    remove(stage, ...MARKS);
  });
  assertPutBack({ ...answer, systemMessage: answer["systemMessage"].split("\n").at(-1) }, ...MARKS);
  assertEquals(existsSync(stage.mark("STOP_LOOP")), false);
});

Deno.test("kill switch: a skill's is taken back too", async () => {
  using stage = await makeStage();
  stage.kill();
  // However slow the machine is, the switch was made during the call.
  const answer = await end(stage, "Skill", { duration_ms: 60_000 });
  assertStringIncludes(answer["systemMessage"], "ralph removed it");
  assertEquals(existsSync(stage.mark("STOP_LOOP")), false);
});

Deno.test("kill switch: the user's, made while no call runs, ends the loop at the next call", async () => {
  using stage = await makeStage();
  await new Call(stage).around(() => {});
  stage.kill();
  // A call that began after it was made is not what made it.
  const soon = Date.now() / 1000;
  while (Date.now() / 1000 < soon + 0.8) await new Promise((done) => setTimeout(done, 50));
  await end(stage, "Read", { duration_ms: 5 });
  assert(existsSync(stage.mark("STOP_LOOP")));
  assertEquals((await new Call(stage).begin())["continue"], false);
  assertEquals(stage.stopRecord()?.["code"], "kill-switch");
});

Deno.test("kill switch: the user's, made while a call runs that does not name it, ends the loop at once", async () => {
  using stage = await makeStage();
  const answer = await new Call(stage, { tool_input: { command: "npm test" } })
    .around(() => stage.kill());
  assertEquals(answer["systemMessage"], undefined);
  assert(existsSync(stage.mark("STOP_LOOP")));
  assertEquals((await new Call(stage).begin())["continue"], false);
  assertEquals(stage.stopRecord()?.["code"], "kill-switch");
});

Deno.test("kill switch: made again within ten minutes, it is the user's, during a call too", async () => {
  using stage = await makeStage();
  await new Call(stage, NAMES_SWITCH).around(() => stage.kill());
  assertEquals(existsSync(stage.mark("STOP_LOOP")), false);
  await new Call(stage, NAMES_SWITCH).around(() => stage.kill());
  assert(existsSync(stage.mark("STOP_LOOP")));
  assertEquals((await new Call(stage).begin())["continue"], false);
});

Deno.test("server's tools: one that names the kill switch is refused, and one that changes a file of the loop", async () => {
  using stage = await makeStage();
  const ask = async (tool: string, tool_input: Record<string, unknown>) => {
    const event = stage.event("PreToolUse", { tool_name: tool, tool_use_id: "t", tool_input });
    const answer = answerOf(await stage.registered("guard", event));
    return answer["hookSpecificOutput"]?.permissionDecision;
  };
  const path = stage.mark("STOP_LOOP");
  for (
    const [tool, input] of [
      ["mcp__files__write_file", { path, content: "" }],
      ["mcp__files__write_file", { path: ".claude/STOP_LOOP", content: "" }],
      ["mcp__files__do", { uri: `file://${path}` }],
      ["mcp__files__create_directory", { paths: [".claude/STOP_LOOP"] }],
      ["mcp__files__write_file", { path: ".claude/ralph-config.json", content: "{}" }],
      ["mcp__files__delete", { path: ".claude" }],
      ["mcp__shell__execute", { command: "touch .claude/STOP_LOOP" }],
    ] as const
  ) assertEquals(await ask(tool, input), "deny", `${tool} ${JSON.stringify(input)}`);
  for (
    const [tool, input] of [
      ["mcp__files__read_file", { path }],
      ["mcp__files__list_directory", { path: ".claude" }],
      ["mcp__files__write_file", { path: "docs/STOP_LOOP.md", content: "touch .claude/STOP_LOOP" }],
      ["mcp__notes__create", { text: "The user makes .claude/STOP_LOOP to end the loop." }],
      ["mcp__git__git_add", { files: [".claude/ralph-config.json"] }],
      ["mcp__shell__execute", { command: "cat .claude/STOP_LOOP" }],
      ["mcp__github__create_issue", { title: "ralph", body: "x\n.claude/loop-enabled\n" }],
    ] as const
  ) assertEquals(await ask(tool, input), undefined, `${tool} ${JSON.stringify(input)}`);
});

Deno.test("prompt: the client's word for who sent it is believed", async () => {
  const beat = async (fields: Record<string, unknown>) => {
    using stage = await makeStage();
    await stage.raise("UserPromptSubmit", fields);
    const lines = Deno.readTextFileSync(`${stage.loopDir()}/beats.jsonl`).trim().split("\n");
    return JSON.parse(lines.at(-1)!)["human"];
  };
  for (const source of ["system", "loop_wakeup", "schedule_wakeup", "poll_event"]) {
    assertEquals(await beat({ prompt: "go on", source }), false, source);
  }
  assertEquals(await beat({ prompt: "<task-notification> is what I see", source: "user" }), true);
  for (const source of ["sdk", "something_new"]) {
    assertEquals(await beat({ prompt: "go on", source }), true);
    assertEquals(await beat({ prompt: "<task-notification>done", source }), false);
  }
  assertEquals(await beat({ prompt: "<task-notification>done" }), false);
});
