import { assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { readFrontMatter, readPlainValue } from "../../../src/plan/markdown/front_matter.ts";
import { readProse } from "../../../src/plan/markdown/prose.ts";

const CASES: readonly (readonly [name: string, lines: readonly string[], found: string[]])[] = [
  ["a key", ["---", "status: accepted", "---", "text"], ["status: accepted"]],
  ["blank lines before it", ["", "---", "a: 1", "..."], ["a: 1"]],
  ["a comment first", ["---", "# note", "a: 1", "---"], ["# note", "a: 1"]],
  ["nothing in it", ["---", "---"], []],
  ["words between rules", ["---", "Some words", "---"], []],
  ["never closed", ["---", "a: 1"], []],
  ["not at the top", ["text", "---", "a: 1", "---"], []],
];

for (const [name, lines, found] of CASES) {
  Deno.test(`front matter: ${name}`, () => {
    assertEquals(readFrontMatter(lines).lines, found);
    // A scan of many files sees the same lines.
    assertEquals(readProse(lines.join("\n")).frontMatter, found);
  });
}

Deno.test("readPlainValue() reads what YAML reads, of plain words", () => {
  for (const value of ["accepted", "In Progress", '"quoted words"', "'x'", "yes_1 # why"]) {
    const lines = ["title: a: b", `Status: ${value}`];
    const { Status } = parse(lines[1]!) as { Status: string };
    assertEquals(readPlainValue(lines, "status"), Status);
  }
  for (const other of ["status: [a]", "status: a, b", "status:a", "  status: a", "other: a"]) {
    assertEquals(readPlainValue([other], "status"), null, other);
  }
  const sound = ["tags: [a,", "  b] # why", 'title: "a"', "list:", "- a", "status: done"];
  assertEquals(readPlainValue(sound, "status"), "done");
  for (const broken of ["owner: [Ada", 'title: "a', "a:\n\tb: c", "map: {a: b"]) {
    const lines = ["status: done", ...broken.split("\n")];
    assertEquals(readPlainValue(lines, "status"), null, broken);
  }
});
