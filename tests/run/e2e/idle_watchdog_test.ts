/** What the earlier runner's environment variables set, on the compiled binary. */
import { assertEquals, assertMatch } from "@std/assert";
import { agent, eventsOf, exits, runStage } from "./_run_stage.ts";

Deno.test("an active process outlives the idle timeout, and the heartbeat reports its state", async () => {
  using stage = await runStage();
  stage.put("docs/plans/.active", "PLAN.md");
  const ran = await stage.ralph(["run", "--max-iterations", "1"], {
    env: {
      RALPH_KIRO_CMD: `${agent("chatty")} 18`,
      RALPH_TASK_TIMEOUT: "300",
      RALPH_IDLE_TIMEOUT: "5",
      RALPH_HEARTBEAT_INTERVAL: "1",
    },
  });
  const { agent: ended } = stage.journal().find(({ kind }) => kind === "iteration") ?? {};
  assertEquals([ended.ended_by, ended.duration_ms > 5_000], ["exit", true]);
  assertMatch(ran.stderr, /^\d\d:\d\d Turn 1 · idle [\d.]+ s · 0 of 3 done$/m);
});

Deno.test("an idle timeout of the environment kills a silent agent, and an agent's exit code is kept", async () => {
  using stage = await runStage();
  const endOf = async (name: string, env = {}) => {
    const args = ["run", "PLAN.md", "--agent", agent(name), "--max-iterations", "1", "--json"];
    const ran = await exits(1, stage.ralph(args, { env }));
    const ended = eventsOf(ran).find(({ event }) => event === "iteration-ended");
    return [ended?.["exit_code"], ended?.["status"], ended?.["ended_by"]];
  };
  assertEquals(await endOf("silent", { RALPH_IDLE_TIMEOUT: "1" }), [null, 124, "idle-timeout"]);
  assertEquals(await endOf("exit_42"), [42, 42, "exit"]);
});
