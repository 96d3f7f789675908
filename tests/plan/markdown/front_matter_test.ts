import { assertEquals } from "@std/assert";
import {
  findFrontMatter,
  readFrontMatter,
  readPlainValue,
} from "../../../src/plan/markdown/front_matter.ts";
import { readProse } from "../../../src/plan/markdown/prose.ts";

const CASES: readonly (readonly [name: string, lines: readonly string[], attributes: unknown])[] = [
  ["a key", ["---", "status: accepted", "---", "text"], { status: "accepted" }],
  ["blank lines before it", ["", "---", "a: 1", "..."], { a: 1 }],
  ["a comment first", ["---", "# note", "a: 1", "---"], { a: 1 }],
  ["nothing in it", ["---", "---"], {}],
  ["words between rules", ["---", "Some words", "---"], null],
  ["never closed", ["---", "a: 1"], null],
  ["not at the top", ["text", "---", "a: 1", "---"], null],
];

for (const [name, lines, attributes] of CASES) {
  Deno.test(`front matter: ${name}`, async () => {
    const place = findFrontMatter(lines);
    assertEquals(place && (await readFrontMatter(lines, place)).attributes, attributes);
    // A scan of many files sees the same lines.
    assertEquals(
      readProse(lines.join("\n")).frontMatter,
      place ? lines.slice(place.start + 1, place.end) : [],
    );
  });
}

Deno.test("front matter: broken YAML is a problem in the value", async () => {
  const lines = ["---", "a: [", "---"];
  const { attributes, problem } = await readFrontMatter(lines, findFrontMatter(lines)!);
  assertEquals([attributes, typeof problem], [{}, "string"]);
});

Deno.test("readPlainValue() reads what YAML reads, of plain words", async () => {
  for (const value of ["accepted", "In Progress", '"quoted words"', "'x'", "yes_1 # why"]) {
    const lines = ["---", "title: a: b", `Status: ${value}`, "---"];
    const { attributes } = await readFrontMatter(["---", `Status: ${value}`, "---"], {
      start: 0,
      end: 2,
    });
    assertEquals(readPlainValue(lines.slice(1, 3), "status"), attributes["Status"]);
  }
  assertEquals(readPlainValue(["status: [a]", "other: b"], "status"), null);
});
