/**
 * A continuation that the client did not honour is journalled and shown once. The transcript's lines
 * are those of the real client (tests/client/unhonoured_test.ts).
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Answer, continuationOf, exits, makeStage, type Stage } from "./_stage.ts";

const CAP = "A hook blocked the turn from ending 3 consecutive times—overriding and ending turn.";

/** A stage whose loop has just answered "continue". */
async function continued(): Promise<Stage> {
  const stage = await makeStage();
  assert(continuationOf(await stage.turn({ tool: false })) !== null);
  return stage;
}

/** A prompt; after `newPrompt` it begins a turn, otherwise it steers the running one. */
function type(stage: Stage, text = "what is going on?"): Promise<Answer> {
  return stage.raise("UserPromptSubmit", { prompt: text });
}

function notes(stage: Stage): Answer[] {
  return stage.journal().filter(({ code }) => code === "not-honoured");
}

async function shown(stage: Stage): Promise<Answer | null> {
  return (await stage.status())["loop"].unhonoured;
}

function endTurn(stage: Stage): void {
  stage.write({ type: "system", subtype: "turn_duration", durationMs: 5 });
}

Deno.test("unhonoured: a prompt after an ended turn journals it, and status shows it", async () => {
  using stage = await continued();
  endTurn(stage);
  stage.newPrompt();
  assert("systemMessage" in await type(stage));
  assertEquals(notes(stage).length, 1);
  assertEquals([notes(stage)[0]?.["kind"], notes(stage)[0]?.["event"]], [
    "note",
    "UserPromptSubmit",
  ]);
  const sentence = (await shown(stage))?.["sentence"];
  assertEquals(sentence, notes(stage)[0]?.["sentence"]);
  assertStringIncludes(await stage.ok(["status"]), sentence.slice(0, 30));
  assertEquals(stage.record()["state"], "running", "the loop continues with the prompt's turn");
});

Deno.test("unhonoured: it is shown once, also if the next prompt steers", async () => {
  using stage = await continued();
  stage.newPrompt();
  assert("systemMessage" in await type(stage));
  assertEquals(await type(stage, "and make it blue"), {});
  assertEquals(notes(stage).length, 1);
});

Deno.test("unhonoured: the note at the end of a session names the client's cap", async () => {
  using stage = await continued();
  stage.write({ type: "system", subtype: "informational", content: CAP, level: "warning" });
  await stage.raise("SessionEnd", { reason: "other" });
  assertEquals(notes(stage).map(({ event }) => event), ["SessionEnd"]);
  assertStringIncludes(notes(stage)[0]?.["sentence"], "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");
  assertStringIncludes((await shown(stage))?.["sentence"], "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");
});

Deno.test("unhonoured: after the client was killed the resumed session shows it", async () => {
  using stage = await continued();
  stage.write({ type: "system", subtype: "informational", content: CAP, level: "warning" });
  const answer = await stage.raise("SessionStart", { source: "resume" });
  assert("systemMessage" in answer);
  assertEquals(notes(stage).length, 1);
});

Deno.test("unhonoured: status shows it before any event", async () => {
  using stage = await continued();
  assertEquals(await shown(stage), null);
  endTurn(stage);
  assert(await shown(stage) !== null);
  assertEquals(notes(stage), [], "status writes no note");
});

Deno.test("unhonoured: a loop paused by a limit adds no note", async () => {
  using stage = await continued();
  const failure = { error: "rate_limit", last_assistant_message: "limit" };
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "0" };
  await stage.raise("StopFailure", failure, { env });
  stage.newPrompt();
  assert("systemMessage" in await type(stage));
  assertEquals(notes(stage), []);
});

Deno.test("unhonoured: a session woken after an error adds no note", async () => {
  using stage = await continued();
  stage.configure({ wake_backoff_seconds: [1] });
  const failure = { error: "rate_limit", last_assistant_message: "limit" };
  await exits(2, stage.raw("session", JSON.stringify(stage.event("StopFailure", failure))));
  stage.newPrompt();
  assertEquals(await type(stage, "<task-notification>the wake</task-notification>"), {});
  assertEquals(notes(stage), []);
});

Deno.test("unhonoured: a session closed while the agent thinks adds no note", async () => {
  using stage = await continued();
  await stage.raise("SessionEnd", { reason: "prompt_input_exit" });
  await stage.raise("SessionStart", { source: "resume" });
  stage.wait(60);
  stage.newPrompt();
  assertEquals((await type(stage))["systemMessage"], undefined);
  assertEquals(notes(stage), []);
});
