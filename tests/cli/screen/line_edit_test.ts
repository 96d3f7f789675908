/** The line that a person edits at the bottom of a view. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { decodeKeys, type Key } from "../../../src/cli/screen/keys.ts";
import {
  editLine,
  EMPTY_LINE,
  type LineEdit,
  showLine,
  textOf,
} from "../../../src/cli/screen/line_edit.ts";
import { countColumns } from "../../../src/text/columns.ts";

const press = (input: string): LineEdit =>
  decodeKeys(input, true).keys.reduce(editLine, EMPTY_LINE);
/** The text with `|` where the cursor is. */
const show = ({ before, after }: LineEdit) => `${before.join("")}|${after.join("")}`;

Deno.test("line: each key does what it does in a shell", () => {
  const typed: [string, string][] = [
    ["abc", "abc|"],
    ["abc\x1b[D\x1b[D", "a|bc"],
    ["abc\x1b[D\x7f", "a|c"],
    ["abc\x1b[D\x1b[3~", "ab|"],
    ["abc\x01x", "x|abc"],
    ["abc\x01\x05x", "abcx|"],
    ["one two  \x17", "one |"],
    ["one two\x15three", "three|"],
    ["abc\x1b[H\x0b", "|"],
    ["漢字👩‍👩‍👧\x7f\x7f", "漢|"],
    ["e\u0301\x7f", "|"],
    ["\x7f\x1b[D\x1b[C\x1b[3~\x17", "|"],
    ["a\x1b[5~\t", "a|"],
  ];
  assertEquals(typed.map(([input]) => [input, show(press(input))]), typed);
});

Deno.test("line: a paste becomes one line without what a terminal would obey", () => {
  assertEquals(textOf(press("\x1b[200~one\r\ntwo\tthree\x1b[2J\x1b[201~")), "one two three␛[2J");
});

Deno.test("line: an accent that is typed alone joins the letter before it", () => {
  assertEquals(press("e\u0301").before.length, 1);
});

Deno.test("line: the cursor is always among the shown columns", () => {
  const keys = fc.array(fc.constantFrom<Key>(
    { kind: "text", text: "a b", isPasted: false },
    { kind: "text", text: "漢", isPasted: false },
    { kind: "name", name: "left" },
    { kind: "name", name: "home" },
    { kind: "name", name: "backspace" },
  ));
  fc.assert(fc.property(keys, fc.integer({ min: 3, max: 20 }), (pressed, columns) => {
    const { text, cursor } = showLine(pressed.reduce(editLine, EMPTY_LINE), columns);
    assert(cursor >= 0 && cursor < columns);
    assert(countColumns(text) <= columns);
  }));
  assertEquals(showLine(press("abcdefgh"), 5), { text: "efgh", cursor: 4 });
  assertEquals(showLine(press("abcdefgh\x01"), 5), { text: "abcde", cursor: 0 });
});
