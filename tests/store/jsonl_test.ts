import { assert, assertEquals } from "@std/assert";
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
  withFile('{"a":1}\nbroken\n{"b":2}\n{"c":', (path) => {
    const { lines, skipped, nextOffset } = readJsonLines(path, 0);
    assertEquals([lines, skipped], [[{ a: 1 }, { b: 2 }], 1]);
    Deno.writeTextFileSync(path, "3}\n", { append: true });
    assertEquals(readJsonLines(path, nextOffset).lines, [{ c: 3 }]);
    assertEquals(readJsonLines(path, 1_000).lines, []);
  }));

Deno.test("readJsonLines() skips a line that is longer than a piece", () =>
  withFile(`${lines(1)}{"b":2}\n`, (path) => {
    const first = readJsonLines(path, 0, 1_000);
    assertEquals([first.lines, first.skipped, first.nextOffset], [[], 1, 1_000]);
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
