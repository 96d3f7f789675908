/** Columns of a terminal: wide, combining and joined characters. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { countColumns, fitColumns, splitCharacters, takeColumns } from "../../src/text/columns.ts";

Deno.test("columns: what a terminal gives to each kind of character", () => {
  const columns: [string, number][] = [
    ["", 0],
    ["plain", 5],
    ["é", 1],
    ["e\u0301", 1],
    ["\u0301", 0],
    ["漢字", 4],
    ["한국", 4],
    ["ｆｕｌｌ", 8],
    ["👍🏽", 2],
    ["👩‍👩‍👧", 2],
    ["❤️", 2],
    ["🇩🇪", 2],
    ["█░│→…", 5],
    ["नमस्ते", 4],
    ["a\u200db", 2],
  ];
  assertEquals(columns.map(([text]) => [text, countColumns(text)]), columns);
});

Deno.test("columns: a cut text never takes more than its columns, and is cut only if it must be", () => {
  const pieces = fc.oneof(
    fc.constantFrom("a", "漢", "e\u0301", "👍"),
    fc.string({ unit: "grapheme" }),
  );
  const texts = fc.array(pieces).map((parts) => parts.join(""));
  fc.assert(fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, most) => {
    const cut = fitColumns(text, most);
    assert(countColumns(cut) <= most);
    assertEquals(cut === text, countColumns(text) <= most);
    assert(text.startsWith(takeColumns(text, most)));
    assertEquals(splitCharacters(text).join(""), text);
  }));
});
