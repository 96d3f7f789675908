import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { join } from "@std/path";
import fc from "fast-check";
import { RecordError, StateError } from "../../src/error.ts";
import { parseJson } from "../../src/store/files/json_text.ts";
import { loopRecordFile } from "../../src/store/records/loops.ts";
import { loopRecord } from "./_records.ts";
import { counterFile } from "./_counter.ts";
import { withStage } from "./_stage.ts";

Deno.test("record: what was written is read, whatever the texts in it", () =>
  withStage(({ root }) => {
    const file = counterFile(join(root, "r.json"));
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.double({ noNaN: true }), (pad, count) => {
        const finite = Number.isFinite(count) ? count + 0 : 0;
        const value = { count: finite, pad: pad.toWellFormed() };
        file.write(value);
        assertEquals(file.read(), value);
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
    const file = loopRecordFile(join(root, "r.json"));
    file.write(record);
    assertEquals(file.read(), record);
  }));

Deno.test("record: a newer version is refused by every way, and left as it is", () =>
  withStage(({ root, write }) => {
    const text = '{ "version": 2, "count": "another idea of it" }';
    const file = counterFile(write("r.json", text));
    const lock = { file: join(root, "x.lock") };
    for (const use of [() => file.read(), () => file.change(lock, () => null)]) {
      assertEquals((assertThrows(use, RecordError) as RecordError).newerVersion, 2);
    }
    assertEquals(file.readOr("fallback"), "fallback");
    assertEquals(Deno.readTextFileSync(file.path), text);
  }));

Deno.test("record: anything else is broken, with the reason", () =>
  withStage(({ root, write }) => {
    const why = (text: string) => {
      const error = assertThrows(() => counterFile(write("r.json", text)).read(), RecordError);
      return (error as RecordError).why;
    };
    assertEquals(counterFile(join(root, "none")).read(), null);
    assertMatch(why(""), /^it is not JSON: it is empty/);
    assertMatch(why("[]"), /not an object/);
    assertMatch(why('{"state":"running"}'), /another program/);
    assertMatch(why('{"version":-1}'), /another program/);
    assertMatch(why('{"version":1.5}'), /another program/);
    assertMatch(why('{"version":1,"count":"x","pad":""}'), /count should be number, and is "x"/);
    assertMatch(why('{"version":1,\n"count":1,\n// two\n"pad":""}'), /comment.*line 3/);
    assertMatch(why('{"version":1,"count":'), /not JSON/);
    assertMatch(why(`${"[".repeat(500_000)}`), /not JSON/);
    const withMark = write("r.json", '\ufeff{"version":1,"count":1,"pad":""}');
    assertEquals(counterFile(withMark).read()?.count, 1);
  }));

Deno.test("record: a change sets a broken file aside, says so, and never deletes it", () =>
  withStage(({ root, write }) => {
    const file = counterFile(write("r.json", "{ mine"));
    const said: string[] = [];
    const next = { count: 1, pad: "" };
    const change = () =>
      file.change({ file: join(root, "x.lock") }, (present) => present ?? next, {
        say: (sentence) => said.push(sentence),
      });
    assertEquals(change(), next);
    const aside = [...Deno.readDirSync(root)].find(({ name }) => name.startsWith("r.json.broken-"));
    assert(aside !== undefined);
    assertEquals(Deno.readTextFileSync(join(root, aside.name)), "{ mine");
    assertEquals(said.length, 1);
    assertMatch(said[0]!, new RegExp(RegExp.escape(aside.name)));
    const inode = Deno.statSync(file.path).ino;
    change();
    assertEquals(Deno.statSync(file.path).ino, inode, "the same record is not written again");
  }));

Deno.test("record: a reader that goes on says once what is broken", () =>
  withStage(({ write }) => {
    const said: string[] = [];
    const file = counterFile(write("r.json", "{"));
    assertEquals(file.readOr(null, (sentence) => said.push(sentence)), null);
    assertEquals(said.length, 1);
    assertThrows(
      () => counterFile(join(file.path, "below")).write({ count: 1, pad: "" }),
      StateError,
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
