/** Lines of a full-screen view: wrapped, cut, and safe to show. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  fitLine,
  type Line,
  plainLine,
  renderLine,
  span,
  widthOf,
  wrapLine,
} from "../../../src/cli/screen/line.ts";

const wrap = (text: string, columns: number, rows = 99) =>
  wrapLine([span(text)], columns, rows).map(plainLine);

Deno.test("line: wraps at spaces, and cuts a word that is wider than a row", () => {
  assertEquals(wrap("to be or not", 5), ["to be", "or", "not"]);
  assertEquals(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
  assertEquals(wrap("漢字漢字", 3), ["漢", "字", "漢", "字"]);
  assertEquals(wrap("", 3), [""]);
  assertEquals(wrap("one two three", 5, 2), ["one", "two …"]);
  assertEquals(wrap("one twoxx three", 5, 2), ["one", "twox…"]);
});

Deno.test("line: a word of several tones stays together", () => {
  const line: Line = [span("a ", "dim"), span("b", "bold"), span("c d", "red")];
  assertEquals(wrapLine(line, 3, 9).map(plainLine), ["a", "bc", "d"]);
});

Deno.test("line: cut in the middle of its tones", () => {
  const line: Line = [span("abc", "red"), span("def", "green")];
  assertEquals(fitLine(line, 6), line);
  assertEquals(plainLine(fitLine(line, 5)), "abcd…");
  assertEquals(plainLine(fitLine(line, 3)), "ab…");
  assertEquals(renderLine(fitLine(line, 4), true), "\x1b[31mabc\x1b[0m\x1b[32m…\x1b[0m");
});

Deno.test("line: without colour only bold and inverse show", () => {
  const line: Line = [span("a", "bold", "red"), span("b", "dim"), span("c", "inverse")];
  assertEquals(renderLine(line, true), "\x1b[1;31ma\x1b[0m\x1b[2mb\x1b[0m\x1b[7mc\x1b[0m");
  assertEquals(renderLine(line, false), "\x1b[1ma\x1b[0mb\x1b[7mc\x1b[0m");
});

Deno.test("line: text that a terminal would obey is made visible, on one line", () => {
  assertEquals(span("a\x1b[2J\r\nb\tc\u202e").text, "a␛[2J b c�");
});

Deno.test("line: no row is wider than its columns, and no character is lost", () => {
  const word = fc.constantFrom("a", "bc", "漢字", "👍", "e\u0301", " ", "longer");
  const lines = fc.array(fc.array(word).map((words) => span(words.join(""))));
  fc.assert(fc.property(lines, fc.integer({ min: 2, max: 12 }), (line, columns) => {
    const rows = wrapLine(line, columns, Infinity);
    assert(rows.every((row) => widthOf(row) <= columns));
    const letters = (text: string) => text.replaceAll(" ", "");
    assertEquals(letters(rows.map(plainLine).join("")), letters(plainLine(line)));
    assert(widthOf(fitLine(line, columns)) <= columns);
    const two = wrapLine(line, columns, 2);
    assert(two.length <= 2 && two.every((row) => widthOf(row) <= columns));
  }));
});
