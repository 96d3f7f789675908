/** What a run leaves behind is ended: by itself, or by whatever ends or follows it. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { exits, makeStage, RALPH } from "../../e2e/_stage.ts";
import {
  agent,
  pidIn,
  read,
  runPlan,
  runStage,
  shellOf,
  type Stage,
  startRun,
  waitForPid,
} from "./_run_stage.ts";
import { isAlive } from "../../_processes.ts";

/** Kills a runner while its agent and the agent's helper work; gives both that live on. */
async function killRunner(stage: Stage): Promise<number[]> {
  const terminal = ["--terminal", "pipe"];
  const run = startRun(stage, ["PLAN.md", "--agent", agent("job-leaves-orphans"), ...terminal]);
  const pids = [await waitForPid(stage), await waitForPid(stage, "helper.pid")];
  run.child.kill("SIGKILL");
  await run.done;
  assert(isAlive(pids[1]!), "the helper outlives its runner");
  return pids;
}

Deno.test("leftovers: 'ralph stop' ends processes of a killed runner, and reports them", async () => {
  using stage = await runStage();
  const pids = await killRunner(stage);
  const said = await stage.ok(["stop"]);
  assertStringIncludes(said, "that an earlier run left behind");
  assertEquals(pids.map(isAlive), [false, false]);
  assertEquals(stage.hasLoop(), false);
  await exits(5, stage.ralph(["stop"]));
});

for (
  const [what, args] of [
    ["'ralph stop'", ["stop"]],
    ["the next 'ralph run'", ["run", "PLAN.md", "--agent", agent("job-tick")]],
    ["'ralph start'", ["start", "-f", "PLAN.md", "--yes"]],
  ] as const
) {
  Deno.test(`leftovers: ${what} ends them also where the loop has ended already`, async () => {
    using stage = await runStage();
    await stage.ok(["hooks", "install"]);
    const pids = await killRunner(stage);
    // As a hook that saw the kill switch would: the loop ends, its agents are not looked for.
    stage.kill();
    await stage.hook("stop", stage.event("Stop"));
    if (stage.hasLoop()) Deno.removeSync(stage.mark("loop-enabled"));
    await exits(0, stage.ralph(args));
    assertEquals(pids.map(isAlive), [false, false]);
  });
}

Deno.test("leftovers: 'ralph stop --all' ends them from another folder, and no run of another home", async () => {
  using stage = await runStage();
  using other = await runStage();
  const run = startRun(other, ["PLAN.md", "--agent", agent("job-works-long")]);
  const working = await waitForPid(other);
  const pids = await killRunner(stage);
  await stage.ok(["stop", "--all"], { cwd: stage.root });
  assertEquals(pids.map(isAlive), [false, false]);
  assertEquals(isAlive(working), true);
  await other.ok(["stop"]);
  assertEquals((await run.done).code, 130);
});

for (const terminal of ["pty", "pipe"]) {
  Deno.test(`leftovers: a daemon without environment, session, parent and terminal is ended, on ${terminal}`, async () => {
    using stage = await runStage("- [ ] one\n");
    await exits(0, runPlan(stage, "job-daemon", ["--terminal", terminal]));
    const pid = pidIn(stage, "daemon.pid");
    assert(pid > 0);
    assertEquals(isAlive(pid), false);
    // Ended orphans are collected: they would fill the system's table.
    assert(pidIn(stage, "children.txt") < 12, read(stage, "children.txt"));
  });
}

Deno.test("leftovers: the user's own processes in the same session and folder are not ended", async () => {
  using stage = await runStage("- [ ] one | `setsid sleep 300 & test -d .`\n");
  const script =
    "exec >out.txt 2>&1; sleep 300 & echo $! > mine.pid; setsid sleep 300 & echo $! > daemon-of-mine.pid; " +
    '"$RALPH" run PLAN.md --trust --agent "$AGENT"; echo $? > code.txt';
  await shellOf(stage, ["sh", "-c", script], { AGENT: agent("job-daemon") }).output();
  assertEquals(read(stage, "code.txt"), "0\n");
  const mine = [pidIn(stage, "mine.pid"), pidIn(stage, "daemon-of-mine.pid")];
  assertEquals(mine.map(isAlive), [true, true]);
  assertEquals(isAlive(pidIn(stage, "daemon.pid")), false);
  for (const pid of mine) Deno.kill(pid, "SIGKILL");
});

Deno.test("leftovers: a verification command of a Stop hook leaves no process behind", async () => {
  const plan =
    "- [x] one | `(env -i setsid /bin/sh -c 'echo $$ > daemon.pid; exec /bin/sleep 300' " +
    ">/dev/null 2>&1 &); until test -s daemon.pid; do sleep 0.05; done`\n";
  // A hook that is a process of its own: orphans become its children.
  using stage = await makeStage({
    program: RALPH,
    plan,
    start: ["-f", "PLAN.md", "--until-done", "--trust"],
  });
  assertStringIncludes((await stage.turn())["systemMessage"], "ralph: done");
  const pid = pidIn(stage, "daemon.pid");
  assert(pid > 0);
  assertEquals(isAlive(pid), false);
});
