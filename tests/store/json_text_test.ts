import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { linesOfNames, parseJson } from "../../src/store/files/json_text.ts";
import { walkJson } from "../../src/store/files/json_walk.ts";

const FAULTS: readonly (readonly [text: string, why: string, line: number, column: number])[] = [
  ['{\n  "a": \n}', 'expected a value, found "}"', 3, 1],
  ['{"a": 1,}', 'expected a name in double quotes, found "}"', 1, 9],
  ['{\n  "a": 1\n  "b": 2\n}', 'expected a comma or "}", found "b"', 3, 3],
  ['{"a" 1}', 'expected a ":", found "1"', 1, 6],
  ["{a: 1}", 'expected a name in double quotes, or "}", found "a"', 1, 2],
  ["{'a': 1}", "text is in single quotes, and JSON needs double quotes", 1, 2],
  ['{"a": 1, // b\n}', "it has a comment, which JSON does not allow", 1, 10],
  ['{"a": [1, 2}', 'expected a comma or "]", found "}"', 1, 12],
  ['{"a": [1, ]}', 'expected a value, found "]"', 1, 11],
  ['{"a": 1', 'expected a comma or "}", found the end of the file', 1, 8],
  ['{"a": 1}}', 'expected the end of the file, found "}"', 1, 9],
  ['{"a": NaN}', 'expected a value, found "NaN"', 1, 7],
  ['{"a": 007}', 'expected a comma or "}", found "0"', 1, 8],
  [
    '{"a": "b}',
    "a text in double quotes is not closed in its line, or has an escape that JSON does not know",
    1,
    7,
  ],
];

for (const [text, why, line, column] of FAULTS) {
  Deno.test(`parseJson: says where and why ${JSON.stringify(text)} is not JSON`, () => {
    assertEquals(parseJson(text), { kind: "broken", why, line, column });
  });
}

Deno.test("walkJson: finds a fault exactly where JSON.parse finds one", () => {
  const pieces = fc.constantFrom(...'{}[],:"a1 \n\\-.'.split(""), '"a"', "true", "null", "1e5");
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.json(),
    fc.json().map((json) => JSON.stringify(JSON.parse(json), null, 2)),
  );
  fc.assert(
    fc.property(text, (json) => {
      assertEquals(walkJson(json) === null, isJson(json), json);
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("linesOfNames: finds nested names, and the last of equal names", () => {
  const text = '\ufeff{\n  "a": {"b": [\n    {"c": 1}\n  ]},\n  "d": 1,\n  "d": "x: {"\n}';
  assertEquals([...linesOfNames(text)], [["a", 2], ["a.b", 2], ["a.b.c", 3], ["d", 6]]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
