/** The registered hooks put back files of the loop that a tool call destroyed. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { assertPutBack, Call, MARKS, remove } from "./_call.ts";
import { answerOf, makeStage, SESSION, STRANGER } from "./_stage.ts";

Deno.test("repair: marker and record removed by a command are put back, and that is journalled", async () => {
  using stage = await makeStage();
  const before = stage.record();
  const call = new Call(stage);
  await call.begin();
  remove(stage, ...MARKS);
  assertPutBack(await call.end(), "`make clean` removed", ...MARKS);
  assertEquals(stage.record(), before);
  const line = stage.journal().at(-1)!;
  assertEquals([line["code"], line["evidence"]], ["repaired", MARKS.map((it) => `.claude/${it}`)]);
  // Reported once.
  assertEquals(await new Call(stage).end(), {});
});

Deno.test("repair: a removed .claude is put back: configuration, templates, adapters with their modes", async () => {
  using stage = await makeStage();
  await stage.ok(["encourage", "small steps"]);
  const files = {
    "ralph-config.json": Deno.readTextFileSync(stage.mark("ralph-config.json")),
    "loop-config.json": '{"max_hours": 8}',
    "ralph-templates/continue.md": "Go on.\n",
    "ralph-adapters/mine.sh": "#!/bin/sh\n",
  };
  for (const [name, text] of Object.entries(files)) {
    Deno.mkdirSync(join(stage.mark(name), ".."), { recursive: true });
    Deno.writeTextFileSync(stage.mark(name), text);
  }
  Deno.chmodSync(stage.mark("ralph-adapters/mine.sh"), 0o755);
  const call = new Call(stage);
  await call.begin();
  Deno.removeSync(join(stage.project, ".claude"), { recursive: true });
  assertPutBack(await call.end(), ...MARKS, ...Object.keys(files));
  for (const [name, text] of Object.entries(files)) {
    assertEquals(Deno.readTextFileSync(stage.mark(name)), text, name);
  }
  assertEquals(Deno.statSync(stage.mark("ralph-adapters/mine.sh")).mode! & 0o777, 0o755);
});

Deno.test("repair: without an event for the end of the call, the next command or Stop puts back", async () => {
  using stage = await makeStage();
  await new Call(stage).begin();
  remove(stage, ...MARKS);
  assertPutBack(await new Call(stage).begin(), ...MARKS);

  remove(stage, ...MARKS);
  const answer = answerOf(await stage.registered("stop", stage.stopEvent()));
  assertStringIncludes(answer["systemMessage"], "ralph restored them");
  assertStringIncludes(answer["hookSpecificOutput"].additionalContext, "ralph restored them");
  assertStringIncludes(answer["hookSpecificOutput"].additionalContext, "PLAN.md");
});

Deno.test("repair: a marker deleted while no call runs ends the loop, also after a refused call", async () => {
  for (const names of [["loop-enabled"], MARKS]) {
    using stage = await makeStage();
    const refused = new Call(stage);
    await refused.begin();
    // The user refused the call: it has no end, but the turn has.
    await stage.registered("stop", stage.stopEvent());
    remove(stage, ...names);
    assertEquals((await new Call(stage).begin())["systemMessage"], undefined);
    const answer = answerOf(await stage.registered("stop", stage.stopEvent()));
    assertEquals(stage.stopRecord()?.["code"], "disabled");
    assertStringIncludes(answer["systemMessage"], "loop-enabled was deleted");
    assertEquals(existsSync(stage.inHome("ralph", "active", SESSION)), false);
  }
});

Deno.test("repair: a marker that disappears alone twice within ten minutes is not put back", async () => {
  using stage = await makeStage();
  for (const expected of [true, false]) {
    const answer = await new Call(stage).around(() => remove(stage, "loop-enabled"));
    assertEquals(existsSync(stage.mark("loop-enabled")), expected);
    if (!expected) assertStringIncludes(answer["systemMessage"], "twice within ten minutes");
  }
  await stage.registered("stop", stage.stopEvent());
  assertEquals(stage.stopRecord()?.["code"], "disabled");
});

Deno.test("repair: a cleanup that takes more than the marker is put back as often as it runs", async () => {
  using stage = await makeStage();
  const before = stage.record();
  for (let time = 0; time < 4; time++) {
    assertPutBack(await new Call(stage).around(() => remove(stage, ...MARKS)), ...MARKS);
    assertEquals(stage.record(), before);
  }
});

Deno.test("repair: ralph stop in another terminal during a call ends the loop, whatever the call destroys", async () => {
  for (const times of [1, 2]) {
    using stage = await makeStage();
    await stage.raise("UserPromptSubmit", { prompt: "Work" });
    const call = new Call(stage);
    await call.begin();
    for (let time = 0; time < times; time++) await stage.ok(["stop"]);
    for (const name of MARKS) if (existsSync(stage.mark(name))) remove(stage, name);
    assertEquals(await call.end().catch(() => ({})), {});
    await stage.registered("stop", stage.stopEvent());
    assertEquals(stage.stopRecord()?.["code"], "stopped-by-user");
    assertEquals(stage.hasLoop(), false);
  }
});

Deno.test("repair: ralph stop ends the loop after the running command removed marker and record", async () => {
  using stage = await makeStage();
  const call = new Call(stage);
  await call.begin();
  remove(stage, ...MARKS);
  assertStringIncludes(await stage.ok(["stop"]), "is stopped");
  const ended = await stage.registered("session", stage.event("PostToolUse"));
  assertEquals([ended.code, ended.stdout], [0, ""]);
  assertEquals(stage.stopRecord()?.["code"], "stopped-by-user");
  assertEquals(stage.hasLoop(), false);
});

Deno.test("repair: an edit by the user or by ralph during a call is kept", async () => {
  using stage = await makeStage();
  const call = new Call(stage);
  await call.begin();
  await stage.ok(["encourage", "small steps"]);
  await stage.ok(["config", "set", "max_hours", "7"]);
  const config = Deno.readTextFileSync(stage.mark("ralph-config.json"));
  await stage.raise("UserPromptSubmit", { prompt: "Faster" });
  const record = stage.record();
  // What ralph itself changed is not held against the call.
  assertEquals(await call.end(), {});
  assertEquals(stage.record(), record);
  assertEquals(Deno.readTextFileSync(stage.mark("ralph-config.json")), config);
  // What the user wrote is what is put back from now on.
  assertPutBack(
    await new Call(stage).around(() => remove(stage, "ralph-config.json")),
    "ralph-config.json",
  );
  assertEquals(Deno.readTextFileSync(stage.mark("ralph-config.json")), config);
});

Deno.test("repair: a record that was replaced or cut off is put back", async () => {
  using stage = await makeStage();
  const before = stage.record();
  for (const text of ["", '{"version":2', JSON.stringify({ ...before, state: "stopped" })]) {
    const call = new Call(stage);
    await call.begin();
    Deno.writeTextFileSync(stage.mark("ralph-state.json"), text);
    assertPutBack(await call.end(), "changed .claude/ralph-state.json");
    assertEquals(stage.record(), before);
  }
});

Deno.test("repair: files removed by another server's tool are put back at its end", async () => {
  using stage = await makeStage();
  await new Call(stage).begin();
  await stage.registered("stop", stage.stopEvent());
  const call = new Call(stage, { tool_name: "mcp__files__delete", tool_input: { path: "x" } });
  remove(stage, "loop-enabled");
  assertPutBack(await call.end({ duration_ms: 60_000 }), "`mcp__files__delete` removed");
});

Deno.test("repair: files removed before such a call began are not put back", async () => {
  using stage = await makeStage();
  await new Call(stage).begin();
  await stage.registered("stop", stage.stopEvent());
  remove(stage, "loop-enabled");
  const minuteAgo = Date.now() / 1000 - 60;
  for (const path of [".", "ralph-state.json"]) {
    Deno.utimeSync(stage.mark(path), minuteAgo, minuteAgo);
  }
  assertEquals(await new Call(stage, { tool_name: "mcp__files__delete" }).end(), {});
  assertEquals(existsSync(stage.mark("loop-enabled")), false);
});

Deno.test("repair: files removed by another session's command are put back", async () => {
  using stage = await makeStage();
  const first = new Call(stage);
  await first.begin();
  await first.end();
  const env = { CLAUDE_CODE_SESSION_ID: STRANGER };
  const call = { tool_name: "Bash", tool_use_id: "toolu_s", tool_input: { command: "make clean" } };
  const event = (name: string) => stage.event(name, { ...call, session_id: STRANGER });
  await stage.registered("guard", event("PreToolUse"), { env });
  remove(stage, ...MARKS);
  // The owner's next command must not take it for the user's deletion.
  assertPutBack(await new Call(stage).begin(), ...MARKS);
  assertEquals(
    answerOf(await stage.registered("session", event("PostToolUse"), { env })),
    {},
  );
});

Deno.test("repair: a link is not followed out of the project", async () => {
  using stage = await makeStage();
  const outside = join(stage.root, "outside");
  Deno.writeTextFileSync(outside, "mine");
  const call = new Call(stage);
  await call.begin();
  remove(stage, "loop-enabled");
  Deno.symlinkSync(outside, stage.mark("loop-enabled"));
  assertPutBack(await call.end(), "loop-enabled");
  assertEquals(Deno.readTextFileSync(outside), "mine");
  assert(Deno.lstatSync(stage.mark("loop-enabled")).isFile);
});

Deno.test("repair: an ended loop leaves no copies and no file for the gate", async () => {
  using stage = await makeStage();
  await new Call(stage).begin();
  const dir = stage.loopDir();
  assert(existsSync(join(dir, "copies")) && existsSync(join(dir, "calls")));
  // The first drains the running turn, the second ends the loop at once.
  await stage.ok(["stop"]);
  await stage.ok(["stop"]);
  assertEquals([existsSync(join(dir, "copies")), existsSync(join(dir, "calls"))], [false, false]);
  assertEquals([...Deno.readDirSync(stage.inHome("ralph", "active"))], []);
});
