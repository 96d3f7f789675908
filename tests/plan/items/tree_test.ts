/** A checklist is a tree, and some of its items are a person's. */
import { assertEquals } from "@std/assert";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { inWorkOrder } from "../../../src/plan/items/tree.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";

/** The items in the order of work, each behind those that it is a step of. */
function readTree(text: string): string[] {
  const { items } = readMarkdown(text);
  const nameOf = (line: number | null): string => {
    const item = items.find((each) => each.line === line);
    return item === undefined ? "" : `${nameOf(item.parent)}/${item.text}`;
  };
  return inWorkOrder(items).map(({ line }) => nameOf(line));
}

const CASES: readonly (readonly [text: string, order: string[]])[] = [
  ["- [ ] P\n  - [ ] a\n  - [ ] b\n- [ ] Q\n", ["/P/a", "/P/b", "/P", "/Q"]],
  ["- [ ] P\n\t- [ ] a\n\t\t- [ ] b\n", ["/P/a/b", "/P/a", "/P"]],
  ["1. [ ] P\n   - [ ] a\n\n   Words.\n\n   - [ ] b\n", ["/P/a", "/P/b", "/P"]],
  ["- [ ] P\n  - a part\n    - [ ] a\n- [ ] Q\n", ["/P/a", "/P", "/Q"]],
  ["- a part\n  - [ ] a\n- [ ] Q\n", ["/a", "/Q"]],
  // Kiro numbers its steps, and does not always indent them.
  [
    "- [ ] 1. Set up\n- [ ] 2. Draw\n- [ ] 2.1 Lines\n  - thin\n- [ ] 2.2 Dots\n- [ ] 3. Test\n",
    ["/1. Set up", "/2. Draw/2.1 Lines", "/2. Draw/2.2 Dots", "/2. Draw", "/3. Test"],
  ],
  ["- [ ] 2. Draw\n\n## More\n\n- [ ] 2.1 Lines\n", ["/2. Draw", "/2.1 Lines"]],
  ["- [ ] P\n[ ] Q\n", ["/P", "/Q"]],
  ["- [ ] P\n\n## Q\n\n- [ ] a\n", ["/P", "/a"]],
];

for (const [text, order] of CASES) {
  Deno.test(`tree: ${JSON.stringify(text)}`, () => assertEquals(readTree(text), order));
}

function judge(text: string) {
  const { verdict, openItems, leftOut, done, total } = judgeCompletion(
    readMarkdown(text),
    "/p/PLAN.md",
    defaultSettings(),
  );
  return { verdict, openItems, parts: leftOut?.parts ?? [], counts: `${done}/${total}` };
}

Deno.test("tree: the next item of a session is the first step, not what it is a step of", () => {
  assertEquals(judge("- [ ] P\n  - [ ] a\n  - [ ] b\n").openItems, ["a", "b", "P"]);
});

Deno.test("person: an item for a person is not waited for, and named at the end", () => {
  const yours = [
    "Manual: press it",
    "**Manual:** press it",
    "3.2 Manual: press it",
    "Press it (human)",
    "Press it (manual)",
    "Press it [human]",
    "(by a human) Press it",
  ];
  for (const text of yours) {
    const plain = text.replaceAll("*", "");
    assertEquals(judge(`- [x] Read\n- [ ] ${text}\n`), {
      verdict: "complete",
      openItems: [],
      parts: [`left for you: "${plain}"`],
      counts: "1/1",
    });
  }
  const ours = [
    "Write the manual",
    "Manual page: write it",
    "Show (human readable) sizes",
    "Humans: count them",
    "Call human(x)",
  ];
  for (const text of ours) {
    assertEquals(judge(`- [x] Read\n- [ ] ${text}\n`).openItems, [text]);
  }
});

Deno.test("person: an item with steps for agents and for a person stays open for that person", () => {
  const waits = (text: string) => {
    const { openItems, parts } = judge(text);
    return [openItems, parts];
  };
  const left = (parts: string) => [`left for you: ${parts}`];
  assertEquals(waits("- [ ] P\n  - [ ] (human) approve\n  - [ ] a\n"), [
    ["a"],
    left('"(human) approve" and 1 more'),
  ]);
  assertEquals(waits("- [ ] G\n  - [ ] P\n    - [x] a\n    - [ ] approve (human)\n- [ ] Q\n"), [
    ["Q"],
    left('"approve (human)" and 2 more'),
  ]);
  // The person has done it.
  assertEquals(waits("- [ ] P\n  - [x] (human) approve\n  - [ ] a\n"), [["a", "P"], []]);
  // Nobody else would do its words.
  assertEquals(waits("- [ ] P\n  - [ ] (human) approve\n"), [["P"], left('"(human) approve"')]);
});

Deno.test("person: the steps of such an item are a person's, too", () => {
  const { verdict, parts } = judge("- [x] Read\n- [ ] Manual: release\n  - [ ] Sign it\n");
  assertEquals([verdict, parts], ["complete", ['left for you: "Manual: release" and 1 more']]);
});

Deno.test("items: the mark of an independent item is not part of its words", () => {
  const { items } = readMarkdown("- [ ] Draw [parallel]\n- [ ] [parallel] Write | `make`\n");
  assertEquals(items.map(({ text }) => text), ["Draw", "Write"]);
});

Deno.test("items: Kiro's star of an optional task is no part of its words", () => {
  const { items } = readMarkdown("- [ ] 1. Draw\n  - [ ]* 1.3 Test the lines\n");
  assertEquals(items.map(({ text }) => text), ["1. Draw", "1.3 Test the lines"]);
});
