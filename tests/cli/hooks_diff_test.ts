import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { diffLines } from "../../src/cli/hooks/change.ts";

function show(before: string, after: string): string[] {
  return diffLines(before, after).map((line) => line === null ? "..." : line.sign + line.text);
}

Deno.test("diff: shows changed lines with two around them", () => {
  assertEquals(show("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nX\nd\ne\nf\n"), [
    "...",
    " b",
    " c",
    "+X",
    " d",
    " e",
    "...",
  ]);
});

Deno.test("diff: shows nothing where nothing changes, and all of a new text", () => {
  assertEquals(show("a\nb", "a\nb\n"), []);
  assertEquals(show("", "a\nb\n"), ["+a", "+b"]);
  assertEquals(show("a\n", ""), ["-a"]);
});

Deno.test("diff: the lines with + and those with - make the change", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 });
  fc.assert(fc.property(text, text, (before, after) => {
    const lines = diffLines(before.join("\n"), after.join("\n")).flatMap((line) => line ?? []);
    const count = (sign: string) => lines.filter((line) => line.sign === sign).length;
    assertEquals(count("+") - count("-"), after.length - before.length);
  }));
});
