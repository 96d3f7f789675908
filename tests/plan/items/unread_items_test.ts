/** Lines that look like items and are not read as such are named; what only looks alike is not. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";

function unread(text: string) {
  return readMarkdown(text).unread.map(({ line, why }) => [line, why]);
}

Deno.test("unread items: each cause is reported with its lines", async () => {
  assertEquals(await unread("- [x] a\n\n> - [ ] b\n"), [[3, "quote"]]);
  assertEquals(await unread("Steps:\n\n    - [ ] b\n    - [ ] c\n"), [[3, "indented"], [
    4,
    "indented",
  ]]);
  assertEquals(await unread("```markdown\n# Plan\n- [ ] b\n```\n"), [[3, "code"]]);
  assertEquals(await unread("| Step | Done |\n|---|---|\n| Read | [ ] |\n"), [[3, "table"]]);
  assertEquals(await unread("- [?] b\n"), [[1, "sign"]]);
  assertEquals(await unread("- [x] a\n\nStep 2: [ ] b\n"), [[3, "place"]]);
  assertEquals(await unread("- [x] a\n\nwrite it [ ]\n"), [[3, "place"]]);
  assertEquals(await unread("<div>\n- [ ] b\n</div>\n"), [[2, "html"]]);
  assertEquals(await unread("- [x] a\n\n```ts\ncode\n\n- [ ] b\n"), [[6, "unclosed"]]);
  assertEquals(await unread("- [ ] a | `make` (slow)\n"), [[1, "check"]]);
});

Deno.test("unread items: a check that is too long to be read is reported, on whichever line of its item", async () => {
  const long = `| \`npm test # ${"x".repeat(1_000)}\``;
  assertEquals(await unread(`- [ ] a ${long}\n`), [[1, "long-check"]]);
  assertEquals(await unread(`- [ ] a\n  ${long}.\n`), [[1, "long-check"]]);
  assertEquals(await unread(`- [ ] ${"words ".repeat(300)} and \`code\`\n`), []);
});

Deno.test("unread items: what is read, explained or not meant is not reported", async () => {
  const quiet = [
    "- [ ] a\n- [x] b | `make`\n[ ] c\n- [~] d\n## e [ ]\n- [ ]【f】\n",
    "- [x] a\n\n```\n- [ ] an example\n```\n",
    "- [link](x.md)\n- [P] parallel\n- [1] a note\n- [US1] story\n[a]: b\n",
    "<!-- - [ ] later -->\n- [x] a\n<!--\n- [ ] b\n-->\n",
    "Legend:\n\n- [ ] open\n- [x] done\n",
    "- [ ] use `a` | `b` | `c`\n- [ ] follow `x | y` here\n",
    "words [x] in the middle\n",
    "- [x] a\n- [?] b\n",
    "<pre>\n- [ ] b\n</pre>\n",
  ];
  for (const text of quiet) assertEquals(await unread(text), [], text);
});

Deno.test("unread items: no line is both an item and unread", () => {
  // deno-fmt-ignore
  const line = fc.constantFrom(
    "- [ ] a", "[ ] b", "> - [x] c", "    - [ ] d", "```", "<div>", "<!--", "-->", "", "# e [ ]",
    "words", "- [?] f",
  );
  fc.assert(fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
    const document = readMarkdown(lines.join("\n"));
    const items = new Set(document.items.map((item) => item.line));
    for (const found of document.unread) {
      assertEquals(items.has(found.line), false);
    }
  }));
});

Deno.test("unread items: each box of HTML in a line is read", () => {
  const box = (words: string, checked = "") => `<input type="checkbox" ${checked}> ${words}`;
  for (
    const [line, open] of [
      [`${box("a", "checked")}<br>${box("b")}`, "b"],
      [`<li>${box("a", "checked")}</li><li>${box("b")}</li><li>${box("c")}</li>`, "b"],
      [`${box("a", "checked")} ${box("b", "checked")}`, null],
      [box("a"), "a"],
    ] as const
  ) {
    const { unread } = readMarkdown(`- [x] first\n\n${line}\n`);
    assertEquals(unread.map((each) => each.open), [open], line);
  }
});
