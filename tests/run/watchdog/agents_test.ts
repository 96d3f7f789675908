/** Every fixture agent on every backend, run by the compiled program. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Backend, BACKENDS } from "../../../src/run/terminal/terminal.ts";
import type { Warning, WatchLimits } from "../../../src/run/watchdog/agent_process.ts";
import { type Seen, type TestOrder, watchCompiled } from "../_compiled.ts";
import { FIRST_SIZE } from "../_watch.ts";
import { isAlive } from "../../_processes.ts";
import { removeFolder } from "../../_project.ts";

/**
 * What a busy machine may add to a time. The exact times are kept with a virtual clock, in
 * run_watched_test.ts; here a time only tells one end from another.
 */
const ROOM_MS = 20_000;
/** Limits for agents that end by themselves: a busy machine starts them late. */
const PATIENT: Partial<WatchLimits> = {
  taskTimeoutMs: 100_000,
  idleTimeoutMs: 0,
  killGraceMs: 50_000,
};
/** A short idle timeout; agents that end on TERM get the time for it. */
const IDLE: Partial<WatchLimits> = { ...PATIENT, idleTimeoutMs: 1_000 };
/** A short grace too, for agents that ignore TERM. */
const STUBBORN: Partial<WatchLimits> = { ...IDLE, killGraceMs: 300 };

/** The backends side by side, since most of the time is waiting. */
function onEveryBackend(
  promise: string,
  order: Omit<TestOrder, "terminal">,
  check: (seen: Seen, backend: Backend) => void | Promise<void>,
  backends: readonly Backend[] = BACKENDS,
): void {
  Deno.test(promise, async (t) => {
    await Promise.all(backends.map((backend) =>
      t.step({
        name: backend,
        fn: () => tryBackend({ limits: PATIENT, ...order, terminal: backend }, check),
        sanitizeOps: false,
        sanitizeResources: false,
        sanitizeExit: false,
      })
    ));
  });
}

async function tryBackend(
  order: TestOrder & { terminal: Backend },
  check: (seen: Seen, backend: Backend) => void | Promise<void>,
): Promise<void> {
  const seen = await watchCompiled(order);
  try {
    assertEquals(seen.result.backend, order.terminal);
    assertEquals(seen.left, [], "processes that live on");
    await check(seen, order.terminal);
  } finally {
    removeFolder(seen.dir);
  }
}

function find<Kind extends Warning["kind"]>(
  { warnings }: Seen,
  kind: Kind,
): Extract<Warning, { kind: Kind }> | undefined {
  return warnings.find((warning): warning is Extract<Warning, { kind: Kind }> =>
    warning.kind === kind
  );
}

onEveryBackend(
  "a silent agent is killed after the idle timeout",
  { agent: "silent.sh", limits: IDLE },
  (seen) => {
    assertEquals(seen.result.endedBy, "idle-timeout");
    assertEquals(seen.result.signal, "SIGTERM");
    const idleMs = find(seen, "ending")?.idleMs ?? 0;
    assert(idleMs >= 1_000 && idleMs < 2_000 + ROOM_MS, `killed after ${idleMs} ms`);
  },
);

onEveryBackend(
  "a spinner counts as activity, up to the task timeout",
  { agent: "spinner.sh", limits: { ...PATIENT, taskTimeoutMs: 4_000 } },
  (seen) => {
    assertEquals(seen.result.endedBy, "task-timeout");
    const { elapsedMs = 0, idleMs = 0 } = find(seen, "ending") ?? {};
    assert(elapsedMs >= 4_000 && elapsedMs < 5_000 + ROOM_MS, `killed after ${elapsedMs} ms`);
    assert(idleMs < elapsedMs, "no frame counted");
    assertMatch(seen.result.lastScreen.join(), /^[|/-] working$/);
  },
);

onEveryBackend(
  "an agent that ignores TERM is killed with its family after the grace",
  { agent: "ignores_term.sh", limits: { ...STUBBORN, idleTimeoutMs: 500 }, hasFirstLine: true },
  (seen) => {
    assertEquals(seen.result.endedBy, "idle-timeout");
    assertEquals(seen.result.signal, "SIGKILL");
    assert((find(seen, "killing")?.processes ?? 0) >= 3);
    assert(seen.result.durationMs < 500 + 300 + ROOM_MS, `${seen.result.durationMs} ms`);
  },
);

onEveryBackend("all 50 processes of a tree are ended", {
  agent: "forks_fifty.sh",
  limits: STUBBORN,
  hasFirstLine: true,
}, (seen) => {
  assertEquals(seen.result.endedBy, "idle-timeout");
  assert((find(seen, "killing")?.processes ?? 0) >= 50);
});

for (
  const [what, agent] of [
    ["a left-over child", "leaves_child.sh"],
    ["a child in a session of its own, without a parent,", "setsid_child.sh"],
  ] as const
) {
  onEveryBackend(`${what} is ended`, { agent }, (seen) => {
    assertEquals([seen.result.endedBy, seen.result.exitCode], ["exit", 0]);
    assertEquals([seen.result.leftBehind, find(seen, "left-behind")?.processes], [1, 1]);
  });
}

onEveryBackend(
  "a child that keeps the output open does not delay the end",
  { agent: "holds_tty.sh" },
  (seen) => {
    assertEquals([seen.result.endedBy, seen.result.exitCode], ["exit", 0]);
    assertEquals(seen.lines, ["done"]);
    assert(seen.result.durationMs < 2_500 + ROOM_MS, `${seen.result.durationMs} ms`);
  },
);

onEveryBackend(
  "13 MB at once arrive completely",
  { agent: "flood.sh" },
  (seen) => {
    assertEquals([seen.result.endedBy, seen.result.exitCode], ["exit", 0]);
    assertEquals(seen.lastLine, "the end");
    const log = seen.log.replaceAll("\r\n", "\n");
    assertEquals(log.length, 130_000 * 101 + 8);
    assert(log.endsWith(` ....\nthe end\n`));
  },
);

onEveryBackend(
  "the last bytes of an agent that ends while it prints arrive",
  { agent: "last_bytes.sh" },
  (seen) => {
    assertEquals(seen.result.exitCode, 0);
    assertEquals(seen.log, "z".repeat(60_000) + "last bytes");
    assertEquals(seen.lineCount, 1);
  },
);

onEveryBackend(
  "an agent that asks for input reads its end",
  { agent: "asks.sh" },
  (seen) => {
    assertEquals([seen.result.endedBy, seen.result.exitCode], ["exit", 0]);
    assertEquals(seen.lines, ["Go on? read 0 lines: "]);
  },
);

for (
  const [agent, exitCode, signal, lines] of [
    ["dies_at_once.sh", 1, null, []],
    ["exit_42.sh", 42, null, ["going"]],
    ["killed.sh", null, "SIGSEGV", null],
  ] as const
) {
  onEveryBackend(`exit code and signal of ${agent} are kept`, { agent, args: ["SEGV"] }, (seen) => {
    assertEquals(seen.result.endedBy, "exit");
    assertEquals([seen.result.exitCode, seen.result.signal], [exitCode, signal]);
    if (lines !== null) assertEquals(seen.lines, [...lines]);
  });
}

onEveryBackend(
  "an agent that reported its result and does not end is ended after the grace",
  { agent: "result_then_hang.sh", limits: { ...PATIENT, completionGraceMs: 300 } },
  (seen) => {
    assertEquals(seen.result.endedBy, "completion-grace");
    assert(seen.result.durationMs < 3_000 + ROOM_MS, `${seen.result.durationMs} ms`);
  },
);

onEveryBackend(
  "invalid UTF-8 leaves lines and log readable",
  { agent: "invalid_utf8.sh" },
  (seen) => {
    assertEquals(seen.lines, ["broken \ufffd\ufffd end", "grün"]);
    assertEquals(seen.log.replaceAll("\r", ""), "broken \ufffd\ufffd end\ngrün\n");
  },
);

onEveryBackend(
  "output comes line by line",
  { agent: "two_lines.sh", goAfter: "line1" },
  ({ lines, result }) => {
    assertEquals([lines, result.endedBy], [["line1", "line2"], "exit"]);
  },
);

/** The line of `window.sh` with its ids: it leads its session and its group. */
function assertLeads(line: string | undefined): void {
  const [, pid, group, session] = /^ids (\d+) +(\d+) +(\d+)$/.exec(line ?? "") ?? [];
  assert(pid !== undefined, line);
  assertEquals([group, session], [pid, pid]);
}

onEveryBackend(
  "the agent leads its own session and group, in a terminal of the runner's size",
  {
    agent: "window.sh",
    args: ["2"],
    resize: {
      after: `size ${FIRST_SIZE.rows} ${FIRST_SIZE.columns}`,
      size: { columns: 90, rows: 30 },
    },
  },
  ({ lines }) => {
    assertLeads(lines[2]);
    assertEquals(lines.toSpliced(2, 1), ["a terminal", "controlling", "size 44 133", "size 30 90"]);
  },
  ["pty"],
);

onEveryBackend(
  "without a terminal the agent leads its own session and group too",
  { agent: "window.sh" },
  ({ lines }) => {
    assertLeads(lines[2]);
    assertEquals(lines.slice(0, 2), ["no terminal", "not controlling"]);
  },
  ["pipe"],
);

onEveryBackend(
  "a silent agent with a tool in flight continues, with a warning",
  {
    agent: "tool_then_end.sh",
    limits: { ...IDLE, idleTimeoutMs: 600 },
    hasFirstLine: true,
    goAfter: "postponed",
  },
  (seen) => {
    assertEquals([seen.result.endedBy, seen.result.exitCode], ["exit", 0]);
    assertEquals(find(seen, "postponed")?.why, "tool");
  },
);

onEveryBackend(
  "a silent agent that uses CPU continues, with a warning",
  {
    agent: "busy.sh",
    limits: { ...IDLE, idleTimeoutMs: 2_000 },
    hasFirstLine: true,
    goAfter: "postponed",
  },
  (seen) => {
    assertEquals(seen.lines, ["computing", "computed"]);
    assertEquals([seen.result.endedBy, seen.result.exitCode], ["exit", 0]);
    assertEquals(find(seen, "postponed")?.why, "cpu");
  },
);

onEveryBackend(
  "a stop ends even an agent that ignores TERM, and does not wait for its grace",
  {
    agent: "ignores_term.sh",
    wishes: [{ after: "try me", wish: "stop" }],
  },
  (seen) => {
    assertEquals([seen.result.endedBy, seen.result.signal], ["stop", "SIGKILL"]);
    assert(seen.result.durationMs < 1_500 + ROOM_MS, `${seen.result.durationMs} ms`);
  },
);

onEveryBackend(
  "a second interrupt ends the grace of the first",
  {
    agent: "ignores_term.sh",
    wishes: [{ after: "try me", wish: "interrupt" }, { after: "ending", wish: "interrupt-now" }],
  },
  (seen) => {
    assertEquals([seen.result.endedBy, seen.result.signal], ["interrupt", "SIGKILL"]);
    assert(seen.result.durationMs < 3_000 + ROOM_MS, `${seen.result.durationMs} ms`);
  },
);

onEveryBackend(
  "a secret in two pieces reaches neither lines nor log nor screen",
  {
    agent: "tells_secret.sh",
    env: { AGENT_API_KEY: "hunter2-and-more" },
  },
  (seen) => {
    assertEquals(seen.lines, ["the key is [masked], keep it"]);
    assertEquals(seen.result.lastScreen, ["the key is [masked], keep it"]);
    assertEquals(seen.log.trimEnd(), "the key is [masked], keep it");
  },
);

onEveryBackend(
  "a missing or invalid program gives a shell's exit codes",
  { agent: "exit_42.sh" },
  async (_, backend) => {
    const missing = await watchCompiled({ agent: "no-such-agent", terminal: backend });
    assertEquals([missing.result.endedBy, missing.result.exitCode], ["not-started", 127]);
    const folder = await watchCompiled({ agent: "/usr", terminal: backend });
    assertEquals([folder.result.endedBy, folder.result.exitCode], ["not-started", 126]);
    assertMatch(folder.result.startErrors[0] ?? "", /"\/usr" is not executable/);
  },
);

onEveryBackend(
  "the last screen shows the question of an agent",
  { agent: "asks_terminal.sh", limits: IDLE, hasFirstLine: true },
  (seen) => {
    assertEquals(seen.result.endedBy, "idle-timeout");
    assertEquals(seen.result.lastScreen, ["starting", "Allow network access? [y/N]"]);
  },
  ["pty"],
);

Deno.test("a daemon with neither parent, session nor environment of the agent is ended", async () => {
  const file = await Deno.makeTempFile();
  const seen = await watchCompiled({
    agent: "clean_daemon.sh",
    args: [file],
    terminal: "auto",
    limits: PATIENT,
  });
  const pid = Number(await Deno.readTextFile(file));
  assert(pid > 0);
  assertEquals(isAlive(pid), false);
  assertEquals(seen.result.exitCode, 0);
});

Deno.test("auto uses the pseudo-terminal", async () => {
  const seen = await watchCompiled({ agent: "exit_42.sh", terminal: "auto" });
  assertEquals([seen.result.backend, seen.result.startErrors], ["pty", []]);
});

onEveryBackend(
  "silence is measured at the decision to end an agent",
  { agent: "talks_when_killed.sh", limits: IDLE, hasFirstLine: true },
  (seen) => {
    assertEquals(seen.result.endedBy, "idle-timeout");
    assert(seen.lines.includes("ended"), seen.lines.join());
    assert(seen.result.silentMs >= 1_000, `${seen.result.silentMs} ms`);
  },
);
