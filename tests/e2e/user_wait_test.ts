/** While the client waits for a person, the record says since when and for what. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Fields, makeStage, SESSION, type Stage, STRANGER } from "./_stage.ts";

const INSTALL = { command: "npm install\nnpm test", description: "Install" };

function request(stage: Stage, tool_name = "Bash", tool_input: Fields = INSTALL, more = {}) {
  return stage.raise("PermissionRequest", { tool_name, tool_input, ...more });
}

function notify(
  stage: Stage,
  notification_type = "permission_prompt",
  message = "Claude needs your permission",
) {
  return stage.raise("Notification", { message, notification_type });
}

/** The kind and object of the wait; null without one. */
function waiting(stage: Stage): [string, string] | null {
  const wait = stage.record()["user_wait"];
  return wait == null ? null : [wait.kind, wait.what];
}

Deno.test("user wait: a permission prompt is recorded with its call, and answered with {}", async () => {
  using stage = await makeStage();
  assertEquals(await request(stage), {});
  assertEquals(waiting(stage), ["permission", "Bash npm install"]);
  assertMatch(stage.record()["user_wait"].since, /^\d{4}-.*Z$/);
  await notify(stage);
  assertEquals(
    waiting(stage),
    ["permission", "Bash npm install"],
    "the notification has less detail",
  );
  const last = stage.journal().at(-1);
  assertEquals([last?.["kind"], last?.["code"]], ["user-wait", "permission"]);
});

Deno.test("user wait: a notification alone is recorded, for clients without the request", async () => {
  using stage = await makeStage();
  await notify(stage);
  assertEquals(waiting(stage), ["permission", "Claude needs your permission"]);
});

Deno.test("user wait: a notification of a type that ralph does not know is a wait, in its words", async () => {
  using stage = await makeStage();
  const sentence = "Auto mode can't check actions in this session and needs your choice";
  for (const type of ["agent_needs_input", "quota_auto_resume_stale", "a_type_of_tomorrow"]) {
    stage.patchRecord({ user_wait: null });
    await notify(stage, type, sentence);
    assertEquals(waiting(stage), ["dialog", sentence], type);
  }
  const shown = await stage.status();
  assertEquals([shown["state"], shown["what"]], [
    "waiting_for_you",
    `Claude Code waits for you: ${sentence}`,
  ]);
});

Deno.test("user wait: a notification that asks nothing is no wait", async () => {
  using stage = await makeStage();
  for (const type of ["idle_prompt", "auth_success", "agent_completed", "push_notification"]) {
    await notify(stage, type, "Something happened");
  }
  assertEquals(waiting(stage), null);
});

Deno.test("user wait: a notification without a request names the one call without a result", async () => {
  using stage = await makeStage();
  stage.write({
    type: "assistant",
    message: {
      role: "assistant",
      content: [{
        type: "tool_use",
        id: "toolu_7",
        name: "Bash",
        input: { command: "npm publish" },
      }],
    },
  });
  await notify(stage);
  assertEquals(waiting(stage), ["permission", "Bash npm publish"]);
});

Deno.test("user wait: a later dialog replaces a prompt that was answered without an event", async () => {
  using stage = await makeStage();
  const env = { CLAUDE_PID: String(Deno.pid) };
  await stage.raise("SessionStart", { source: "resume" }, { env });
  await stage.raise("UserPromptSubmit", { prompt: "go on" }, { env });
  await request(stage, "Write", { file_path: "a.txt" });
  stage.wait(60);
  const file = stage.inHome("sessions", `${Deno.pid}.json`);
  Deno.mkdirSync(stage.inHome("sessions"), { recursive: true });
  const client = { sessionId: SESSION, status: "waiting", waitingFor: "dialog open" };
  Deno.writeTextFileSync(file, JSON.stringify({ ...client, statusUpdatedAt: Date.now() }));
  assertEquals((await stage.status())["what"], "Claude Code waits for you: dialog open");
  await notify(stage, "agent_needs_input", "Choose");
  assertEquals(waiting(stage), ["dialog", "Choose"]);
  Deno.writeTextFileSync(
    file,
    JSON.stringify({ ...client, status: "busy", statusUpdatedAt: Date.now() + 1 }),
  );
  assertEquals((await stage.status())["state"], "working");
});

Deno.test("user wait: the time until the answer is not active", async () => {
  using stage = await makeStage();
  await stage.turn();
  const before = stage.record()["accumulated_runtime_seconds"];
  await request(stage);
  stage.wait(200);
  const fields = { tool_name: "Bash", tool_input: INSTALL, duration_ms: 10 };
  await stage.raise("PostToolUse", { ...fields, tool_use_id: "toolu_1" });
  await stage.turn();
  const counted = stage.record()["accumulated_runtime_seconds"] - before;
  assert(counted < 10, `${counted} s were counted`);
  assertMatch(JSON.stringify(stage.journal()), /Waited 3 min for you, not counted/);
});

Deno.test("user wait: a question and a plan have their own kinds", async () => {
  using stage = await makeStage();
  await request(stage, "AskUserQuestion", { questions: [{ question: "Which colour?" }] });
  assertEquals(waiting(stage), ["question", "Which colour?"]);
  await request(stage, "ExitPlanMode", { plan: "# Plan" });
  assertEquals(waiting(stage)?.[0], "plan");
});

Deno.test("user wait: a subagent's prompt is recorded too", async () => {
  using stage = await makeStage();
  await request(stage, "Bash", INSTALL, { agent_id: "agent-1" });
  assertEquals(waiting(stage)?.[0], "permission");
});

/** What ends a wait. */
const SIGNS: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  "the end of the call": (stage) =>
    stage.raise("PostToolUse", { tool_name: "Bash", tool_input: INSTALL, duration_ms: 60_000 }),
  "the end of a call that began later": (stage) => {
    stage.wait(20);
    return stage.raise("PostToolUse", { tool_name: "Bash", tool_input: {}, duration_ms: 10 });
  },
  "a prompt": (stage) => stage.raise("UserPromptSubmit", { prompt: "leave that" }),
  "a Stop": (stage) => stage.turn(),
  "the session's end": (stage) => stage.raise("SessionEnd", { reason: "other" }),
  "a turn that fails": (stage) =>
    stage.raise("StopFailure", { error: "overloaded", last_assistant_message: "x" }, {
      env: { CLAUDE_CODE_SESSION_ATTENDED: "0" },
    }),
};

for (const [what, happen] of Object.entries(SIGNS)) {
  Deno.test(`user wait: ${what} ends it`, async () => {
    using stage = await makeStage();
    await request(stage);
    await happen(stage);
    assertEquals(waiting(stage), null);
  });
}

Deno.test("user wait: a call that ran before the prompt does not end it", async () => {
  using stage = await makeStage();
  await request(stage);
  await stage.raise("PostToolUse", {
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    duration_ms: 600_000,
  });
  assertEquals(waiting(stage)?.[1], "Bash npm install");
});

Deno.test("user wait: a prompt of another session or in -p is not recorded", async () => {
  using stage = await makeStage();
  await request(stage, "Bash", INSTALL, { session_id: STRANGER });
  await stage.raise("PermissionRequest", { tool_name: "Bash", tool_input: INSTALL }, {
    env: { CLAUDE_CODE_SESSION_ATTENDED: "0" },
  });
  assertEquals(waiting(stage), null);
});
