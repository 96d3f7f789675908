/** A loop belongs to one session, and others are not touched. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { hashTree } from "./_tree.ts";
import {
  type Action,
  continuationOf,
  type Fields,
  makeStage,
  SESSION,
  type Stage,
  STRANGER,
} from "./_stage.ts";

/** One event of every kind that a session raises, by the hook that answers it. */
function everyEvent(stage: Stage, over: Fields): [Action, Fields][] {
  return [
    ["stop", stage.event("Stop", { last_assistant_message: "done", ...over })],
    ["session", stage.event("UserPromptSubmit", { prompt: "hello", ...over })],
    ["session", stage.event("Stop", { background_tasks: [{ id: "b", type: "shell" }], ...over })],
    [
      "session",
      stage.event("PostToolUse", { tool_name: "Bash", tool_use_id: "t", duration_ms: 5, ...over }),
    ],
    [
      "session",
      stage.event("StopFailure", { error: "rate_limit", last_assistant_message: "limit", ...over }),
    ],
    ["session", stage.event("SessionStart", { source: "compact", ...over })],
    ["guard", stage.event("PreToolUse", { tool_name: "AskUserQuestion", tool_input: {}, ...over })],
    [
      "guard",
      stage.event("PreToolUse", {
        tool_name: "Write",
        tool_input: { file_path: `${stage.project}/a.md` },
        ...over,
      }),
    ],
    ["session", stage.event("SessionEnd", { reason: "other", ...over })],
  ];
}

async function assertUntouched(stage: Stage, events: [Action, Fields][], env = {}): Promise<void> {
  const before = await hashTree(stage.root);
  for (const [action, event] of events) {
    const answer = await stage.hook(action, event, { env });
    assertEquals(answer, {}, `${action}: ${event["hook_event_name"]}`);
  }
  assertEquals(await hashTree(stage.root), before, "no file may change");
}

Deno.test("ownership: a second session of the project gets {} and changes no file", async () => {
  using stage = await makeStage();
  await stage.turn();
  const events = everyEvent(stage, { session_id: STRANGER })
    // A session that begins is shown the loop; that has its own test.
    .filter(([, event]) => event["hook_event_name"] !== "SessionStart");
  await assertUntouched(stage, events, { CLAUDE_CODE_SESSION_ID: STRANGER });
});

Deno.test("ownership: an empty session id never matches, not even an unclaimed loop", async () => {
  using stage = await makeStage({ session: null });
  await assertUntouched(stage, everyEvent(stage, { session_id: "" }));
  await assertUntouched(stage, [["stop", { hook_event_name: "Stop" }]]);
});

Deno.test("ownership: a subagent's events are silent and change nothing", async () => {
  using stage = await makeStage();
  await stage.turn();
  const events = everyEvent(stage, { agent_id: "agent-1", agent_type: "general-purpose" })
    // The guard and the archive apply to subagents too, and their tool calls count as active time.
    .filter(([action, event]) =>
      action === "stop" || action === "session" && event["hook_event_name"] !== "PostToolUse"
    );
  await assertUntouched(stage, events);
});

Deno.test("ownership: the session hooks ignore an agent of ralph run", async () => {
  using stage = await makeStage();
  await stage.turn();
  const events = everyEvent(stage, {}).filter(([action]) =>
    action === "stop" || action === "session"
  );
  await assertUntouched(stage, events, { RALPH_INSIDE_RUN: "1" });
});

Deno.test("ownership: without a loop no file of project and home changes", async () => {
  using stage = await makeStage({ start: null });
  await assertUntouched(stage, everyEvent(stage, {}));
});

Deno.test("ownership: a session that begins claims an unclaimed loop, with a message", async () => {
  using stage = await makeStage({ session: null });
  const answer = await stage.raise("SessionStart", { source: "startup" });
  assert("systemMessage" in answer);
  assertEquals(stage.record()["owner_session"], SESSION);
  await stage.raise("UserPromptSubmit", { prompt: "begin" });
  assert(continuationOf(await stage.turn()) !== null);
  assertEquals(await stage.turn({ fields: { session_id: STRANGER } }), {});
});

Deno.test("ownership: the first prompt of a person claims an unclaimed loop, with a message", async () => {
  using stage = await makeStage({ session: null });
  assertEquals(await stage.turn(), {}, "a Stop does not claim");
  const notification = stage.event("UserPromptSubmit", {
    prompt: "<task-notification>done</task-notification>",
  });
  assertEquals(
    await stage.hook("session", notification),
    {},
    "a finished background task is not a person",
  );
  assertEquals(stage.record()["owner_session"], null);
  const answer = await stage.raise("UserPromptSubmit", { prompt: "begin" });
  assert("systemMessage" in answer);
  assertEquals(stage.journal().at(-1)?.["kind"], "claim");
  const text: string = answer["hookSpecificOutput"].additionalContext;
  assertStringIncludes(text, stage.plan);
  assertStringIncludes(text, "one");
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("ownership: after a claim without a prompt the first prompt names the permission mode, once", async () => {
  for (const [mode, isNamed] of [["default", true], ["bypassPermissions", false]] as const) {
    using stage = await makeStage({ session: null });
    // The client names no mode when a session begins.
    const { permission_mode: _mode, ...begins } = stage.event("SessionStart", {
      source: "startup",
    });
    const claimed = await stage.hook("session", begins);
    assertStringIncludes(claimed["systemMessage"], "runs in this session");
    const shown: string[] = [];
    for (const text of ["go", "faster"]) {
      const prompt = stage.event("UserPromptSubmit", { prompt: text, permission_mode: mode });
      const { systemMessage = "" } = await stage.hook("session", prompt);
      shown.push(systemMessage);
      await stage.turn();
    }
    assertEquals(shown.map((line) => line.includes("Claude Code asks before it edits files")), [
      isNamed,
      false,
    ]);
  }
});

Deno.test("ownership: with several sessions the next prompt claims the loop, a beginning session does not", async () => {
  using stage = await makeStage({ session: null });
  await stage.turn({ fields: { session_id: STRANGER } });
  const begun = await stage.raise("SessionStart", { source: "startup" });
  assertEquals(stage.record()["owner_session"], null, "which session is meant is unknown");
  assertStringIncludes(begun["systemMessage"], "gets a prompt");
  const status = await stage.ok(["status"]);
  assertStringIncludes(status, "that should own it");
  assertStringIncludes(status, `--resume --session ${STRANGER}`);
  assertStringIncludes(status, `--resume --session ${SESSION}`);
  await stage.raise("UserPromptSubmit", { prompt: "begin" });
  assertEquals(stage.record()["owner_session"], SESSION);
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("ownership: a closed session is no longer a candidate", async () => {
  using stage = await makeStage({ session: null });
  await stage.turn({ fields: { session_id: STRANGER } });
  await stage.raise("SessionEnd", { session_id: STRANGER, reason: "other" });
  assertEquals(stage.record()["sessions_seen"], []);
  await stage.raise("SessionStart", { source: "startup" });
  assertEquals(stage.record()["owner_session"], SESSION);
});

Deno.test("ownership: a compaction does not claim a loop", async () => {
  using stage = await makeStage({ session: null });
  await stage.raise("SessionStart", { source: "compact" });
  assertEquals(stage.record()["owner_session"], null, "that session is about something else");
});

Deno.test("ownership: a session in -p does not claim a loop", async () => {
  using stage = await makeStage({ session: null });
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "0" };
  await stage.raise("SessionStart", { source: "startup" }, { env });
  await stage.raise("UserPromptSubmit", { prompt: "work" }, { env });
  assertEquals(await stage.turn({}, { env }), {});
  assertEquals(stage.record()["owner_session"], null);
});

Deno.test("ownership: a session in -p owns the loop if --session named it", async () => {
  using stage = await makeStage({ session: null, start: ["-f", "PLAN.md", "--session", SESSION] });
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "0" };
  await stage.raise("SessionStart", { source: "startup" }, { env });
  await stage.raise("UserPromptSubmit", { prompt: "work" }, { env });
  assert(continuationOf(await stage.turn({}, { env })) !== null);
});

for (const source of ["clear", "startup"]) {
  Deno.test(`ownership: a new id (${source}) does not take the loop over and is shown how to`, async () => {
    using stage = await makeStage();
    await stage.turn();
    const answer = await stage.raise("SessionStart", { source, session_id: STRANGER });
    assertStringIncludes(answer["systemMessage"], "`! ralph start --resume` hands it");
    assertEquals(stage.record()["owner_session"], SESSION);
    assertEquals(await stage.turn({ fields: { session_id: STRANGER } }), {});
  });
}

Deno.test("ownership: after Esc the next prompt resumes the loop, with task and next item", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.interrupt();
  const answer = await stage.raise("UserPromptSubmit", { prompt: "use tabs, go on" });
  assert("systemMessage" in answer);
  assertEquals(stage.record()["state"], "running");
  const text: string = answer["hookSpecificOutput"].additionalContext;
  assertEquals(answer["hookSpecificOutput"].hookEventName, "UserPromptSubmit");
  assertStringIncludes(text, stage.plan);
  assertStringIncludes(text, "one");
  stage.newPrompt();
  assertEquals(stage.record()["iteration"], 1);
  assert(continuationOf(await stage.turn()) !== null);
  assertEquals(stage.record()["iteration"], 2);
});

Deno.test("ownership: a message names the slash command only where the plugin brings it", async () => {
  using stage = await makeStage();
  await stage.turn();
  const event = stage.event("SessionStart", { source: "startup", session_id: STRANGER });
  const plugin = { env: { CLAUDE_PLUGIN_ROOT: stage.root } };
  const withPlugin = await stage.hook("session", event, plugin);
  assertStringIncludes(withPlugin["systemMessage"], "`/ralph:start --resume` hands it");
  const without = await stage.hook("session", event);
  assert(!without["systemMessage"].includes("/ralph:"), without["systemMessage"]);
});

Deno.test("ownership: claude -p beside a waiting loop is told how to get it, and gets it so", async () => {
  using stage = await makeStage({ session: null });
  const print = { env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } };
  const event = stage.event("SessionStart", { source: "startup" });
  const told: string = (await stage.hook("session", event, print))["systemMessage"];
  assert(!told.includes("null"), told);
  assertStringIncludes(told, "waits for a session");
  assertStringIncludes(told, "--session ID`");
  await stage.ok(["start", "--resume", "--session", SESSION]);
  await stage.hook("session", event, print);
  assertEquals(stage.record()["owner_session"], SESSION);
  assertStringIncludes(continuationOf(await stage.turn({}, print)) ?? "", "PLAN.md");
});

Deno.test("ownership: a session that claims a loop is shown what its permission mode will ask", async () => {
  using stage = await makeStage({ session: null });
  const prompt = { prompt: "begin", permission_mode: "default" };
  const answer = await stage.raise("UserPromptSubmit", prompt);
  assertStringIncludes(answer["systemMessage"], "Claude Code asks before it edits files");
});
