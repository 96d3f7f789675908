/** The settings that `start` announces apply, whichever session owns the loop. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { begin, continuationOf, makeStage, SESSION, STRANGER } from "./_stage.ts";

Deno.test("announced: settings from the environment of start apply in a session without it", async () => {
  using stage = await makeStage({ start: null });
  const env = { RALPH_MAX_ITERATIONS: "2" };
  const said = await begin(stage, ["-f", "PLAN.md", "--until-done", "--json"], SESSION, env);
  assertEquals(JSON.parse(said).limits.max_iterations, 2);
  for (const _turn of [1, 2]) assert(continuationOf(await stage.turn()) !== null);
  assertStringIncludes(await stage.ok(["config", "show"]), "environment of start");
  assertEquals(await stage.lastTurn(), "max-iterations");
});

Deno.test("announced: the environment of a session does not change a loop's settings", async () => {
  using stage = await makeStage();
  const env = { RALPH_MAX_ITERATIONS: "1", LOOP_MAX_HOURS: "0" };
  for (const _turn of [1, 2, 3]) assert(continuationOf(await stage.turn({}, { env })) !== null);
});

function answer(tokens: number) {
  const content = [{ type: "text", text: "x" }];
  const usage = { input_tokens: tokens, output_tokens: 0 };
  return {
    type: "assistant",
    message: { role: "assistant", id: crypto.randomUUID(), content, usage },
  };
}

Deno.test("announced: tokens that a session used before it took the loop over do not count", async () => {
  using stage = await makeStage();
  stage.write(answer(10));
  await stage.turn();
  assertEquals(stage.record()["usage"].tokens, 10);
  stage.wait(60);
  await stage.raise("SessionEnd", { reason: "other" });
  stage.write(answer(5_000), { at: Date.now() / 1000 - 30, session: STRANGER });
  await stage.ok(["start", "--resume", "--session", STRANGER]);
  stage.write(answer(3), { at: Date.now() / 1000 + 1, session: STRANGER });
  await stage.hook(
    "stop",
    stage.stopEvent({ fields: { session_id: STRANGER }, at: Date.now() / 1000 + 1 }),
    { env: { CLAUDE_CODE_SESSION_ID: STRANGER } },
  );
  assertEquals(stage.record()["usage"].tokens, 13);
});

Deno.test("announced: a subagent's long call counts with its whole duration", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.wait(1_800);
  await stage.raise("PostToolUse", {
    agent_id: "agent-1",
    tool_name: "mcp__lab__measure",
    tool_use_id: "toolu_lab",
    duration_ms: 1_700_000,
  });
  await stage.turn();
  const counted = stage.record()["accumulated_runtime_seconds"];
  assertEquals(Math.abs(counted - 1_800) < 30, true, `${counted} s were counted`);
});
