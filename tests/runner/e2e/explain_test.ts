/** `ralph explain` on runs of the compiled binary: the run's own rules. */
import { assertEquals } from "@std/assert";
import { runPlan, runStage, type Stage } from "./_run_stage.ts";

// deno-lint-ignore no-explicit-any -- the test says what it expects
type Json = any;

/** The last decision of the project's run, in short. */
async function explain(stage: Stage, args: readonly string[] = []): Promise<Json> {
  const { decisions } = JSON.parse(await stage.ok(["explain", "--json", ...args]));
  const [{ agent, code, next, rules }] = decisions;
  const decided = rules.filter(({ outcome }: Json) => outcome === "decided");
  return {
    agent,
    code,
    decided: decided.map(({ title }: Json) => title),
    next,
  };
}

Deno.test("explain: a run that finished its plan", async () => {
  using stage = await runStage();
  await runPlan(stage, "job-tick");
  assertEquals((await explain(stage)).decided, ["done"]);
  assertEquals((await explain(stage, ["--iteration", "2"])).decided, []);
});

Deno.test("explain: a run that a limit ended names the option that raises it", async () => {
  using stage = await runStage();
  await runPlan(stage, "job-tick", ["--max-iterations", "1"]);
  const { code, decided, next } = await explain(stage);
  assertEquals([code, decided], ["max-iterations", ["limit"]]);
  assertEquals(next, "`--max-iterations` raises it");
});

Deno.test("explain: a run without progress, and one whose agents all failed", async () => {
  using stage = await runStage();
  await runPlan(stage, "job-nothing");
  const stuck = await explain(stage);
  assertEquals([stuck.code, stuck.decided], ["stuck", ["no progress"]]);

  using other = await runStage();
  await runPlan(other, "job-fails", ["--max-iterations", "1"]);
  const failed = await explain(other);
  assertEquals([failed.code, failed.decided], ["agent-failed", ["limit"]]);
});
