/** Terminals that are closed, and signals that were ignored when the run began. */
import { needs } from "../../_tools.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { RALPH } from "../../e2e/_stage.ts";
import {
  agent,
  isThere,
  read,
  runStage,
  shellOf,
  type Stage,
  waitFor,
  waitForPid,
} from "./_run_stage.ts";
import { openWindow } from "./_terminal.ts";
import { isAlive } from "../../_processes.ts";

const COMMAND = `"${RALPH}" run PLAN.md --agent "${agent("job-waits-for-go")}"`;

/** The run's process, by its lock, which keeps the name of the last holder. */
function runPid(stage: Stage): number {
  const locks = stage.inHome("ralph", "locks");
  const lock = [...Deno.readDirSync(locks)].find(({ name }) => name.endsWith(".run.lock"));
  return JSON.parse(Deno.readTextFileSync(join(locks, lock?.name ?? ""))).pid;
}

/** Waits until the run has ended, so that nothing writes into the stage while it is removed. */
async function waitForResult(stage: Stage): Promise<string> {
  await waitFor(() => isThere(stage, ".ralph-result"), "the result");
  await waitFor(() => !stage.hasLoop(), "the loop to end");
  await waitFor(() => !isAlive(runPid(stage)), "the run's process to end");
  return read(stage, ".ralph-result");
}

/** Lets the agent finish, and expects that the run then ends well. */
async function expectCompletion(stage: Stage, pid: number): Promise<void> {
  // Time for a hang-up to have its effect, if it had one.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assertEquals(isAlive(pid), true, "the agent goes on");
  stage.put("go", "");
  assertStringIncludes(await waitForResult(stage), "(exit 0)");
}

/** Ways to begin a run that outlives its terminal. */
const OUTLIVING: Readonly<Record<string, string>> = {
  "nohup … &": `nohup ${COMMAND} > out.txt 2>&1 &`,
  "nohup … & with its output in nohup.out": `nohup ${COMMAND} &`,
  "… & disown, its output on the terminal": `${COMMAND} & disown`,
  "setsid …": `setsid ${COMMAND} > out.txt 2>&1 &`,
  "trap '' HUP": `(trap '' HUP; exec ${COMMAND}) > out.txt 2>&1 &`,
};

Deno.test("hang-up: what is begun in the background as its user should outlives its terminal", async (t) => {
  // Side by side, since most of the time is waiting.
  await Promise.all(
    Object.entries(OUTLIVING).map(([name, line]) =>
      t.step({
        name,
        fn: async () => {
          using stage = await runStage();
          const window = await openWindow(stage);
          window.type(line);
          const pid = await waitForPid(stage);
          await window.close();
          await expectCompletion(stage, pid);
        },
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
      })
    ),
  );
});

Deno.test("hang-up: in the foreground a closed terminal ends run and agent, with 129", async () => {
  using stage = await runStage();
  const window = await openWindow(stage);
  window.type(COMMAND);
  const pid = await waitForPid(stage);
  await window.close();
  assertStringIncludes(await waitForResult(stage), "(exit 129)");
  assertEquals(isAlive(pid), false);
});

for (const isNohup of [true, false]) {
  const words = isNohup ? "outlives" : "without it does not outlive";
  needs("tmux").test(`hang-up: nohup ${words} 'tmux kill-session'`, async () => {
    using stage = await runStage();
    const tmux = (...args: string[]) =>
      new Deno.Command("tmux", {
        args: ["-S", join(stage.root, "tmux"), ...args],
        cwd: stage.project,
        env: { ...stage.env(), TERM: "xterm", SHELL: "/bin/sh" },
        clearEnv: true,
        stdin: "null",
      }).output();
    assertEquals((await tmux("new-session", "-d", "-s", "one")).success, true);
    const line = isNohup ? `nohup ${COMMAND} > out.txt 2>&1 &` : COMMAND;
    await tmux("send-keys", "-t", "one", line, "Enter");
    const pid = await waitForPid(stage);
    await tmux("kill-session", "-t", "one");
    if (isNohup) return await expectCompletion(stage, pid);
    assertStringIncludes(await waitForResult(stage), "(exit 129)");
    assertEquals(isAlive(pid), false);
  });
}

for (const terminal of ["pty", "pipe"]) {
  Deno.test(`signals: what the run ignores its agents do not, on ${terminal}`, async () => {
    using stage = await runStage();
    stage.put("go", "");
    const line = `trap '' HUP INT QUIT TERM; ${COMMAND} --terminal ${terminal}`;
    assertEquals((await shellOf(stage, ["sh", "-c", line]).output()).code, 0);
    // The kernel's mask; signals 1 to 31.
    const mask = BigInt(`0x${read(stage, "signals.txt").trim().split(/\s+/).at(-1)}`);
    assertEquals(mask & 0x7fff_ffffn, 0n);
  });
}

Deno.test("signals: Ctrl-C and Ctrl-\\ do not end what a shell without job control started in the background", async () => {
  using stage = await runStage();
  const shell = shellOf(stage, ["sh", "-c", `${COMMAND} & echo $! > run.pid; wait $!`]).output();
  const pid = await waitForPid(stage);
  const run = await waitForPid(stage, "run.pid");
  for (const signal of ["SIGINT", "SIGQUIT"] as const) Deno.kill(run, signal);
  await expectCompletion(stage, pid);
  assertEquals((await shell).code, 0);
});
