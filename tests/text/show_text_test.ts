import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { boundGuidance } from "../../src/guidance/merge.ts";
import { showText } from "../../src/text/show_text.ts";

Deno.test("guidance text: markdown, HTML and template syntax stay as they were written", () => {
  const text = "# `a` & <b> {{ config }} {% include 'x' %} **c** 'd' \"e\"";
  assertEquals(showText(text, 400), text);
});

Deno.test("guidance text: control and invisible characters are shown, never sent", () => {
  assertEquals(showText("a\u001b[31mb\u0007", 99), "a␛[31mb␇");
  assertEquals(showText("a\r\nb\tc\u2028d", 99), "a⏎b c⏎d");
  assertEquals(showText("a\u202eb\u200bc\u{e0041}d\ud800e", 99), "a�b�c�d�e");
  assertEquals(showText("👩‍💻 é", 99), "👩‍💻 é");
});

Deno.test("guidance text: of 100 KB the beginning is shown, and how much is cut", () => {
  assertEquals(showText("x".repeat(100_000), 10), "xxxxxxxxxx… (+99990 characters)");
  assertEquals(showText(`${"x".repeat(9)}👍y`, 10), "xxxxxxxxx… (+3 characters)");
});

Deno.test("guidance text: any text gives one bounded line of complete characters", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
    const shown = showText(text, 20);
    // deno-lint-ignore no-control-regex -- none of them may be left
    assert(!/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/.test(shown));
    assert(shown.isWellFormed() && shown.length < 60);
  }));
});

Deno.test("prompt data: bounded; of a long list the last stays, of findings the most severe", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `item ${index} ${"x".repeat(50)}`);
  const { data, carried } = boundGuidance({ encouraged: many, forbidden: many, constraints: many });
  const shown = [...data.encouraged, ...data.forbidden];
  assertEquals(shown.length + data.leftOut, 3_000);
  assert(shown.join("\n").length < 3_500);
  assert(data.encouraged.at(-1)?.startsWith("item 999 "));
  assert(data.forbidden[carried.forbidden.length]?.startsWith("item 0 "));
});

Deno.test("prompt data: an item that alone is too long is there, shortened", () => {
  const forbidden = ["x".repeat(100_000)];
  const { data } = boundGuidance({ encouraged: [], forbidden, constraints: [] });
  assertEquals(data.forbidden.length, 1);
  assert((data.forbidden[0]?.length ?? 0) < 500);
});
