/** What the watchdog promises, on the compiled binary, set by environment variables. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { agent, eventsOf, read, runStage, type Stage } from "./_run_stage.ts";

function pointTo(stage: Stage): void {
  Deno.mkdirSync(join(stage.project, "docs/plans"), { recursive: true });
  Deno.writeTextFileSync(join(stage.project, "docs/plans/.active"), "PLAN.md");
}

Deno.test("the idle watchdog kills a silent process, with 1, long before the task timeout", async () => {
  using stage = await runStage();
  pointTo(stage);
  const began = performance.now();
  const ran = await stage.ralph(["run", "--max-iterations", "1"], {
    env: {
      RALPH_KIRO_CMD: agent("silent"),
      RALPH_TASK_TIMEOUT: "300",
      RALPH_IDLE_TIMEOUT: "3",
    },
  });
  const seconds = (performance.now() - began) / 1000;
  assertEquals(ran.code, 1);
  assert(seconds < 150, `took ${seconds} s`);
  assertMatch(ran.stderr, /no output for \d+s, killing \(idle watchdog\)/);
  assertStringIncludes(read(stage, ".ralph-result"), "idle-timeout");
  const evidence = stage.journal().find(({ kind }) => kind === "iteration")?.["evidence"][0];
  assertStringIncludes(evidence, "ended by idle-timeout, status 124, SIGTERM");
});

Deno.test("an active process is not killed, and the heartbeat reports its state", async () => {
  using stage = await runStage();
  pointTo(stage);
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
  assert(/💓 \[\d\d:\d\d:\d\d\] Iteration 1 — 0\/3 done \(idle \ds\)/.test(ran.stderr), ran.stderr);
});

Deno.test("the exit code of the agent is kept", async () => {
  using stage = await runStage();
  const args = ["run", "PLAN.md", "--agent", agent("exit_42"), "--max-iterations", "1", "--json"];
  const ended = eventsOf(await stage.ralph(args)).find(({ event }) => event === "iteration-ended");
  assertEquals([ended?.["exit_code"], ended?.["status"], ended?.["ended_by"]], [42, 42, "exit"]);
});
