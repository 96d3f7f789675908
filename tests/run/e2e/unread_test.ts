/** Terminals and pipes that nobody reads: a stopped window, a suspended connection, a full pipe. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { spawnOnTerminal } from "../../../src/run/terminal/_spawn.ts";
import { RALPH } from "../../e2e/_stage.ts";
import { isAlive } from "../../_processes.ts";
import {
  agent,
  read,
  runStage,
  script,
  shellOf,
  type Stage,
  waitFor,
  waitForPid,
} from "./_run_stage.ts";

/** Prints more than a pipe takes, then works for minutes. */
const LOUD = 'yes "a line of output" | head -n 200000\necho "$$" > agent.pid\nexec sleep 1000';

interface Unread extends Disposable {
  readonly pid: number;
  readonly isAlive: () => boolean;
}

/** Starts a run on a terminal that is full already, and that nobody reads. */
function runOnFullTerminal(stage: Stage, args: readonly string[]): Unread {
  const { file, library, pid } = spawnOnTerminal({
    command: [
      "/bin/sh",
      "-c",
      'timeout 1 head -c 1000000 /dev/zero; exec "$0" run PLAN.md "$@"',
      RALPH,
      ...args,
    ],
    cwd: stage.project,
    env: { ...stage.env(), TERM: "xterm" },
    size: { columns: 100, rows: 30 },
  });
  return {
    pid,
    isAlive: () => isAlive(pid),
    [Symbol.dispose]() {
      if (isAlive(pid)) Deno.kill(pid, "SIGKILL");
      library.symbols.close(file);
      library.symbols.waitpid(pid, new Int32Array(1), 0);
      library.close();
    },
  };
}

/** Starts a run whose streams are pipes that nobody reads. */
function runOnFullPipes(stage: Stage, args: readonly string[]): Unread {
  const child = shellOf(stage, [RALPH, "run", "PLAN.md", "--json", ...args]);
  return {
    pid: child.pid,
    isAlive: () => isAlive(child.pid),
    [Symbol.dispose]() {
      if (isAlive(child.pid)) child.kill("SIGKILL");
      child.stdout.cancel();
      child.stderr.cancel();
    },
  };
}

for (const [where, start] of [["terminal", runOnFullTerminal], ["pipe", runOnFullPipes]] as const) {
  const works = (stage: Stage) => [
    ...["--agent", where === "pipe" ? script(stage, LOUD) : agent("job-works-long")],
    ...["--kill-grace", "1"],
  ];

  Deno.test(`unread ${where}: a time limit ends the agent, and the run ends by itself`, async () => {
    using stage = await runStage();
    const limits = ["--task-timeout", "3s", "--max-iterations", "1"];
    using run = start(stage, [...works(stage), ...limits]);
    const pid = await waitForPid(stage);
    await waitFor(() => !run.isAlive(), "the run to end");
    assertEquals([isAlive(pid), stage.hasLoop()], [false, false]);
    assertStringIncludes(read(stage, ".ralph-result"), "(exit ");
  });

  Deno.test(`unread ${where}: TERM ends the run`, async () => {
    using stage = await runStage();
    using run = start(stage, works(stage));
    const pid = await waitForPid(stage);
    Deno.kill(run.pid, "SIGTERM");
    await waitFor(() => !run.isAlive(), "the run to end");
    assertEquals([isAlive(pid), stage.hasLoop()], [false, false]);
    assertStringIncludes(read(stage, ".ralph-result"), "(exit 143)");
  });

  Deno.test(`unread ${where}: 'ralph stop' says that the loop is stopped once its agent is gone`, async () => {
    using stage = await runStage();
    using run = start(stage, works(stage));
    const pid = await waitForPid(stage);
    assertStringIncludes(await stage.ok(["stop"]), "is stopped after 1 turn.");
    assertEquals(isAlive(pid), false);
    await waitFor(() => !run.isAlive(), "the run to end");
  });
}
