/** The loop waits only for what wakes the session by itself. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
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

Deno.test("waiting: the loop waits for a subagent, shows it once, and continues after it", async () => {
  using stage = await makeStage();
  const first = await stage.turn(withTasks(SUBAGENT));
  assertEquals(continuationOf(first), null);
  const { kind, code } = stage.record()["last_decision"];
  assertEquals([kind, code], ["wait", "background"]);
  assertEquals((await stage.status())["state"], "waiting");
  assertEquals(await stage.turn(withTasks(SUBAGENT)), {}, "shown once");
  assertEquals([stage.record()["state"], stage.record()["iteration"]], ["running", 0]);
  assert(continuationOf(await stage.turn()) !== null);
  assertEquals(stage.record()["iteration"], 1);
});

Deno.test("waiting: the loop waits for a background command only at the first Stop", async () => {
  using stage = await makeStage();
  const first = await stage.turn(withTasks(SHELL));
  assertStringIncludes(first["systemMessage"], "1 background command (serve)");
  const second = promptOf(await stage.turn(withTasks(SHELL)));
  assertStringIncludes(second, "Still running in the background: serve");
  // A second command is new, so it is waited for.
  const other = await stage.turn(withTasks(SHELL, { ...SHELL, id: "b2", description: "build" }));
  assertStringIncludes(other["systemMessage"], "build");
  assert(continuationOf(await stage.turn(withTasks(SHELL))) !== null);
});

Deno.test("waiting: the loop waits in plan mode, and shows it once", async () => {
  using stage = await makeStage();
  const plan = { fields: { permission_mode: "plan" } };
  await stage.turn(plan);
  assertEquals(stage.record()["last_decision"].code, "plan-mode");
  assertEquals(await stage.turn(plan), {});
  assert(continuationOf(await stage.turn()) !== null);
});

Deno.test("waiting: ralph stop ends a waiting loop at once", async () => {
  using stage = await makeStage();
  await stage.turn(withTasks(SUBAGENT));
  await stage.ok(["stop"]);
  assertEquals(stage.hasLoop(), false);
});

Deno.test("waiting: ralph stop waits for the turn of an agent that was woken", async () => {
  using stage = await makeStage();
  await stage.turn(withTasks(SUBAGENT));
  // The finished task wakes the session by the client's own prompt.
  await stage.raise("UserPromptSubmit", { prompt: "<task-notification>done</task-notification>" });
  await stage.ok(["stop"]);
  assertEquals(stage.record()["state"], "draining");
  assertEquals((await stage.turn())["continue"], false);
});

Deno.test("waiting: six hours of a subagent without events do not count", async () => {
  using stage = await makeStage();
  await stage.turn(withTasks(SUBAGENT));
  stage.wait(6 * 3600);
  await stage.turn();
  assert(stage.record()["accumulated_runtime_seconds"] < 60);
});
