import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { attempt } from "../../../src/error.ts";
import {
  agent,
  type BackgroundRun,
  read,
  runStage,
  type Stage,
  startRun,
  waitFor,
  waitForPid,
} from "./_run_stage.ts";
import { isAlive } from "../../_processes.ts";

const PATIENT = ["--trust", "--kill-grace", "200"];

/** Starts an agent that works for minutes, and waits until it does. */
async function startWorking(stage: Stage, name = "job-works-long", args: string[] = []) {
  const run = startRun(stage, ["PLAN.md", "--agent", agent(name), ...PATIENT, ...args]);
  return { run, pid: await waitForPid(stage) };
}

/** Asks for an end and gives how long it took, in milliseconds. */
async function endBy(run: BackgroundRun, ask: () => unknown) {
  const began = performance.now();
  await ask();
  const ran = await run.done;
  return { ran, ms: performance.now() - began };
}

/** Even a loaded machine needs less; the agent would work for minutes, and no grace is shorter. */
const AT_ONCE_MS = 60_000;

for (
  const [name, terminal] of [
    ["job-works-long", "pty"],
    ["job-stubborn", "pipe"],
  ] as const
) {
  Deno.test(`run: 'ralph stop' ends ${name} on ${terminal} at once, with 130`, async () => {
    using stage = await runStage();
    const { run, pid } = await startWorking(stage, name, ["--terminal", terminal]);
    let answer = "";
    const { ran, ms } = await endBy(run, async () => answer = await stage.ok(["stop"]));
    assertEquals(ran.code, 130, ran.stderr);
    assertStringIncludes(answer, "is stopped after 1 turn.");
    assert(ms < AT_ONCE_MS, `${ms} ms`);
    assertEquals([isAlive(pid), stage.hasLoop()], [false, false]);
    assertStringIncludes(read(stage, ".ralph-result"), "stopped-by-user");
    const history = stage.lines(stage.inHome("ralph", "history.jsonl"));
    assertEquals(history.map(({ code, items }) => [code, items]), [
      ["stopped-by-user", { done: 0, total: 3 }],
    ], "recorded once, with its items");
  });
}

Deno.test("run: 'ralph stop' does not say that a loop is stopped while its run still works", async () => {
  using stage = await runStage();
  const { run, pid } = await startWorking(stage);
  run.child.kill("SIGSTOP");
  const answer = await stage.ok(["stop"]);
  assertStringIncludes(answer, `is ending: its run (process ${run.child.pid}) still`);
  run.child.kill("SIGCONT");
  assertEquals([(await run.done).code, isAlive(pid)], [130, false]);
});

for (
  const [what, code, act] of [
    ["the kill switch", "kill-switch", (stage: Stage) => stage.put(".claude/STOP_LOOP", "")],
    ["a deleted marker", "disabled", (stage: Stage) => Deno.removeSync(stage.mark("loop-enabled"))],
  ] as const
) {
  Deno.test(`run: ${what} ends it at once and leaves no mark`, async () => {
    using stage = await runStage();
    const { run, pid } = await startWorking(stage);
    const { ran, ms } = await endBy(run, () => act(stage));
    assertEquals([ran.code, isAlive(pid), stage.stopRecord()?.["code"]], [130, false, code]);
    assert(ms < AT_ONCE_MS, `${ms} ms`);
    assertEquals([...Deno.readDirSync(stage.mark("."))].map(({ name }) => name), []);
  });
}

Deno.test("run: both marks are put back after a first cleanup, and end the run after a second", async () => {
  using stage = await runStage();
  const { run, pid } = await startWorking(stage);
  // The marker last: a run whose marker alone is missing ends.
  const marks = ["ralph-state.json", "loop-enabled"].map((name) => stage.mark(name));
  marks.forEach((path) => Deno.removeSync(path));
  await run.until("and ralph restored them; to end the loop, run 'ralph stop'");
  const isBack = marks.map((path) => attempt(() => Deno.lstatSync(path)) !== null);
  assertEquals([isAlive(pid), ...isBack], [true, true, true]);
  assert(stage.journal().some(({ code }) => code === "repaired"));
  const { ran } = await endBy(run, () => marks.forEach((path) => Deno.removeSync(path)));
  assertEquals([ran.code, stage.stopRecord()?.["code"], stage.hasLoop()], [130, "disabled", false]);
});

Deno.test("run: however often Ctrl-C is pressed, the result is written", async () => {
  using stage = await runStage();
  const { run } = await startWorking(stage);
  // What is sent after the last signal finds no process.
  const again = setInterval(() => attempt(() => run.child.kill("SIGINT")), 2);
  const ran = await run.done.finally(() => clearInterval(again));
  assertEquals([ran.code, stage.hasLoop()], [130, false]);
  assertStringIncludes(read(stage, ".ralph-result"), "(exit 130)");
});

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
  Deno.test(`run: ${signal} ends it orderly with ${code}`, async () => {
    using stage = await runStage();
    const { run, pid } = await startWorking(stage);
    const { ran } = await endBy(run, () => run.child.kill(signal));
    assertEquals([ran.code, isAlive(pid), stage.hasLoop()], [code, false, false]);
    assertStringIncludes(read(stage, ".ralph-result"), `(exit ${code})`);
    assertEquals(stage.stopRecord()?.["code"], "interrupted");
  });
}

Deno.test("run: Ctrl-\\ does not wait for anything", async () => {
  using stage = await runStage();
  // In the background of a script it is ignored, and a run would inherit that.
  const listen = () => {};
  Deno.addSignalListener("SIGQUIT", listen);
  const { run, pid } = await startWorking(stage, "job-stubborn");
  Deno.removeSignalListener("SIGQUIT", listen);
  const { ran, ms } = await endBy(run, () => run.child.kill("SIGQUIT"));
  assertEquals([ran.code, isAlive(pid), stage.hasLoop()], [130, false, false]);
  assert(ms < AT_ONCE_MS, `${ms} ms`);
});

Deno.test("run: a second Ctrl-C does not wait for the grace", async () => {
  using stage = await runStage();
  const { run, pid } = await startWorking(stage, "job-stubborn");
  run.child.kill("SIGINT");
  // Two signals at once may arrive as one.
  await run.until("Interrupted: terminating");
  assert(isAlive(pid), "the first one is polite");
  const { ran, ms } = await endBy(run, () => run.child.kill("SIGINT"));
  assertEquals([ran.code, isAlive(pid)], [130, false]);
  assert(ms < AT_ONCE_MS, `${ms} ms`);
});

Deno.test("run: a stop while a verification runs ends that at once", async () => {
  using stage = await runStage("- [x] one | `echo $$ > verify.pid; sleep 600`\n");
  const run = startRun(stage, ["PLAN.md", "--agent", agent("job-tick"), "--trust"]);
  const pid = await waitForPid(stage, "verify.pid");
  const { ran, ms } = await endBy(run, () => stage.ok(["stop"]));
  assertEquals(ran.code, 130);
  assert(ms < AT_ONCE_MS, `${ms} ms`);
  await waitFor(() => !isAlive(pid), "the command to be gone");
  assertEquals(read(stage, "PLAN.md").startsWith("- [x]"), true, "a stop takes no tick back");
});

Deno.test("run: a stop while it waits for a rate limit ends it at once", async () => {
  using stage = await runStage();
  const run = startRun(stage, [
    "PLAN.md",
    "--agent",
    agent("job-limited-for-days"),
    "--rate-limit-wait",
    "10d",
  ]);
  await run.until("Rate limit");
  const status = JSON.parse(await stage.ok(["status", "--json"]));
  assertEquals([status.loop.state, status.loop.iteration], ["paused", 0]);
  assertEquals([status.state, status.loop.pause.why], ["paused", "rate-limited"]);
  const { ran, ms } = await endBy(run, () => stage.ok(["stop"]));
  assertEquals(ran.code, 130);
  assert(ms < AT_ONCE_MS, `${ms} ms`);
});
