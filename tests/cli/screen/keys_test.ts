// deno-lint-ignore-file no-control-regex -- what terminals send
/** Keys from the bytes of a terminal: whole, in pieces, and pasted. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { decodeKeys, type Key } from "../../../src/cli/screen/keys.ts";

const show = (keys: readonly Key[]) =>
  keys.map((key) => key.kind === "name" ? `<${key.name}>` : key.text).join("");

Deno.test("keys: each key as terminals send it", () => {
  const sent: [string, string][] = [
    ["e", "e"],
    ["漢é👍", "漢é👍"],
    ["\r", "<enter>"],
    ["\n", "<enter>"],
    ["\x7f", "<backspace>"],
    ["\b", "<backspace>"],
    ["\x03", "<ctrl-c>"],
    ["\x1a", "<ctrl-z>"],
    ["\x1c", "<ctrl-|>"],
    ["\x1b[A\x1bOB", "<up><down>"],
    ["\x1b[H\x1bOF\x1b[1~\x1b[4~\x1b[7~\x1b[8~", "<home><end><home><end><home><end>"],
    ["\x1b[5~\x1b[6~", "<page-up><page-down>"],
    ["\x1b[1;5A\x1b[5;2~", "<up><page-up>"],
    // F1, arrows aside, Delete, focus, an answer about a mode, a click: without a meaning here.
    ["\x1bOP\x1b[C\x1b[3~\x1b[I\x1b[?2026;1$y\x1b[<0;1;2Mx", "x"],
  ];
  assertEquals(sent.map(([input]) => [input, show(decodeKeys(input).keys)]), sent);
});

Deno.test("keys: an escape character is the key once nothing more came", () => {
  assertEquals(decodeKeys("\x1b"), { keys: [], rest: "\x1b" });
  assertEquals(show(decodeKeys("\x1b", true).keys), "<escape>");
  assertEquals(show(decodeKeys("\x1bq").keys), "<escape>q");
  assertEquals(show(decodeKeys("\x1b\x1b", true).keys), "<escape><escape>");
});

Deno.test("keys: a paste is one text, its line ends and control characters included", () => {
  const { keys } = decodeKeys("a\x1b[200~one\r\nq\x03\x1b[201~b");
  assertEquals(keys, [
    { kind: "text", text: "a", isPasted: false },
    { kind: "text", text: "one\r\nq\x03", isPasted: true },
    { kind: "text", text: "b", isPasted: false },
  ]);
  assertEquals(decodeKeys("\x1b[200~not yet").keys, []);
  assertEquals(show(decodeKeys("\x1b[200~its end never comes\x03").keys), "<ctrl-c>");
});

Deno.test("keys: input in pieces gives the same keys as in one", () => {
  const piece = fc.constantFrom("q", "é", "\x1b[A", "\x1b[5~", "\x1bOB", "\r", "\x03");
  const inputs = fc.array(piece, { minLength: 1 }).map((pieces) => pieces.join(""));
  fc.assert(fc.property(inputs, fc.nat(), (input, seed) => {
    const cut = seed % (input.length + 1);
    const first = decodeKeys(input.slice(0, cut));
    const second = decodeKeys(first.rest + input.slice(cut));
    assertEquals(show([...first.keys, ...second.keys]), show(decodeKeys(input).keys));
  }));
});

Deno.test("keys: any input is used up, and gives no control character outside of a paste", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (input) => {
    const { keys, rest } = decodeKeys(input, true);
    assert(rest === "" || rest.startsWith("\x1b[200~"));
    const typed = keys.flatMap((key) => key.kind === "text" && !key.isPasted ? [key.text] : []);
    assertEquals(typed.join("").match(/[\x00-\x1f\x7f]/), null);
  }));
});
