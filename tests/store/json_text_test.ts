import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { linesOfKeys, parseJson } from "../../src/store/files/json_text.ts";

const FAULTS: readonly (readonly [text: string, why: string, line: number, column: number])[] = [
  ['{\n  "a": \n}', "unexpected token '}'", 3, 1],
  ['{"a": 1,}', "expected double-quoted property name", 1, 9],
  ['{\n  "a": 1\n  "b": 2\n}', "expected ',' or '}' after property value", 3, 3],
  ['{"a" 1}', "expected ':' after property name", 1, 6],
  ["{a: 1}", "expected property name or '}'", 1, 2],
  ["{'a': 1}", "text is in single quotes, and JSON needs double quotes", 1, 2],
  ['{"a": 1, // b\n}', "it has a comment, which JSON does not allow", 1, 10],
  ["// b\n{}", "it has a comment, which JSON does not allow", 1, 1],
  ['{"a": [1, ]}', "unexpected token ']'", 1, 11],
  ['{"a": 1', "expected ',' or '}' after property value", 1, 8],
  ['{"a":', "unexpected end of JSON input", 1, 6],
  ['{"a": 1}}', "unexpected non-whitespace character after JSON", 1, 9],
  ['{"a": NaN}', "unexpected token 'N'", 1, 7],
  ['{"a": "b}', "unterminated string", 1, 10],
];

for (const [text, why, line, column] of FAULTS) {
  Deno.test(`parseJson: says where and why ${JSON.stringify(text)} is not JSON`, () => {
    assertEquals(parseJson(text), { kind: "broken", why, line, column });
  });
}

Deno.test("parseJson: every fault has a place within the text", () => {
  const pieces = fc.constantFrom(...'{}[],:"a1 \n\\-.'.split(""), '"a"', "true", "null", "1e5");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const read = parseJson(parts.join(""));
      if (read.kind === "ok" || read.line === null) return;
      assertEquals(read.line >= 1 && read.line <= parts.join("").split("\n").length, true);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("linesOfKeys: finds the object's own keys, and the last of equal ones", () => {
  const text =
    '\ufeff{\n  "a": {"b": [\n    {"c": 1}\n  ]},\n  "d": 1,\n  "d": "x: {\\"e\\": 1"\n}';
  assertEquals([...linesOfKeys(text)], [["a", 2], ["d", 6]]);
});
