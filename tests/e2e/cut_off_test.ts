/** After Esc only a sentence that a person types resumes the loop, whatever turn the client begins. */
import { assertEquals, assertMatch } from "@std/assert";
import { type Answer, makeStage, type Stage } from "./_stage.ts";

const NOTIFICATION = "<task-notification>\n<task-id>b1</task-id>\n</task-notification>";

function prompt(stage: Stage, text: string): Promise<Answer> {
  stage.newPrompt();
  return stage.raise("UserPromptSubmit", { prompt: text });
}

/** A loop whose turn was cut off by Esc. */
async function cutOff(): Promise<Stage> {
  const stage = await makeStage();
  await stage.turn();
  stage.interrupt();
  return stage;
}

Deno.test("cut off: a turn that a background command begins after Esc is not continued", async () => {
  using stage = await cutOff();
  assertEquals(await prompt(stage, NOTIFICATION), {});
  const answer = await stage.turn();
  assertEquals(Object.keys(answer), ["systemMessage"]);
  assertMatch(answer["systemMessage"], /paused \(you pressed Esc\): type anything/);
  assertEquals(stage.record()["iteration"], 1);

  await prompt(stage, NOTIFICATION);
  await stage.turn();
  assertEquals(stage.record()["state"], "paused", "the next command changes nothing either");
  await prompt(stage, "go on please");
  assertEquals(stage.record()["state"], "running");
  assertEquals("decision" in await stage.turn() || stage.record()["iteration"] === 2, true);
});

Deno.test("cut off: a compaction after Esc briefs nobody and keeps the pause", async () => {
  using stage = await cutOff();
  assertEquals(await stage.raise("SessionStart", { source: "compact" }), {});
  assertEquals(stage.record()["pause"].why, "interrupted");
});

Deno.test("cut off: a session that is opened again after Esc says that it is this one to type in", async () => {
  using stage = await cutOff();
  await prompt(stage, NOTIFICATION);
  await stage.turn();
  await stage.raise("SessionEnd", { reason: "prompt_input_exit" });
  const { systemMessage } = await stage.raise("SessionStart", { source: "resume" });
  assertMatch(systemMessage, /paused \(you pressed Esc\): type anything and it continues$/);
});

Deno.test("cut off: the time between Esc and the client's own turn is not active", async () => {
  using stage = await cutOff();
  const before = stage.record()["accumulated_runtime_seconds"];
  stage.wait(200);
  await prompt(stage, NOTIFICATION);
  await stage.turn();
  await prompt(stage, "go on please");
  const { accumulated_runtime_seconds: after } = stage.record();
  assertEquals(after - before < 5, true, `${after - before} s were counted`);
});

Deno.test("cut off: a prompt in the second of the Esc resumes the loop", async () => {
  using stage = await cutOff();
  await prompt(stage, "no, the other door");
  await prompt(stage, NOTIFICATION);
  await stage.turn();
  assertEquals([stage.record()["state"], stage.record()["iteration"]], ["running", 2]);
});

Deno.test("at rest: the time in which nobody typed is not active", async () => {
  using stage = await makeStage();
  await stage.raise("SessionStart", { source: "resume" });
  stage.wait(200);
  await prompt(stage, "begin");
  await stage.turn();
  const { accumulated_runtime_seconds: counted } = stage.record();
  assertEquals(counted < 10, true, `${counted} s were counted`);
});

Deno.test("cut off: 'ralph stop' after Esc ends the loop at once, since no turn runs", async () => {
  using stage = await cutOff();
  assertMatch(await stage.ok(["stop"]), /is stopped after 1 turn\./);
  assertEquals([stage.hasLoop(), stage.stopRecord()?.["code"]], [false, "stopped-by-user"]);
});

Deno.test("cut off: 'ralph stop' in a turn that a person began after Esc waits for its end", async () => {
  using stage = await cutOff();
  await prompt(stage, "go on please");
  assertMatch(await stage.ok(["stop"]), /ends when the running turn ends\./);
});

Deno.test("cut off: a Stop without any prompt after Esc is allowed", async () => {
  using stage = await cutOff();
  const answer = await stage.turn();
  assertEquals(Object.keys(answer), ["systemMessage"]);
  assertEquals([stage.record()["state"], stage.record()["iteration"]], ["paused", 1]);
});
