/**
 * The loop waits for what wakes the session by itself, and for nothing else.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { continuationOf, type Fields, makeStage, promptOf } from "./_stage.ts";

const SUBAGENT = {
  id: "a1",
  type: "subagent",
  status: "running",
  description: "look around",
  agent_type: "general-purpose",
};
const SHELL = {
  id: "b1",
  type: "shell",
  status: "running",
  description: "serve",
  command: "npm start",
};

function withTasks(...tasks: Fields[]): { fields: Fields } {
  return { fields: { background_tasks: tasks } };
}

Deno.test("waiting: a subagent holds the turn, said once, and the loop goes on after it", async () => {
  using stage = await makeStage();
  const first = await stage.turn(withTasks(SUBAGENT));
  assertEquals(continuationOf(first), null);
  assertStringIncludes(first["systemMessage"], "1 subagent (look around)");
  assertMatch(await stage.ok(["status"]), /^WAITING .*for 1 subagent \(look around\)/);
  assertEquals(await stage.turn(withTasks(SUBAGENT)), {}, "said once");
  assertEquals([stage.record()["state"], stage.record()["iteration"]], ["running", 0]);
  assertStringIncludes(promptOf(await stage.turn()), "Iteration 1/");
});

Deno.test("waiting: a shell holds the turn only when first seen; a dev server does not end the night", async () => {
  using stage = await makeStage();
  const first = await stage.turn(withTasks(SHELL));
  assertStringIncludes(first["systemMessage"], "1 background command (serve)");
  const second = promptOf(await stage.turn(withTasks(SHELL)));
  assertStringIncludes(second, "Still running in the background: serve");
  // Another one beside it is new, and holds once.
  const other = await stage.turn(withTasks(SHELL, { ...SHELL, id: "b2", description: "build" }));
  assertStringIncludes(other["systemMessage"], "build");
  assert(continuationOf(await stage.turn(withTasks(SHELL))) !== null);
});

Deno.test("waiting: plan mode holds the turn, said once", async () => {
  using stage = await makeStage();
  const plan = { fields: { permission_mode: "plan" } };
  assertStringIncludes((await stage.turn(plan))["systemMessage"], "plan mode");
  assertEquals(await stage.turn(plan), {});
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("waiting: ralph stop ends a loop that waits at once, for no turn runs", async () => {
  using stage = await makeStage();
  await stage.turn(withTasks(SUBAGENT));
  assertStringIncludes(await stage.ok(["stop"]), "is stopped");
  assertEquals(stage.hasLoop(), false);
});

Deno.test("waiting: the agent that is woken has a running turn again, which stop lets end", async () => {
  using stage = await makeStage();
  await stage.turn(withTasks(SUBAGENT));
  // The finished task wakes the session by a prompt of the client's own.
  await stage.hook(
    "session",
    stage.event("UserPromptSubmit", { prompt: "<task-notification>done</task-notification>" }),
  );
  assertStringIncludes(await stage.ok(["stop"]), "ends when the running turn ends");
  assertEquals((await stage.turn())["continue"], false);
});

Deno.test("waiting: the night is not counted while a subagent works without a sign", async () => {
  using stage = await makeStage();
  await stage.turn(withTasks(SUBAGENT));
  stage.wait(6 * 3600);
  await stage.turn();
  assert(stage.record()["accumulated_runtime_seconds"] < 60);
});
