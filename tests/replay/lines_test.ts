/** The lines of a file, read piece by piece. */
import { assertEquals } from "@std/assert";
import { TranscriptLines } from "../../src/replay/recording/lines.ts";
import { TestProject } from "../_project.ts";

function linesOf(text: string): { lines: string[]; dropped: number; isUnfinished: boolean } {
  using project = new TestProject({ files: { "a.jsonl": text } });
  using file = new TranscriptLines(project.path("a.jsonl"));
  const lines: string[] = [];
  for (let line = file.next(); line !== null; line = file.next()) lines.push(line);
  return { lines, dropped: file.dropped, isUnfinished: file.isUnfinished };
}

Deno.test("lines: all lines are read, whatever their length", () => {
  const lines = ["", "a", "é".repeat(700_000), "b".repeat(3_000_000), "c", "d".repeat(1_048_575)];
  assertEquals(linesOf(lines.map((line) => `${line}\n`).join("")).lines, lines);
});

Deno.test("lines: a last line without a line break is read too, and known as unfinished", () => {
  assertEquals(linesOf("a\nb"), { lines: ["a", "b"], dropped: 0, isUnfinished: true });
  assertEquals(linesOf(""), { lines: [], dropped: 0, isUnfinished: false });
});

Deno.test("lines: a line that is too long is left out, and the next one is read", () => {
  const long = "x".repeat(40_000_000);
  assertEquals(linesOf(`a\n${long}\nb\n`), { lines: ["a", "b"], dropped: 1, isUnfinished: false });
  assertEquals(linesOf(`a\n${long}`).lines, ["a"]);
});
