import { assertEquals } from "@std/assert";
import { isChildBusy } from "../../src/evidence/client_children.ts";
import type { ProcessEntry, ProcessTable } from "../../src/system/process_table.ts";

const CLIENT = 10;

function entry(pid: number, parent: number, cpuMs: number): ProcessEntry {
  return { pid, parent, group: pid, session: pid, startedAt: 1, cpuMs, isEnded: false };
}

/** A table that shows these processes, one list for each look. */
function tableOf(...looks: ProcessEntry[][]): ProcessTable {
  return {
    now: () => 0,
    list: () => Promise.resolve(looks.shift() ?? []),
    findMarked: () => Promise.resolve(new Set()),
  };
}

Deno.test("busy child: a grandchild that uses the processor is busy", async () => {
  const look = (cpuMs: number) => [entry(CLIENT, 1, 0), entry(11, CLIENT, 5), entry(12, 11, cpuMs)];
  assertEquals(await isChildBusy(CLIENT, tableOf(look(100), look(110))), true);
  assertEquals(await isChildBusy(CLIENT, tableOf(look(100), look(100))), false);
});

Deno.test("busy child: the client itself and other processes do not count", async () => {
  const look = (
    cpuMs: number,
  ) => [entry(CLIENT, 1, cpuMs), entry(11, CLIENT, 5), entry(20, 1, cpuMs)];
  assertEquals(await isChildBusy(CLIENT, tableOf(look(100), look(900))), false);
});

Deno.test("busy child: where the system does not show its processes, none is", async () => {
  assertEquals(await isChildBusy(CLIENT, tableOf()), false);
});
