import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agent, pidIn, read, runPlan, runStage, startRun, waitFor } from "./_run_stage.ts";
import { isAlive } from "../../_processes.ts";

Deno.test("run: a second run is refused with 6 and shows the holder", async () => {
  using stage = await runStage();
  const run = startRun(stage, ["PLAN.md", "--agent", agent("job-works-long")]);
  await waitFor(() => pidIn(stage, "agent.pid") > 0, "the agent to begin");
  const second = await runPlan(stage, "job-tick");
  assertEquals(second.code, 6);
  assertStringIncludes(second.stderr, `process ${run.child.pid}`);
  const started = await stage.ralph(["start", "-f", "PLAN.md", "--yes"]);
  assert(started.code !== 0, "no session's loop beside it either");
  const status = JSON.parse(await stage.ok(["status", "--json"]));
  assertEquals([status.loop.state, status.loop.iteration, status.loop.turn.state], [
    "running",
    1,
    "running",
  ]);
  assertStringIncludes(await stage.ok(["status"]), "1 of 10 agents");
  await stage.ok(["stop"]);
  assertEquals((await run.done).code, 130);
});

Deno.test("run: a session's loop is not disturbed", async () => {
  using stage = await runStage();
  await stage.ok(["hooks", "install"]);
  await stage.ok(["start", "-f", "PLAN.md"]);
  assertEquals((await runPlan(stage, "job-tick")).code, 6);
});

Deno.test("run: killed by KILL, the next run ends the orphans and says so", async () => {
  using stage = await runStage();
  const run = startRun(stage, ["PLAN.md", "--agent", agent("job-leaves-orphans")]);
  await waitFor(() => pidIn(stage, "agent.pid") > 0 && pidIn(stage, "helper.pid") > 0, "both");
  const pids = [pidIn(stage, "agent.pid"), pidIn(stage, "helper.pid")];
  run.child.kill("SIGKILL");
  await run.done;
  assert(isAlive(pids[1]!), "the helper escaped");
  const next = await runPlan(stage, "job-tick");
  assertEquals(next.code, 0, next.stderr);
  assertStringIncludes(next.stderr, "was killed");
  assertEquals(pids.map(isAlive), [false, false]);
  const codes = stage.lines(stage.inHome("ralph", "history.jsonl")).map(({ code }) => code);
  assertEquals(codes, ["interrupted", "complete"]);
});

Deno.test("run: --resume goes on with id and counters", async () => {
  using stage = await runStage();
  assertEquals((await runPlan(stage, "job-tick", ["--max-iterations", "1"])).code, 3);
  const first = stage.loopDir();
  const again = await stage.ralph([
    "run",
    "--resume",
    "--agent",
    agent("job-tick"),
    "--max-iterations",
    "5",
  ]);
  assertEquals(again.code, 0, again.stderr);
  assertEquals(stage.loopDir(), first);
  assertStringIncludes(read(stage, ".ralph-result"), "**Iterations:** 3");
  assertEquals(stage.journal().map(({ kind }) => kind), [
    ...["start", "agent", "iteration", "let-go"],
    ...["resume", "agent", "iteration", "agent", "iteration", "let-go"],
  ]);
});

Deno.test("run: --resume takes over from a runner that was killed", async () => {
  using stage = await runStage();
  const run = startRun(stage, ["PLAN.md", "--agent", agent("job-works-long")]);
  await waitFor(() => pidIn(stage, "agent.pid") > 0, "the agent to begin");
  const id = read(stage, ".claude/loop-enabled").trim();
  run.child.kill("SIGKILL");
  await run.done;
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  const again = await stage.ralph(["run", "--resume", "--agent", agent("job-tick")]);
  assertEquals(again.code, 0, again.stderr);
  assertStringIncludes(again.stderr, "Removed a left-over kill switch");
  assertStringIncludes(read(stage, ".ralph-result"), id);
});

Deno.test("run: with nothing to resume it ends with 5", async () => {
  using stage = await runStage();
  assertEquals((await stage.ralph(["run", "--resume"])).code, 5);
});

Deno.test("run: of two at once, one works", async () => {
  using stage = await runStage();
  const runs = await Promise.all([1, 2, 3].map(() => runPlan(stage, "job-tick")));
  const codes = runs.map(({ code }) => code).sort();
  assert(codes.includes(0) && codes.every((code) => code === 0 || code === 6), codes.join(" "));
});
