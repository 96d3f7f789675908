import { assert, assertEquals, assertRejects } from "@std/assert";
import type { LogSink } from "../../../src/run/terminal/iteration_log.ts";
import { describeWarning } from "../../../src/run/report/event_lines.ts";
import { watchAgent } from "../../../src/run/watchdog/watch_agent.ts";
import {
  type AgentCallbacks,
  type AgentOutcome,
  type HeartbeatInfo,
  type WatchLimits,
} from "../../../src/run/watchdog/agent_process.ts";
import {
  DEFAULT_LIMITS,
  FakeAgent,
  FakeTable,
  makeProcess,
  NO_CALLBACKS,
  NO_PID,
  VirtualClock,
} from "../_virtual.ts";
import { needsBuild } from "../../_tools.ts";

const MINUTE = 60_000;

/** One run in virtual time. */
class Scene {
  readonly clock = new VirtualClock();
  readonly agent = new FakeAgent();
  readonly table = new FakeTable();
  readonly said: string[] = [];
  readonly heartbeats: HeartbeatInfo[] = [];
  readonly log = { text: "", problem: null as string | null, isClosed: false };
  size = { columns: 120, rows: 40 };

  run(
    limits: Partial<WatchLimits> = {},
    callbacks: Partial<AgentCallbacks> = {},
  ): Promise<AgentOutcome> {
    const { log } = this;
    const sink: LogSink = {
      write: (text) => {
        log.text = (log.text + text).slice(-1_000);
      },
      get problem() {
        return log.problem;
      },
      close: () => {
        log.isClosed = true;
      },
    };
    return watchAgent({
      command: ["/bin/sh"],
      cwd: "/",
      env: {},
      mark: "test.1",
      terminal: "auto",
      size: () => this.size,
      log: sink,
      secretEnv: {},
      limits: { ...DEFAULT_LIMITS, ...limits },
      callbacks: {
        ...NO_CALLBACKS,
        onWarning: (warning) => this.said.push(describeWarning(warning)),
        onHeartbeat: (info) => this.heartbeats.push(info),
        ...callbacks,
      },
      clock: this.clock,
    }, { open: this.agent.open, table: this.table });
  }
}

Deno.test("watchdog: 60 s of silence end an agent, even with heartbeats every 999 s", async () => {
  const scene = new Scene();
  const { endedBy, silentMs } = await scene.run({ heartbeatMs: 999_000 });
  assertEquals(endedBy, "idle-timeout");
  assert(silentMs >= MINUTE && silentMs < MINUTE + 5_000);
  assertEquals(scene.said, [
    "No output for 48 s, will be killed in 12 s",
    "No output for 60 s, killing (idle watchdog)",
  ]);
  assertEquals([scene.log.isClosed, scene.agent.isClosed], [true, true]);
});

Deno.test("watchdog: a byte just before the timeout restarts it", async () => {
  const scene = new Scene();
  scene.clock.after(59_900, () => scene.agent.say("."));
  const { durationMs } = await scene.run();
  assert(durationMs >= 59_900 + MINUTE);
});

Deno.test("watchdog: idle timeout 0 leaves a silent agent to the task timeout", async () => {
  const scene = new Scene();
  const { endedBy } = await scene.run({ idleTimeoutMs: 0, taskTimeoutMs: 10 * MINUTE });
  assertEquals(endedBy, "task-timeout");
  assertEquals(scene.said, ["Timed out after 600 s, killing (task timeout)"]);
});

Deno.test("watchdog: whoever reports the output is called ten times a second at most, however much it is", async () => {
  const scene = new Scene();
  for (let ms = 0; ms < 10_000; ms += 5) {
    scene.clock.after(ms, () => scene.agent.say("a line\n".repeat(100)));
  }
  scene.clock.after(10_000, () => scene.agent.exit(0));
  let [lines, ticks] = [0, 0];
  await scene.run({}, { onLine: () => lines++, onTick: () => ticks++ });
  assertEquals(lines, 2_000 * 100);
  assert(ticks > 10 && ticks <= 100, `${ticks} times`);
});

Deno.test("watchdog: the system's processes are not listed before an agent has worked for a second", async () => {
  for (const [ms, most] of [[900, 1], [10_100, 11]] as const) {
    const scene = new Scene();
    scene.clock.after(ms, () => scene.agent.exit(0));
    await scene.run();
    assert(scene.table.lists >= ms / 1_000 && scene.table.lists <= most, `${scene.table.lists}`);
  }
});

Deno.test("watchdog: heartbeats report elapsed and idle time", async () => {
  const scene = new Scene();
  scene.clock.after(100_000, () => scene.agent.say("now"));
  scene.clock.after(130_000, () => scene.agent.exit(0));
  await scene.run({ idleTimeoutMs: 0 });
  const times = scene.heartbeats.map(({ elapsedMs, idleMs }) => [elapsedMs, idleMs]);
  assertEquals(times, [[MINUTE, MINUTE], [2 * MINUTE, 20_000]]);
});

Deno.test("watchdog: a tool in flight delays the kill until the task timeout, with a warning each idle timeout", async () => {
  const scene = new Scene();
  const { endedBy } = await scene.run({ taskTimeoutMs: 200_000 }, { isToolInFlight: () => true });
  assertEquals(endedBy, "task-timeout");
  const postponed =
    "but a tool is running: it continues while that lasts, at most until the task timeout";
  assertEquals(scene.said, [
    "No output for 48 s, but a tool is running: not killed for it",
    `No output for 60 s, ${postponed}`,
    `No output for 120 s, ${postponed}`,
    `No output for 180 s, ${postponed}`,
    "Timed out after 200 s, killing (task timeout)",
  ]);
});

Deno.test("watchdog: a silent agent that only burns CPU time lives ten idle timeouts", async () => {
  const scene = new Scene();
  const cpu = (ms: number) => scene.table.entries = [makeProcess(NO_PID, { cpuMs: ms })];
  cpu(0);
  for (let second = 1; second <= 700; second++) {
    scene.clock.after(second * 1_000, () => cpu(second * 500));
  }
  const { endedBy, durationMs } = await scene.run({ killGraceMs: 0 });
  assertEquals(endedBy, "idle-timeout");
  assert(durationMs >= 10 * MINUTE && durationMs < 10 * MINUTE + 10_000, `${durationMs} ms`);
});

Deno.test("watchdog: CPU use delays the kill until it stops for an idle timeout", async () => {
  const scene = new Scene();
  const cpu = (ms: number) => scene.table.entries = [makeProcess(NO_PID, { cpuMs: ms })];
  cpu(0);
  for (let second = 1; second <= 100; second++) {
    scene.clock.after(second * 1_000, () => cpu(second * 100));
  }
  const { endedBy, durationMs } = await scene.run({ killGraceMs: 0 });
  assertEquals(endedBy, "idle-timeout");
  // 5 % of a minute are 3 s; so much is in the window until half a minute after the end of work.
  assert(durationMs > 125_000 && durationMs < 136_000, `${durationMs} ms`);
  assertEquals(scene.said.slice(0, 2), [
    "No output for 48 s, but it is busy (10 % of a core): not killed for it",
    "No output for 60 s, but it is busy (10 % of a core): it continues while that lasts, at most ten idle timeouts",
  ]);
});

Deno.test("watchdog: an agent that was busy at 80 % gets another warning when it is no longer busy", async () => {
  const scene = new Scene();
  let isAtWork = true;
  scene.clock.after(52_000, () => isAtWork = false);
  await scene.run({}, { isToolInFlight: () => isAtWork });
  assertEquals(scene.said.slice(0, 3).map((line) => line.split(/, /)[1]?.split(" ")[0]), [
    "but",
    "will",
    "killing",
  ]);
});

Deno.test("watchdog: less than 5 % of a core counts as idle", async () => {
  const scene = new Scene();
  for (let second = 0; second <= 100; second++) {
    scene.clock.after(second * 1_000, () => {
      scene.table.entries = [makeProcess(NO_PID, { cpuMs: second * 40 })];
    });
  }
  const { endedBy } = await scene.run({ killGraceMs: 0 });
  assertEquals(endedBy, "idle-timeout");
  assertEquals(scene.said[1], "No output for 60 s, killing (idle watchdog)");
});

for (const isCounted of [false, true]) {
  const how = isCounted ? "counts sleep" : "stops in sleep";
  Deno.test(`watchdog: sleep of the machine does not kill an agent, if the clock ${how}`, async () => {
    const scene = new Scene();
    scene.clock.after(50_000, () => scene.clock.suspend(8 * 60 * MINUTE, isCounted));
    scene.clock.after(
      50_000 + (isCounted ? 8 * 60 * MINUTE : 0) + 55_000,
      () => scene.agent.exit(0),
    );
    const { endedBy, durationMs } = await scene.run({ taskTimeoutMs: 10 * MINUTE });
    assertEquals(endedBy, "exit");
    assert(durationMs < 2 * MINUTE, `${durationMs} ms`);
    assert(scene.said.includes("The machine slept for 28800 s: the idle time starts again"));
  });
}

Deno.test("watchdog: an agent that was silent before the machine slept is killed after it", async () => {
  const scene = new Scene();
  scene.clock.after(50_000, () => scene.clock.suspend(60 * MINUTE));
  const { endedBy, durationMs } = await scene.run();
  assertEquals(endedBy, "idle-timeout");
  assert(durationMs < 50_000 + MINUTE + 5_000);
});

Deno.test("watchdog: the grace after a result starts with its report, and continues while the agent prints", async () => {
  const scene = new Scene();
  let isReported = false;
  scene.clock.after(30_000, () => isReported = true);
  for (let second = 30; second < 60; second++) {
    scene.clock.after(second * 1_000, () => scene.agent.say("bye\n"));
  }
  const { endedBy, durationMs } = await scene.run({}, { isResultReported: () => isReported });
  assertEquals(endedBy, "completion-grace");
  assert(durationMs >= 45_000 && durationMs < 55_000);
});

Deno.test("watchdog: a spinner gives one warning, and progress elsewhere resets it", async () => {
  const scene = new Scene();
  const frames = ["|", "/", "-", "\\"];
  for (let second = 1; second <= 1_500; second++) {
    scene.clock.after(second * 1_000, () => {
      scene.agent.say(`\r\x1b[36m${frames[second % 4]}\x1b[0m Working (${second}s)`);
    });
  }
  let ticked = 0;
  scene.clock.after(700_000, () => ticked++);
  await scene.run({ taskTimeoutMs: 1_400_000 }, { progressCount: () => ticked });
  assertEquals(scene.said, [
    "Nothing new in its output for 600 s",
    "Nothing new in its output for 600 s",
    "Timed out after 1400 s, killing (task timeout)",
  ]);
});

Deno.test("watchdog: a new window size is passed to the agent", async () => {
  const scene = new Scene();
  scene.clock.after(1_000, () => scene.size = { columns: 90, rows: 30 });
  scene.clock.after(3_000, () => scene.agent.exit(0));
  await scene.run();
  assertEquals(scene.agent.sizes, ["90x30"]);
});

Deno.test("watchdog: a failed log gives one warning and does not end the agent", async () => {
  const scene = new Scene();
  scene.clock.after(1_000, () => scene.log.problem = "No space left on device");
  scene.clock.after(9_000, () => scene.agent.exit(0));
  const { endedBy } = await scene.run();
  assertEquals(endedBy, "exit");
  assertEquals(scene.said, ["The log can no longer be written: No space left on device"]);
});

Deno.test("watchdog: a callback that throws ends the agent first, then throws", async () => {
  const scene = new Scene();
  scene.clock.after(1_000, () => scene.agent.say("hello\n"));
  const onLine = () => {
    throw new Error("the view broke");
  };
  await assertRejects(() => scene.run({}, { onLine }), Error, "the view broke");
  assertEquals(scene.said, ["Interrupted: terminating the agent (Ctrl-C again kills it at once)"]);
  assertEquals([scene.log.isClosed, scene.agent.isClosed], [true, true]);
});

Deno.test("watchdog: processes that survive KILL are named, after a wait of seconds", async () => {
  const scene = new Scene();
  const before = scene.clock.monotonicMs();
  scene.table.entries = [
    makeProcess(NO_PID + 1, { parent: NO_PID }),
    makeProcess(NO_PID, { isEnded: true }),
  ];
  const { endedBy, exitCode, signal } = await scene.run();
  assertEquals([endedBy, exitCode, signal], ["idle-timeout", null, null]);
  assertEquals(scene.said.slice(-2), [
    "1 process did not end on TERM: KILL",
    "Not even KILL ended 4194306",
  ]);
  assert(scene.clock.monotonicMs() - before < MINUTE + 12_000);
});

needsBuild().test("watchdog: memory stays constant over an hour of output", async () => {
  const scene = new Scene();
  const heap = () => Deno.memoryUsage().heapUsed;
  // The collector comes when it likes: what it leaves is the least that is seen in a while.
  const least = { atFirst: Infinity, atLast: Infinity };
  const event = `{"type":"assistant","text":"${"x".repeat(2_000)}","n":`;
  let sent = 0;
  const talk = () => {
    for (let line = 0; line < 20; line++) scene.agent.say(`${event}${sent++}}\n`);
    if (sent < 24_000) least.atFirst = Math.min(least.atFirst, heap());
    if (sent > 48_000) least.atLast = Math.min(least.atLast, heap());
    if (sent < 20 * 3_600) scene.clock.after(1_000, talk);
    else scene.agent.exit(0);
  };
  scene.clock.after(1_000, talk);
  let received = 0;
  const result = await scene.run({ taskTimeoutMs: 0 }, { onLine: () => received++ });
  assertEquals([result.endedBy, received, scene.heartbeats.length], ["exit", 72_000, 59]);
  assert(result.bytes > 140_000_000);
  const grownMb = (least.atLast - least.atFirst) / 1e6;
  assert(grownMb < 40, `${grownMb} MB more after 97 of 145 MB of output`);
});
