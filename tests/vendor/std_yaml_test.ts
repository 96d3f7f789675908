import { assertEquals, assertThrows } from "@std/assert";
import { parse, stringify } from "@std/yaml";
import fc from "fast-check";

Deno.test("yaml: parse reverses stringify", () => {
  fc.assert(fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
    const expected = JSON.parse(JSON.stringify(value));
    assertEquals(JSON.stringify(parse(stringify(value))), JSON.stringify(expected));
  }));
});

Deno.test("yaml: dates, merge keys and words have the meaning of the default schema", () => {
  assertEquals(parse("a: 2024-01-02\nb: yes\nc: 0o17\nd: ~"), {
    ...{ a: new Date("2024-01-02"), b: "yes", c: 15, d: null },
  });
  assertEquals(parse("x: &x {a: 1}\ny: {<<: *x, b: 2}"), { x: { a: 1 }, y: { a: 1, b: 2 } });
  assertEquals(parse("a: 2024-01-02", { schema: "core" }), { a: "2024-01-02" });
  assertEquals(parse(""), null);
});

Deno.test("yaml: broken or doubled input is a SyntaxError", () => {
  assertThrows(() => parse("a: [1"), SyntaxError);
  assertThrows(() => parse("a: 1\na: 2"), SyntaxError);
  assertThrows(() => parse("--- 1\n--- 2"), SyntaxError, "more than 1 document");
  assertEquals(parse("a: 1\na: 2", { allowDuplicateKeys: true }), { a: 2 });
  assertThrows(() => stringify(Symbol("x")), TypeError);
});
