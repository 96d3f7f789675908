import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agent, exits, read, runPlan, runStage, startRun, waitForPid } from "./_run_stage.ts";
import { isAlive } from "../../_processes.ts";

Deno.test("run: a second run is refused with 6 and shows the holder, a session's loop is refused too", async () => {
  using stage = await runStage();
  const run = startRun(stage, ["PLAN.md", "--agent", agent("job-works-long")]);
  await waitForPid(stage);
  for (const more of [[], ["--dry-run"]]) {
    const second = await runPlan(stage, "job-tick", more);
    assertEquals(second.code, 6, more.join());
    assertStringIncludes(second.stderr, `process ${run.child.pid}`);
  }
  const started = await stage.ralph(["start", "-f", "PLAN.md", "--yes"]);
  assert(started.code !== 0, "no session's loop beside it either");
  const { loop } = JSON.parse(await stage.ok(["status", "--json"]));
  assertEquals([loop.state, loop.iteration, loop.turn.state], ["running", 1, "running"]);
  assertStringIncludes(await stage.ok(["status"]), "1 of 10 turns");
  await stage.ok(["stop"]);
  assertEquals((await run.done).code, 130);
});

Deno.test("run: a session's loop is not disturbed", async () => {
  using stage = await runStage();
  await stage.ok(["hooks", "install"]);
  await stage.ok(["start", "-f", "PLAN.md"]);
  for (const more of [[], ["--dry-run"]]) {
    await exits(6, runPlan(stage, "job-tick", more));
  }
});

for (const isResume of [false, true]) {
  const how = isResume
    ? "--resume takes over and removes a kill switch"
    : "the next run takes over";
  Deno.test(`run: killed by KILL, ${how}, ends the orphans and says so`, async () => {
    using stage = await runStage();
    const run = startRun(stage, ["PLAN.md", "--agent", agent("job-leaves-orphans")]);
    const pids = [await waitForPid(stage), await waitForPid(stage, "helper.pid")];
    const id = read(stage, ".claude/loop-enabled").trim();
    run.child.kill("SIGKILL");
    await run.done;
    assert(isAlive(pids[1]!), "the helper escaped");
    if (isResume) stage.put(".claude/STOP_LOOP", "");
    const resume = isResume ? ["--resume"] : [];
    const dry = await runPlan(stage, "job-tick", [...resume, "--dry-run"]);
    assertEquals([dry.code, dry.stdout.includes(`would resume ${id}`)], [0, isResume], dry.stderr);
    const words = [isResume ? "--resume" : "PLAN.md", "--agent", agent("job-tick")];
    const next = await exits(0, stage.ralph(["run", ...words]));
    assertEquals(pids.map(isAlive), [false, false]);
    assertStringIncludes(next.stderr, isResume ? "left behind" : "was killed");
    assertEquals(read(stage, ".ralph-result").includes(id), isResume);
    assertEquals(next.stderr.includes("Removed a left-over kill switch"), isResume);
    const codes = stage.lines(stage.inHome("ralph", "history.jsonl")).map(({ code }) => code);
    if (!isResume) assertEquals(codes, ["interrupted", "complete"]);
  });
}

Deno.test("run: with nothing to resume it ends with 5", async () => {
  using stage = await runStage();
  await exits(5, stage.ralph(["run", "--resume"]));
});

Deno.test("run: of three at once, one works", async () => {
  using stage = await runStage();
  const runs = await Promise.all([1, 2, 3].map(() => runPlan(stage, "job-tick")));
  const codes = runs.map(({ code }) => code).sort();
  assert(codes.includes(0) && codes.every((code) => code === 0 || code === 6), codes.join(" "));
});
