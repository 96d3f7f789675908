/**
 * Design §4.9: a continuation that the client did not honour is noticed afterwards, journalled and
 * said once. The transcript's lines are those of the real client (tests/client/unhonoured_test.ts).
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Answer, continuationOf, makeStage, type Stage } from "./_stage.ts";

const CAP = "A hook blocked the turn from ending 3 consecutive times—overriding and ending turn.";

/** A stage whose loop has just answered "continue". */
async function continued(): Promise<Stage> {
  const stage = await makeStage();
  assert(continuationOf(await stage.turn({ tool: false })) !== null);
  return stage;
}

/** A prompt; `newPrompt` before it begins a turn, else it steers the one that runs. */
function type(stage: Stage, text = "what is going on?"): Promise<Answer> {
  return stage.hook("session", stage.event("UserPromptSubmit", { prompt: text }));
}

function notes(stage: Stage): Answer[] {
  return stage.journal().filter(({ code }) => code === "not-honoured");
}

async function shown(stage: Stage): Promise<Answer | null> {
  return JSON.parse(await stage.ok(["status", "--json"])).loop.unhonoured;
}

function endTurn(stage: Stage): void {
  stage.write({ type: "system", subtype: "turn_duration", durationMs: 5 });
}

Deno.test("unhonoured: a prompt over silence says it, journals it, and status shows it", async () => {
  using stage = await continued();
  endTurn(stage);
  stage.newPrompt();
  const answer = await type(stage);
  assertStringIncludes(answer["systemMessage"], "Claude Code did not go on");
  assertEquals(notes(stage).length, 1);
  assertEquals([notes(stage)[0]?.["kind"], notes(stage)[0]?.["event"]], [
    "note",
    "UserPromptSubmit",
  ]);
  assertStringIncludes((await shown(stage))?.["sentence"], "did not go on");
  assertStringIncludes(await stage.ok(["status"]), "Claude Code did not go on");
  assertEquals(stage.record()["state"], "running", "the loop goes on with the prompt's turn");
});

Deno.test("unhonoured: it is said once, also where the next prompt steers", async () => {
  using stage = await continued();
  stage.newPrompt();
  assert("systemMessage" in await type(stage));
  assertEquals(await type(stage, "and make it blue"), {});
  assertEquals(notes(stage).length, 1);
});

Deno.test("unhonoured: the next continuation that is honoured raises nothing", async () => {
  using stage = await continued();
  stage.newPrompt();
  await type(stage);
  assert(continuationOf(await stage.turn()) !== null);
  stage.say("on it");
  stage.newPrompt();
  assertEquals(await type(stage), {});
  assertEquals(notes(stage).length, 1);
});

Deno.test("unhonoured: steering while the agent thinks is no sign of it", async () => {
  using stage = await continued();
  assertEquals(await type(stage, "make the door blue"), {});
  assertEquals(notes(stage), []);
  assertEquals(await shown(stage), null);
});

Deno.test("unhonoured: a finished background task that wakes the session tells it too", async () => {
  using stage = await continued();
  endTurn(stage);
  stage.newPrompt();
  const answer = await type(stage, "<task-notification>done</task-notification>");
  assertStringIncludes(answer["systemMessage"], "did not go on");
});

Deno.test("unhonoured: an interruption is the user's own doing", async () => {
  using stage = await continued();
  stage.write({
    type: "user",
    message: { role: "user", content: [{ type: "text", text: "[Request interrupted by user]" }] },
  });
  stage.newPrompt();
  assertStringIncludes((await type(stage))["systemMessage"], "After your Esc");
  assertEquals(notes(stage), []);
});

Deno.test("unhonoured: the client's cap is named, at the end of a session without a terminal too", async () => {
  using stage = await continued();
  stage.write({ type: "system", subtype: "informational", content: CAP, level: "warning" });
  await stage.hook("session", stage.event("SessionEnd", { reason: "other" }));
  assertEquals(notes(stage).map(({ event }) => event), ["SessionEnd"]);
  assertStringIncludes(notes(stage)[0]?.["sentence"], "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");
  assertStringIncludes((await shown(stage))?.["sentence"], "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");
});

Deno.test("unhonoured: a session that is closed while the agent thinks is no sign of it", async () => {
  using stage = await continued();
  await stage.hook("session", stage.event("SessionEnd", { reason: "prompt_input_exit" }));
  await stage.hook("session", stage.event("SessionStart", { source: "resume" }));
  stage.wait(60);
  stage.newPrompt();
  assertEquals((await type(stage))["systemMessage"], undefined);
  assertEquals(notes(stage), []);
});

Deno.test("unhonoured: after a client that was killed, the resumed session tells it", async () => {
  using stage = await continued();
  stage.write({ type: "system", subtype: "informational", content: CAP, level: "warning" });
  const answer = await stage.hook("session", stage.event("SessionStart", { source: "resume" }));
  assertStringIncludes(answer["systemMessage"], "its cap on continuations");
  assertStringIncludes(answer["systemMessage"], "The ralph loop");
});

Deno.test("unhonoured: status tells it while the session still rests, before any event", async () => {
  using stage = await continued();
  assertEquals(await shown(stage), null);
  endTurn(stage);
  assertStringIncludes((await shown(stage))?.["sentence"], "did not go on");
  assertEquals(notes(stage), [], "a question writes nothing");
});

Deno.test("unhonoured: a loop that waited or was paused by a limit was not let down", async () => {
  using stage = await continued();
  const failure = { error: "rate_limit", last_assistant_message: "limit" };
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "0" };
  await stage.hook("session", stage.event("StopFailure", failure), { env });
  stage.newPrompt();
  assertStringIncludes((await type(stage))["systemMessage"], "The ralph loop");
  assertEquals(notes(stage), []);
});

Deno.test("unhonoured: a session that was woken after an error is in a turn of its own", async () => {
  using stage = await continued();
  Deno.writeTextFileSync(stage.mark("ralph-config.json"), '{"wake_backoff_seconds": [1]}');
  const failure = { error: "rate_limit", last_assistant_message: "limit" };
  const woken = await stage.raw("session", JSON.stringify(stage.event("StopFailure", failure)));
  assertEquals(woken.code, 2);
  stage.newPrompt();
  assertEquals(await type(stage, "<task-notification>the wake</task-notification>"), {});
  assertEquals(notes(stage), []);
});

Deno.test("unhonoured: a client that passes over the quiet form gets the other one from then on", async () => {
  using stage = await makeStage();
  const first = await stage.turn({ tool: false, version: "2.1.328" });
  assert("hookSpecificOutput" in first);
  endTurn(stage);
  stage.newPrompt();
  await type(stage);
  const next = await stage.turn({ tool: false, version: "2.1.328" });
  assertEquals(next["decision"], "block");
});

Deno.test("unhonoured: the client's cap says nothing against the quiet form", async () => {
  using stage = await makeStage();
  await stage.turn({ tool: false, version: "2.1.328" });
  stage.write({ type: "system", subtype: "informational", content: CAP, level: "warning" });
  stage.newPrompt();
  await type(stage);
  assert("hookSpecificOutput" in await stage.turn({ tool: false, version: "2.1.328" }));
});
