import { assert, assertEquals } from "@std/assert";
import {
  hasMark,
  isOfRun,
  openProcessTable,
  parsePsLine,
  parseStat,
  PsTable,
} from "../../src/system/process_table.ts";
import { endFamily } from "../../src/system/end_family.ts";
import { Family } from "../../src/system/family.ts";
import { FakeTable, makeProcess, VirtualClock } from "../run/_virtual.ts";

const ROOT = 500;

function makeFamily(table: FakeTable, more: Partial<Family["seed"]> = {}): Family {
  return new Family({ rootPid: ROOT, isOwnRun: isOfRun("x.1"), table, since: 150, ...more });
}

async function membersOf(family: Family): Promise<number[]> {
  return (await family.takeCensus()).living.map(({ pid }) => pid).sort((a, b) => a - b);
}

Deno.test("family: children, group, session, and the group of a child belong to it, others do not", async () => {
  const table = new FakeTable();
  table.entries = [
    makeProcess(ROOT, { parent: Deno.pid }),
    makeProcess(501, { parent: ROOT, group: ROOT, session: ROOT }),
    makeProcess(502, { parent: 501 }),
    makeProcess(503, { parent: 1, group: 502, session: 502 }),
    makeProcess(504, { parent: 1, group: 77, session: ROOT }),
    makeProcess(505, { parent: 1 }),
    makeProcess(506, { parent: ROOT, isEnded: true }),
  ];
  assertEquals(await membersOf(makeFamily(table)), [ROOT, 501, 502, 503, 504]);
});

Deno.test("family: a process that was seen once stays a member without parent, group and mark", async () => {
  const table = new FakeTable();
  table.entries = [makeProcess(ROOT), makeProcess(510, { parent: ROOT, startedAt: 210 })];
  const family = makeFamily(table);
  await family.takeCensus();
  family.noteRootEnd();
  table.entries = [makeProcess(510, { parent: 1, startedAt: 210 })];
  assertEquals(await membersOf(family), [510]);
});

Deno.test("family: a process that reuses a dead member's id is not a member", async () => {
  const table = new FakeTable();
  table.entries = [makeProcess(ROOT), makeProcess(510, { parent: ROOT, startedAt: 210 })];
  const family = makeFamily(table);
  await family.takeCensus();
  family.noteRootEnd();
  table.entries = [
    makeProcess(510, { startedAt: 900 }),
    makeProcess(ROOT, { startedAt: 901, group: 9, session: 9 }),
  ];
  assertEquals(await membersOf(family), []);
});

Deno.test("family: the mark finds a process that detached from everything else, and each environment is read once", async () => {
  const table = new FakeTable();
  table.entries = [makeProcess(600), makeProcess(601), makeProcess(602, { startedAt: 10 })];
  table.marked.add(601).add(602);
  const family = makeFamily(table);
  assertEquals(await membersOf(family), [601], "602 is older than the run");
  await family.takeCensus();
  assertEquals(table.askedFor, [600, 601]);
});

Deno.test("family: neither this process nor its ancestors are members, even with the mark", async () => {
  const table = new FakeTable();
  table.entries = [
    makeProcess(Deno.pid, { parent: 700 }),
    makeProcess(700, { parent: 1 }),
    makeProcess(701, { parent: 1 }),
  ];
  for (const pid of [Deno.pid, 700, 701]) table.marked.add(pid);
  assertEquals(await membersOf(makeFamily(table, { rootPid: null })), [701]);
});

Deno.test("family: TERM first, the rest gets KILL after the grace, each once per census", async () => {
  const table = new FakeTable();
  table.entries = [
    makeProcess(ROOT),
    makeProcess(501, { parent: ROOT }),
    makeProcess(502, { parent: ROOT }),
  ];
  const sent: string[] = [];
  const kills: number[] = [];
  const clock = new VirtualClock();
  const beganAt = clock.monotonicMs();
  const outcome = await endFamily(makeFamily(table), {
    graceMs: 5_000,
    clock,
    onKill: (count) => kills.push(count),
    send: (processes, signal) => {
      sent.push(`${signal} ${processes.map(({ pid }) => pid)}`);
      if (signal === "SIGTERM") table.entries = table.entries.filter(({ pid }) => pid !== ROOT);
      if (signal === "SIGKILL") table.entries = [];
    },
  });
  assertEquals(sent, ["SIGTERM 500,501,502", "SIGCONT 500,501,502", "SIGKILL 501,502"]);
  assertEquals([outcome, kills], [{ ended: 3, survivors: [] }, [2]]);
  assertEquals(clock.monotonicMs() - beganAt < 5_100, true);
});

Deno.test("family: a process that forks faster than it is killed does not block", async () => {
  const table = new FakeTable();
  let next = 501;
  table.entries = [makeProcess(ROOT)];
  const clock = new VirtualClock();
  const beganAt = clock.monotonicMs();
  const { survivors } = await endFamily(makeFamily(table), {
    graceMs: 1_000,
    clock,
    send: () => table.entries = [makeProcess(ROOT), makeProcess(next++, { parent: ROOT })],
  });
  assert(survivors.length > 0);
  assert(clock.monotonicMs() - beganAt < 3_300);
});

Deno.test("family: the process that keeps the terminal is spared", async () => {
  const table = new FakeTable();
  table.entries = [makeProcess(ROOT), makeProcess(501, { parent: ROOT })];
  const sent: number[] = [];
  await endFamily(makeFamily(table), {
    graceMs: 100,
    holderPids: [ROOT],
    clock: new VirtualClock(),
    send: (processes) => {
      sent.push(...processes.map(({ pid }) => pid));
      table.entries = [makeProcess(ROOT)];
    },
  });
  assertEquals([...new Set(sent)], [501]);
});

Deno.test("process table: a name with spaces and brackets does not shift the fields", () => {
  const stat = "42 (a) R (b c) S 7 8 9 0 -1 0 0 0 0 0 150 50 20 5 20 0 1 0 12345 0 0";
  const { parent, group, session, startedAt, cpuMs, isEnded } = parseStat(42, stat);
  assertEquals([parent, group, session, startedAt, cpuMs, isEnded], [7, 8, 9, 12345, 2250, false]);
  assertEquals(parseStat(42, stat.replace(") S", ") Z")).isEnded, true);
});

Deno.test("process table: lines of ps are read on Linux and on macOS", () => {
  const mac = parsePsLine("  501   1   501 Ss     1:02.50 Mon Jan  5 10:00:00 2026");
  assertEquals([mac?.pid, mac?.parent, mac?.group, mac?.cpuMs], [501, 1, 501, 62_500]);
  assertEquals(parsePsLine("7 1 7 Z 1-02:03:04 Mon Jan  5 10:00:00 2026")?.cpuMs, 93_784_000);
  assertEquals(parsePsLine("no line"), null);
});

Deno.test("process table: a mark is a run's id or an iteration of it, not the beginning of another", () => {
  assertEquals(hasMark(["RALPH_RUN_ID=a.1"], isOfRun("a")), true);
  assertEquals(hasMark(["RALPH_RUN_ID=a.1"], isOfRun("a.1")), true);
  assertEquals(hasMark(["RALPH_RUN_ID=a.12"], isOfRun("a.1")), false);
  assertEquals(hasMark(["XRALPH_RUN_ID=a"], isOfRun("a")), false);
});

Deno.test({
  name: "process table: ps and the kernel's files show the same child, and its mark",
  fn: async () => {
    const child = new Deno.Command("sleep", {
      args: ["20"],
      env: { RALPH_RUN_ID: "seen.3" },
      detached: true,
    }).spawn();
    try {
      for (const table of [new PsTable(), openProcessTable()!]) {
        const entry = (await table.list()).find(({ pid }) => pid === child.pid);
        assertEquals([entry?.parent, entry?.group, entry?.isEnded], [Deno.pid, child.pid, false]);
        assertEquals(
          await table.findMarked([child.pid, Deno.pid], isOfRun("seen")),
          new Set([child.pid]),
        );
        assert(Math.abs(table.now() - entry!.startedAt) < 20 * 100);
      }
    } finally {
      child.kill("SIGKILL");
      await child.status;
    }
  },
});

Deno.test("ps: a ps that never answers shows no processes, in time", async () => {
  const dir = await Deno.makeTempDir();
  const program = `${dir}/ps`;
  await Deno.writeTextFile(program, "#!/bin/sh\ntrap '' TERM\nsleep 600\n", { mode: 0o755 });
  const table = new PsTable(program, { timeoutMs: 200, maxBytes: 1024 });
  assertEquals(await table.list(), []);
  assertEquals(await table.findMarked([Deno.pid], isOfRun("x")), new Set());
  await Deno.remove(dir, { recursive: true });
});

Deno.test("family: an orphan that came to this process is a member, its own children are not", async () => {
  const table = new FakeTable();
  table.entries = [
    makeProcess(ROOT, { parent: Deno.pid }),
    makeProcess(710, { parent: Deno.pid }),
    makeProcess(711, { parent: Deno.pid }),
    makeProcess(712, { parent: Deno.pid, startedAt: 10 }),
    makeProcess(713, { parent: 711 }),
  ];
  const adopter = { ownChildren: new Set([711]), collect: () => {} };
  const family = makeFamily(table, { adopter });
  assertEquals(await membersOf(family), [ROOT, 710]);
});

Deno.test("family: an ended orphan is collected at the second census, nothing else", async () => {
  const table = new FakeTable();
  table.entries = [
    makeProcess(ROOT, { parent: Deno.pid, isEnded: true }),
    makeProcess(720, { parent: Deno.pid, isEnded: true }),
    makeProcess(721, { parent: 1, isEnded: true }),
  ];
  const collected: number[] = [];
  const collect = (pid: number) => collected.push(pid);
  const adopter = { ownChildren: new Set<number>(), collect };
  const family = makeFamily(table, { adopter });
  await family.takeCensus();
  assertEquals(collected, []);
  await family.takeCensus();
  assertEquals(collected, [720]);
});
