import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import fc from "fast-check";
import {
  readRecord,
  recordOf,
  type RecordShape,
  writeRecord,
} from "../../src/store/records/json_record.ts";
import { parseJson } from "../../src/store/files/json_text.ts";
import { choice, number, object } from "../../src/store/records/shape.ts";
import { LOOP_RECORD } from "../../src/store/records/loops.ts";
import { loopRecord } from "./_records.ts";
import { COUNTER } from "./_counter.ts";
import { withStage } from "./_stage.ts";

const whyOf = (read: { kind: string; why?: string }) => `${read.kind}: ${read.why ?? ""}`;

Deno.test("record: what was written is read, whatever the texts in it", () =>
  withStage(({ root }) => {
    const path = join(root, "r.json");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.double({ noNaN: true }), (pad, count) => {
        const finite = Number.isFinite(count) ? count + 0 : 0;
        const value = { version: 1 as const, count: finite, pad: pad.toWellFormed() };
        writeRecord(path, value, COUNTER);
        assertEquals(readRecord(path, COUNTER), { kind: "ok", value });
      }),
      { numRuns: 50 },
    );
  }));

Deno.test("record: a loop's record survives the way to the disk and back", () =>
  withStage(({ root }) => {
    const record = loopRecord("/p", {
      task: "line\nline \u{1f680}",
      accumulatedRuntimeMs: 100,
      lastHookAtMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      countedSinceMs: 1,
    });
    writeRecord(join(root, "r.json"), record, LOOP_RECORD);
    assertEquals(readRecord(join(root, "r.json"), LOOP_RECORD), { kind: "ok", value: record });
  }));

Deno.test("record: a newer version is refused and left as it is", () =>
  withStage(({ write }) => {
    const text = '{ "version": 2, "count": "another idea of it" }';
    const path = write("r.json", text);
    assertEquals(readRecord(path, COUNTER), { kind: "newer", version: 2 });
    assertEquals(Deno.readTextFileSync(path), text);
  }));

Deno.test("record: older versions migrate forwards, one version at a time", () => {
  const seen: number[] = [];
  const shape: RecordShape<{ version: 3; hours: number }> = {
    version: 3,
    schema: object({ version: choice(3), hours: number }),
    migrate: (record, from) => {
      seen.push(from);
      if (from === 0) return null;
      const hours = from === 1 ? Number(record["minutes"]) / 60 : record["hours"];
      return { version: from + 1, hours };
    },
  };
  assertEquals(recordOf({ version: 1, minutes: 90 }, shape), {
    kind: "ok",
    value: { version: 3, hours: 1.5 },
  });
  assertEquals(seen, [1, 2]);
  assertEquals(recordOf({ version: 0 }, shape).kind, "broken");
  assertEquals(recordOf({ version: 4 }, shape).kind, "newer");
});

Deno.test("record: anything else is broken, with the reason, and never a throw", () =>
  withStage(({ root, write }) => {
    const read = (text: string) => whyOf(readRecord(write("r.json", text), COUNTER));
    assertEquals(readRecord(join(root, "none"), COUNTER), { kind: "absent" });
    assertMatch(read(""), /^broken: it is not JSON: it is empty/);
    assertMatch(read("[]"), /not an object/);
    assertMatch(read('{"state":"running"}'), /another program/);
    assertMatch(read('{"version":-1}'), /another program/);
    assertMatch(read('{"version":1.5}'), /another program/);
    assertMatch(read('{"version":1,"count":"x","pad":""}'), /count should be number, and is "x"/);
    assertMatch(read('{"version":1,\n"count":1,\n// two\n"pad":""}'), /comment.*line 3/);
    assertMatch(read('{"version":1,"count":'), /not JSON/);
    assertMatch(read(`${"[".repeat(500_000)}`), /not JSON/);
    assertEquals(
      readRecord(write("r.json", '\ufeff{"version":1,"count":1,"pad":""}'), COUNTER).kind,
      "ok",
    );
  }));

Deno.test("parseJson: any text is a value or broken, never a throw", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const read = parseJson(text);
    if (read.kind === "ok") assertEquals(read.value, JSON.parse(text.replace(/^\ufeff/, "")));
  }));
});

Deno.test("parseJson: gives the line of comments, single quotes, open strings and wrong commas", () => {
  const lineOf = (text: string) => {
    const read = parseJson(text);
    return read.kind === "broken" ? read.line : "ok";
  };
  assertEquals(lineOf('{\n  "a": 1, // why\n  "b": 2\n}'), 2);
  assertEquals(lineOf('{\n  "a": "no // comment",\n  /* x */ "b": 2\n}'), 3);
  assertEquals(lineOf("{\n\n  'a': 1\n}"), 3);
  assertEquals(lineOf('{\n  "a": "open\n}'), 2);
  assertEquals(lineOf('{\r\n  "a": 1\r\n  "b": 2\r\n}'), 3);
  assertEquals(lineOf('{\n  "a": 1,\n}'), 3);
  assertEquals(lineOf('{"a": "no // comment"}'), "ok");
});
