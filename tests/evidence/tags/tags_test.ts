import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { findTags } from "../../../src/evidence/tags/_tag_elements.ts";
import { readTags } from "../../../src/evidence/tags/tags.ts";
import { assertLinear } from "../../_growth.ts";

const promised: readonly (readonly [string, string, string | null])[] = [
  ["alone", "<promise>DONE</promise>", "DONE"],
  ["after prose", "All is well.\n\n<promise>DONE</promise>\n", "DONE"],
  ["right below prose", "All is well.\n<promise>DONE</promise>\nBye.", "DONE"],
  ["with space around", "  <promise>  ALL TESTS PASS  </promise>  ", "ALL TESTS PASS"],
  ["with CRLF", "Yes\r\n<promise>DONE</promise>\r\n", "DONE"],
  ["the last of two", "<promise>A</promise>\n<promise>B</promise>", "B"],
  ["after a closed fence", "```\nx\n```\n<promise>DONE</promise>", "DONE"],
  ["after inline code", "I ran `ls`.\n<promise>DONE</promise>", "DONE"],
  ["after a stray backtick", "a ` b\n\n<promise>DONE</promise>", "DONE"],
  ["with other signs", "<promise>größer & <b>besser</b> 👍</promise>", "größer & <b>besser</b> 👍"],
  ["in prose", "I will say <promise>DONE</promise> when done.", null],
  ["at the end of prose", "Now: <promise>DONE</promise>", null],
  ["followed by prose", "<promise>DONE</promise> is what I would say", null],
  ["in inline code", "`<promise>DONE</promise>`", null],
  ["in inline code over lines", "use `code\n<promise>DONE</promise>\nmore`", null],
  ["in a fence", "```\n<promise>DONE</promise>\n```", null],
  ["in a fence never closed", "```\n<promise>DONE</promise>", null],
  ["in indented code", "    <promise>DONE</promise>", null],
  ["in a quote", "> <promise>DONE</promise>", null],
  ["in a list, at the end", "All is well.\n\n- <promise>DONE</promise>\n", "DONE"],
  ["in bold, at the end", "**<promise>DONE</promise>**", "DONE"],
  ["numbered, above the other tags", "1. <promise>DONE</promise>\n2. <validated>", "DONE"],
  ["in a ticked box", "- [x] <promise>DONE</promise>", "DONE"],
  ["in an open box", "- [ ] <promise>DONE</promise>", null],
  ["in a list that goes on", "- <promise>DONE</promise>\n- then the release", null],
  ["in a list and backticks", "- `<promise>DONE</promise>`", null],
  ["in quotation marks", "“<promise>DONE</promise>”", null],
  ["in a comment", "<!--\n<promise>DONE</promise>\n-->", null],
  ["in preformatted HTML", "<pre>\n<promise>DONE</promise>\n</pre>", null],
  ["half, opening", "<promise>DONE", null],
  ["half, closing", "DONE</promise>", null],
  ["over two lines", "<promise>\nDONE\n</promise>", null],
  ["empty", "<promise> </promise>", null],
  ["twice on a line", "<promise>A</promise><promise>B</promise>", null],
  ["with a control sign", "<promise>DO\u001b[2JNE</promise>", null],
  ["with a NUL", "<promise>DONE\u0000</promise>", null],
  ["in capitals", "<PROMISE>DONE</PROMISE>", null],
  ["with an attribute", '<promise severity="high">DONE</promise>', null],
  ["nothing", "", null],
];

for (const [name, message, expected] of promised) {
  Deno.test(`tags: a promise ${name} ${expected === null ? "does not count" : "counts"}`, () =>
    assertEquals(readTags(message).promise, expected));
}

Deno.test("tags: a need may be given on a line or as a block", () => {
  assertEquals(readTags("<blocked>the API key</blocked>").blocked, "the API key");
  assertEquals(
    readTags("I am stuck.\n<blocked>\nthe API key\n\nof the staging server\n</blocked>").blocked,
    "the API key\n\nof the staging server",
  );
  assertEquals(readTags("<blocked>\nnever closed").blocked, null);
  assertEquals(readTags("<blocked>\n<blocked>inner</blocked>\n</blocked>").blocked, "inner");
  assertEquals(readTags("<blocked>\n```\n</blocked>\n```").blocked, null);
  assertEquals(readTags("<blocked>\n\n</blocked>").blocked, null);
});

Deno.test("tags: findings carry their severity, and a round may be declared done", () => {
  // deno-fmt-ignore
  const tags = readTags([
    '<finding severity="critical">SQL injection in login.ts</finding>', "<finding severity='LOW'>",
    "a typo", "</finding>", "<finding>without severity</finding>", "<validated>",
  ].join("\n"));
  assertEquals(tags.findings, [
    { severity: "critical", text: "SQL injection in login.ts" },
    { severity: "low", text: "a typo" },
    { severity: "medium", text: "without severity" },
  ]);
  assert(tags.validated);
  assert(readTags("<validated/>").validated);
  assert(!readTags("I wrote <validated> here").validated);
});

Deno.test("tags: every message is read, fast and without an error", () => {
  // deno-fmt-ignore
  const piece = fc.constantFrom(
    "<promise>", "</promise>", "x", "\n", "\r", "`", "```", "~~~", "> ", "    ", "<blocked>",
    "</blocked>", "<!--", "-->", "\\",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
    readTags(pieces.join(""));
  }));
  // deno-fmt-ignore
  const repeated = [
    "`a ``b ", "<blocked>\n", "\\", "- <promise>x</promise>\n", "<finding severity=&lt;finding ",
    "I need it. <blocked>",
  ];
  for (const text of repeated) {
    assertLinear(text, 20_000, (times) => readTags(text.repeat(times)));
  }
  assertLinear("ends", 50_000, (times) => readTags("<promise>" + "</promise>".repeat(times)));
  assertLinear(
    "code",
    20_000,
    (times) => readTags("```\n" + "<validated>\n".repeat(times) + "```"),
  );
  assertLinear("bullets", 50_000, (times) => readTags("* ".repeat(times) + "<validated>"));
});

Deno.test("tags: the lines of a message without a tag are not classified", () => {
  const message = "Done.\n\n```ts\nif (a < b) run<Task>();\n```\n[x] TASK_COMPLETE";
  assertEquals(findTags(message), { lines: [], elements: [] });
  assert(readTags(message).hasMarker);
});
