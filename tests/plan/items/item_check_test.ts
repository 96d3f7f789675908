/** An item's check is what its own lines say, whatever is written below them. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { listItemChecks } from "../../../src/evidence/verification/command_needs.ts";
import { planOf } from "../../../src/run/plan/plan.ts";

function firstItem(text: string) {
  return readMarkdown(text).items[0]!;
}

/** What people and agents write below an item. */
// deno-fmt-ignore
const BELOW = [
  "  a note", "a note without indentation", "  - a nested entry", "  - [ ] a nested item",
  "  2. a number that begins no list", "\n  a paragraph of its own", "  <!-- a comment -->",
  "  > a quotation", "  ```\n  code\n  ```", "  see `make help`", "  | a | table |", "  ---",
  "  ===", "  [ ] a box without a bullet", "      - [ ] a box too far right", "  # a heading",
  "\tbehind a tab",
];
const ITEM = "- [x] build it | `make test`";

for (const below of BELOW) {
  Deno.test(`item check: stays with ${JSON.stringify(below)} below the item`, async () => {
    const item = await firstItem(`${ITEM}\n${below}\n`);
    assertEquals(
      [item.text, item.title, item.command, item.line],
      ["build it", "build it", "make test", 1],
    );
  });
}

Deno.test("item check: any lines below an item leave its words and its check alone", async () => {
  const lines = fc.array(fc.constantFrom(...BELOW, "", "- [ ] next", "# next"), { maxLength: 6 });
  await fc.assert(fc.asyncProperty(lines, async (below) => {
    const { text, title, command } = await firstItem([ITEM, ...below].join("\n"));
    assertEquals([text, title, command], ["build it", "build it", "make test"]);
  }));
});

Deno.test("item check: a check in a later line of the item is read, and the lines below it are notes", async () => {
  const wrapped = [
    "- [ ] build it\n  | `make test`",
    "- [ ] build it |\n  `make test`",
    "- [ ] build it\n| `make test`\n  Needs gcc.",
  ];
  for (const text of wrapped) {
    const item = await firstItem(text);
    assertEquals([item.text, item.command], ["build it", "make test"], text);
  }
  const long = await firstItem("- [ ] build all\n  of it | `make test`\n  Needs gcc.\n");
  assertEquals([long.text, long.title, long.command], [
    "build all of it",
    "build all",
    "make test",
  ]);
});

Deno.test("item check: a full stop, a comment or a line break after it changes nothing", async () => {
  for (const end of [".", " <!-- slow -->", "\\", "  ", ";"]) {
    assertEquals((await firstItem(`${ITEM}${end}\n  a note`)).command, "make test", end);
  }
  assertEquals((await firstItem("- [ ] follow `a | b` modes\n  note")).command, undefined);
  assertEquals((await firstItem("- [ ] use `a` | `b` or c")).command, undefined);
});

Deno.test("item check: an item whose check was taken out is known by its first line, whatever was noted below it", () => {
  const before = planOf("p", readMarkdown("- [ ] build it | `make test`\n  a note\n"));
  const document = readMarkdown("- [x] build it\n  done at noon, see the log\n");
  assertEquals(planOf("p", document).items[0]!.key, before.items[0]!.key);
  assertEquals(listItemChecks([document], [{ text: "build it", command: "make test" }]), [
    { text: document.items[0]!.text, command: "make test" },
  ]);
});
