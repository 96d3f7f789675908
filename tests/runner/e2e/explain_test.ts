/** `ralph explain` on runs of the compiled binary: the run's own rules, judged again. */
import { assertEquals } from "@std/assert";
import { runPlan, runStage, type Stage } from "./_run_stage.ts";

// deno-lint-ignore no-explicit-any -- the test says what it expects
type Json = any;

/** The last decision of the project's run, in short. */
async function explain(stage: Stage, args: readonly string[] = []): Promise<Json> {
  const { decisions } = JSON.parse(await stage.ok(["explain", "--json", ...args]));
  const [{ agent, code, rules, changes }] = decisions;
  const decided = rules.filter(({ outcome }: Json) => outcome === "decided");
  return {
    agent,
    code,
    decided: decided.map(({ title }: Json) => title),
    sentences: changes.map(({ sentence }: Json) => sentence),
  };
}

Deno.test("explain: a run that finished its plan", async () => {
  using stage = await runStage();
  await runPlan(stage, "job-tick");
  assertEquals((await explain(stage)).decided, ["done"]);
  const second = await explain(stage, ["--iteration", "2"]);
  assertEquals([second.decided, second.sentences[0]], [
    [],
    "1 more ticked item would have ended it as done, unless a check failed.",
  ]);
});

Deno.test("explain: a run that a limit ended names the limit that would have kept it going", async () => {
  using stage = await runStage();
  await runPlan(stage, "job-tick", ["--max-iterations", "1"]);
  const { code, decided, sentences } = await explain(stage);
  assertEquals([code, decided], ["max-iterations", ["limit"]]);
  assertEquals(sentences.at(-1), "`max_iterations` above 1 would have kept it going.");
});

Deno.test("explain: a run without progress, and one whose agents all failed", async () => {
  using stage = await runStage();
  await runPlan(stage, "job-nothing");
  const stuck = await explain(stage);
  assertEquals([stuck.code, stuck.decided], ["stuck", ["no progress"]]);
  assertEquals(stuck.sentences[1], "Progress in the last iteration would have kept it going.");

  using other = await runStage();
  await runPlan(other, "job-fails", ["--max-iterations", "1"]);
  const failed = await explain(other);
  assertEquals([failed.code, failed.decided], ["agent-failed", ["limit"]]);
});
