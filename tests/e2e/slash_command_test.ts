/** Slash commands in the UserPromptSubmit event are answered without a model. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Answer, answerOf, exits, makeStage, SESSION, type Stage } from "./_stage.ts";

let prompts = 0;

/** The user types something. */
async function type(
  stage: Stage,
  prompt: string,
  env: Record<string, string> = {},
): Promise<Answer> {
  const ran = await stage.registered(
    "prompt",
    stage.event("UserPromptSubmit", { prompt, prompt_id: `p-${++prompts}` }),
    {
      env,
    },
  );
  return answerOf(ran);
}

/** The text of an answer that blocks the prompt. */
async function answer(stage: Stage, prompt: string): Promise<string> {
  const { decision, reason, ...rest } = await type(stage, prompt);
  assertEquals([decision, rest], ["block", {}], prompt);
  return reason;
}

Deno.test("slash command: every command is answered by the hook, with a loop and without", async () => {
  using stage = await makeStage();
  assertStringIncludes(await answer(stage, "/ralph:status"), "PLAN.md");
  const json = async (words: string) => JSON.parse(await answer(stage, `/ralph:${words} --json`));
  assertEquals((await json("status")).state, "working");
  await answer(stage, '/ralph:encourage "speed over polish" --for 2h');
  assertEquals((await json("encourage --list")).items[0].text, "speed over polish");
  await answer(stage, "/ralph:forbid rm -rf the temp folder");
  assertEquals((await json("forbid --list")).items[0].text, "rm -rf the temp folder");
  assertEquals((await json("config get max_hours")).value, 9);
  assertEquals((await json("hooks status")).state, "installed");
  assertEquals((await json("validate 2")).round, 2);
  assertEquals((await json("audit-now 3")).round, 3);
  await answer(stage, "/ralph:constraints");
  await answer(stage, "/ralph:knowledge");
  await answer(stage, "/ralph:trust list");
  assertEquals((await json("stop")).stopped[0].state, "stopped");
  assertEquals((await json("status")).state, "stopped");
  assertEquals((await json("history")).loops[0].state, "stopped");
  assertEquals((await json("explain")).decisions[0].code, "stopped-by-user");
});

Deno.test("slash command: the status fits into the session's window", async () => {
  using stage = await makeStage();
  const { reason } = await type(stage, "/ralph:status", { COLUMNS: "80" });
  const widest = Math.max(...reason.split("\n").map((row: string) => row.length));
  assert(widest <= 68, reason);
});

Deno.test("slash command: an error is a message and a hint", async () => {
  using stage = await makeStage({ start: null });
  for (
    const [words, code] of [
      ["stop", "no-loop"],
      ["status --wacth", "usage"],
      ["start -f NONE.md", "usage"],
      ["starf", "usage"],
      // It would wait for the end of the very loop that waits for it.
      ["history --follow", "usage"],
    ] as const
  ) {
    const { error } = JSON.parse(await answer(stage, `/ralph:${words} --json`));
    assertEquals(error.code, code, words);
    assertMatch(await answer(stage, `/ralph:${words}`), /^ralph: Error: .*\nHint: /);
  }
  assertStringIncludes(await answer(stage, "/ralph:run PLAN.md"), "works in a terminal");
});

Deno.test("slash command: a second stop in the same session is not an error", async () => {
  using stage = await makeStage();
  await answer(stage, "/ralph:stop");
  assertMatch(
    await answer(stage, "/ralph:stop"),
    /^ralph: Stopped (just now|\d+ s ago), as asked\.$/,
  );
  await exits(5, stage.ralph(["stop"]));
});

Deno.test("slash command: start shows the user one line and gives the model the rest", async () => {
  using stage = await makeStage({ start: null });
  const { systemMessage, hookSpecificOutput, ...rest } = await type(
    stage,
    "/ralph:start -f PLAN.md --until-done",
  );
  assertEquals(rest, {});
  assertMatch(
    systemMessage,
    /^ralph: The loop over PLAN\.md begins: 3 open, 0 done; first: one\. .*Stop: \/ralph:stop/,
  );
  assert(!systemMessage.includes("\n"));
  assertEquals(hookSpecificOutput.hookEventName, "UserPromptSubmit");
  assertStringIncludes(hookSpecificOutput.additionalContext, "the loop belongs to this session");
  assertEquals([stage.record()["owner_session"], stage.record()["state"]], [SESSION, "running"]);
});

Deno.test("slash command: a hint names slash commands, as they are typed here", async () => {
  using stage = await makeStage();
  const refused = await answer(stage, "/ralph:start add dark mode");
  assertStringIncludes(refused, "\n→ /ralph:stop");
  assertStringIncludes(await answer(stage, "/ralph:stauts"), "Did you mean 'status'?");
});

Deno.test("slash command: shell characters and quotes stay in a task", async () => {
  const task =
    'fix the "parser" $(touch pwned) `id` ; > x\nRALPH_ARGUMENTS_8f27c1d05b9e43a6\ntouch pwned';
  using stage = await makeStage({ start: null });
  await type(stage, `/ralph:start ${task}`);
  assertEquals(stage.record()["task"], task.replaceAll(/\s+/g, " "));
  assert(![...Deno.readDirSync(stage.project)].some(({ name }) => name === "pwned"));
});

Deno.test("slash command: every other prompt passes", async () => {
  using stage = await makeStage();
  for (
    const prompt of ["go on", "look at /ralph:status", "/ralph", "/ralph:", "/ralph:status\x00"]
  ) {
    assertEquals((await type(stage, prompt))["decision"], undefined, prompt);
  }
  assertEquals(await type(stage, "/ralph:status", { RALPH_INSIDE_RUN: "1" }), {});
});

Deno.test("slash command: a second start in the loop's own session is refused", async () => {
  using stage = await makeStage();
  const { error } = JSON.parse(await answer(stage, "/ralph:start -f PLAN.md --json"));
  assertEquals(error.code, "already-running");
  assert(!error.hint.includes("Close that session"), error.hint);
});

Deno.test("slash command: a prompt that two hooks receive is answered once", async () => {
  using stage = await makeStage({ start: null });
  const event = stage.event("UserPromptSubmit", {
    prompt: "/ralph:start -f PLAN.md",
    prompt_id: "one",
  });
  const answers = await Promise.all(
    [1, 2].map(async () => answerOf(await stage.registered("prompt", event))),
  );
  const kinds = answers.map((answer) => Object.keys(answer).length).sort();
  assertEquals(kinds, [0, 2], JSON.stringify(answers));
});
