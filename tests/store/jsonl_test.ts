import { assert, assertEquals } from "@std/assert";
import { count, dictionary } from "../../src/store/records/shape.ts";
import { parseObject, readJsonLines, readLastJsonLines } from "../../src/store/files/jsonl.ts";

async function withFile(content: string, test: (path: string) => void): Promise<void> {
  const path = await Deno.makeTempFile();
  try {
    Deno.writeTextFileSync(path, content);
    test(path);
  } finally {
    await Deno.remove(path);
  }
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `${JSON.stringify({ at, x: "é".repeat(1_000) })}\n`)
    .join("");

Deno.test("readLastJsonLines() reads only complete lines at the end", () =>
  withFile(lines(200), (path) => {
    const read = readLastJsonLines(path, Infinity);
    // 256 KiB of lines with some 2 KB each.
    assert(read.length >= 120 && read.length < 200, `${read.length}`);
    assertEquals(read.at(-1)?.["at"], 199);
    assertEquals(readLastJsonLines(path, 2).map(({ at }) => at), [198, 199]);
    assertEquals(readLastJsonLines(`${path}.absent`, 10), []);
  }));

Deno.test("readJsonLines() continues after the last complete line", () =>
  withFile('{"a":1}\nbroken\n\n{"b":2}\n{"c":', (path) => {
    const { entries, unread, nextOffset } = readJsonLines(dictionary(count), path, 0);
    assertEquals([entries, unread], [[{ a: 1 }, { b: 2 }], 1]);
    Deno.writeTextFileSync(path, "3}\n", { append: true });
    const rest = readJsonLines(dictionary(count), path, nextOffset);
    assertEquals(rest.entries, [{ c: 3 }]);
    const past = readJsonLines(dictionary(count), path, 1_000);
    assertEquals(past, { entries: [], unread: 0, nextOffset: rest.nextOffset });
  }));

Deno.test("parseObject() accepts objects only", () => {
  assertEquals(['{"a":1}', "[1]", "null", "{", '"a"'].map(parseObject), [
    { a: 1 },
    null,
    null,
    null,
    null,
  ]);
});
