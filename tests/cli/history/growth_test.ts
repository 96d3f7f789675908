import { assertEquals } from "@std/assert";
import { appendHistory, historyEntryOf } from "../../../src/store/records/history.ts";
import { archiveLoopRecord, createLoop } from "../../../src/store/records/loops.ts";
import { newLoopId } from "../../../src/store/records/loop_id.ts";
import { placesOf } from "../../../src/store/places.ts";
import { loopFacts, loopRecord } from "../../store/_records.ts";
import { TestCli } from "../_cli.ts";

const LOOPS = 40;
const END = { code: "complete", sentence: "All done", brief: "all done" };

Deno.test("history: opens the loops that it shows, and counts the others by their lines", async () => {
  using cli = new TestCli();
  const places = placesOf(cli.context().context.env);
  const ids = Array.from({ length: LOOPS }, (_, at) => newLoopId(1e12 + at * 1e6, "0badcafe"));
  for (const [at, id] of ids.entries()) {
    const record = { ...loopRecord(cli.project), id };
    createLoop(places, { ...loopFacts(cli.project), id });
    archiveLoopRecord(places, record);
    appendHistory(places, historyEntryOf(record, END, 1e12 + at * 1e6, []));
  }
  const opened = new Set<string>();
  const { openSync } = Deno;
  Deno.openSync = (path, options) => {
    const id = ids.find((id) => String(path).includes(id));
    if (id !== undefined) opened.add(id);
    return openSync(path, options);
  };
  try {
    const { loops, total } = await cli.json(["history", "--limit", "5"]);
    const newest = ids.toReversed().slice(0, 5);
    assertEquals(loops.map(({ id }: { id: string }) => id), newest);
    assertEquals([total, [...opened].sort().reverse()], [LOOPS, newest]);
  } finally {
    Deno.openSync = openSync;
  }
});
