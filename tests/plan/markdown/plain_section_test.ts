/** The two readers of markdown must never disagree: the quick one is only an economy. */
import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { assemble } from "../../../src/plan/items/assemble.ts";
import { readPlainSection } from "../../../src/plan/markdown/_plain_section.ts";
import { readTreeSection } from "../../../src/plan/markdown/_tree_section.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";

/** Lines that mean different things after different lines. */
const LINE = fc.tuple(
  fc.constantFrom("", "", "", " ", "  ", "   ", "    ", "     ", "      ", "        ", "\t"),
  fc.constantFrom(
    "",
    "",
    "- [ ] open",
    "- [x] done",
    "* [ ] star",
    "+ [X] plus",
    "1. [ ] one",
    "2) [x] two",
    "7. seven",
    "- [-] skipped",
    "- [SKIP] skipped",
    "- plain",
    "-",
    "- - [ ] twice",
    "-     code",
    "- ```",
    "- > quote",
    "- # heading",
    "words",
    "more words `code`",
    "> quote",
    "> - [ ] quoted",
    "# heading",
    "## heading ##",
    "#none",
    "```",
    "```ts",
    "~~~",
    "````",
    "<!-- comment",
    "<!-- whole -->",
    "<!-->",
    "-->",
    "<div>",
    "</div>",
    "<details open>",
    '<p align="center">words</p>',
    "<b>",
    "</p> words",
    "<pre>",
    "<https://example.org>",
    "---",
    "***",
    "===",
    "[a]: b",
    "| a | b |",
    "1.",
    "**bold**",
    "- [ ]",
    "- [ ]  two spaces",
    "- [x]none",
    "- [~] underway",
    "- [ ]【full width】",
    "[ ] no bullet",
    "[x] ticked, no bullet",
    "## heading - [ ] glued",
    "- [ ] built | `make`",
    "| `make test`",
  ),
).map(([indent, content]) => indent + content);
const LINES = fc.array(LINE, { maxLength: 12 });
const RUNS = { numRuns: 600 };

Deno.test("markdown: the quick reader agrees with the full parser wherever it answers", () => {
  fc.assert(
    fc.property(LINES, (lines) => {
      const quick = readPlainSection(lines, 1);
      fc.pre(quick !== null);
      assertEquals(quick, readTreeSection(lines.join("\n"), 1));
    }),
    RUNS,
  );
});

Deno.test("markdown: cutting a page at its headings does not change what is read", async () => {
  await fc.assert(
    fc.asyncProperty(LINES, async (lines) => {
      const page = ["words first", ...lines];
      const { items, headings, paragraphs, legend } = await readMarkdown(page.join("\n"));
      const whole = assemble(readTreeSection(page.join("\n"), 1), page);
      assertEquals({ items, headings, paragraphs, legend }, whole);
    }),
    RUNS,
  );
});

/** A line that begins with a box, whether or not GitHub shows it as an item. */
const BEGINS_WITH_BOX = /^\s*(?:(?:[-*+]|\d+[.)])\s*)*\[(?:[ xX~-]|SKIP)\]|glued/;

Deno.test("markdown: GitHub's task list items have the same state here, and other items begin with a box", async () => {
  await fc.assert(
    fc.asyncProperty(LINES, async (lines) => {
      const page = ["words first", ...lines].join("\n");
      const { items } = await readMarkdown(page);
      const ours = new Map(items.map((item) => [item.line, item]));
      for (const [line, isDone] of readGitHubTasks(page)) {
        assertEquals(ours.get(line)?.state === "done", isDone, `line ${line}`);
        ours.delete(line);
      }
      for (const { rawLine } of ours.values()) assertMatch(rawLine, BEGINS_WITH_BOX);
    }),
    RUNS,
  );
});

Deno.test("markdown: a fence that ends with its list item does not hide what comes after", async () => {
  const page = "- a\n   ```\nwords\n   ```\n\n# code, no heading\n- [ ] code, no item\n";
  const { headings, items } = await readMarkdown(page);
  assertEquals([headings, items], [[], []]);
});

interface Node {
  type: string;
  checked?: boolean | null;
  children?: Node[];
  position?: { start: { line: number } };
}

/** Tasks outside quotes, by GitHub's own extension of the parser. */
function readGitHubTasks(page: string): [number, boolean][] {
  const tasks: [number, boolean][] = [];
  const visit = (node: Node) => {
    if (node.type === "blockquote") return;
    // The extension also marks a paragraph right below an empty item, on whatever is around it.
    if (node.type === "listItem" && typeof node.checked === "boolean") {
      tasks.push([node.children![0]!.position!.start.line, node.checked]);
    }
    node.children?.forEach(visit);
  };
  visit(
    fromMarkdown(page, {
      extensions: [gfmTaskListItem()],
      mdastExtensions: [gfmTaskListItemFromMarkdown()],
    }) as Node,
  );
  return tasks;
}
