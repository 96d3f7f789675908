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

Deno.test("columns: what is counted at once has as many columns as what is looked at", () => {
  const ranges = [[0x20, 0x7e], [0xa1, 0xac], [0xae, 0x17f], [0x2010, 0x2027], [0x2190, 0x2193], [
    0x2500,
    0x259f,
  ]];
  const codes = ranges.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index)
  );
  for (const code of [...codes, 0x2713, 0x2717]) {
    const character = String.fromCodePoint(code);
    // Beside a wide one, each character is looked at.
    const looked = countColumns(`日 ${character} 日`) - 6;
    assertEquals(countColumns(character), looked, code.toString(16));
    assertEquals(splitCharacters(`a${character}b日`).length, 4, code.toString(16));
  }
});
