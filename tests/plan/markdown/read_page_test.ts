/** What is read of a page is what a full parser of markdown sees in it. */
import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { readPage } from "../../../src/plan/markdown/read_page.ts";
import type { Block } from "../../../src/plan/markdown/block.ts";
import { cutClosingSigns } from "../../../src/plan/markdown/line.ts";
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
    "</p> words",
    "<pre>",
    "<https://example.org>",
    "---",
    "***",
    "===",
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

/** Right below indented code, this version of the parser takes these for words. */
const PARSER_DIFFERS = /(?:^(?: {4}|\t).*|- {5}code)\n\s*(?:2\)|7\.|1\.$|-$)/m;

Deno.test("markdown: the blocks of a page are those of a full parser", () => {
  fc.assert(
    fc.property(LINES, (written) => {
      // Otherwise two rules may be front matter.
      const lines = ["# first", ...written];
      const page = lines.join("\n");
      fc.pre(!PARSER_DIFFERS.test(page));
      assertEquals(readPage(lines).blocks, readTree(page));
    }),
    RUNS,
  );
});

Deno.test("markdown: a list right below a tag of another name is read, and tabs and wide spaces indent", () => {
  const rows: [string, number[]][] = [
    ["<plan>\n- [ ] a\n</plan>", [0]],
    ["<details>\n- [ ] a\n", []],
    ["-\t[ ] a\n\t- [ ] b", [0, 1]],
    ["- [ ] a\n\u00a0\u00a0- [ ] b", [0, 1]],
  ];
  for (const [page, depths] of rows) {
    const items = readPage(page.split("\n")).blocks.filter(({ kind }) => kind === "item");
    assertEquals(items.map(({ depth }) => depth), depths, page);
  }
});

/** A line that begins with a box, whether or not GitHub shows it as an item. */
const BEGINS_WITH_BOX = /^\s*(?:(?:[-*+]|\d+[.)])\s*)*\[(?:[ xX~-]|SKIP)\]|glued/;

Deno.test("markdown: GitHub's task list items have the same state here, and other items begin with a box", () => {
  fc.assert(
    fc.property(LINES, (lines) => {
      const page = ["words first", ...lines].join("\n");
      const { items } = readMarkdown(page);
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

Deno.test("markdown: a fence that ends with its list item does not hide what comes after", () => {
  const page = "- a\n   ```\nwords\n   ```\n\n# code, no heading\n- [ ] code, no item\n";
  const { headings, items } = readMarkdown(page);
  assertEquals([headings, items], [[], []]);
});

interface Node {
  type: string;
  checked?: boolean | null;
  depth?: number;
  ordered?: boolean | null;
  children?: Node[];
  position?: { start: { line: number; offset?: number }; end: { offset?: number } };
}

/** The blocks of a page by the full parser, which is slow. */
function readTree(page: string): Block[] {
  const blocks: Block[] = [];
  const sourceOf = ({ position }: Node) =>
    page.slice(position!.start.offset, position!.end.offset).split("\n")
      .map((line) => line.trim()).join("\n");
  const collect = (nodes: readonly Node[], depth: number) => {
    for (const node of nodes) {
      const line = node.position!.start.line;
      const source = sourceOf(node);
      if (node.type === "list") {
        const ordered = node.ordered === true;
        node.children!.forEach(({ children = [] }) => collectItem(children, depth, ordered));
      } else if (node.type === "paragraph") blocks.push({ kind: "prose", source, depth, line });
      else if (node.type === "heading" && depth === 0) {
        const words = UNDERLINED.test(source)
          ? source.replace(UNDERLINED, "")
          : cutClosingSigns(source.replace(/^#{1,6}/, ""));
        blocks.push({ kind: "heading", source: words.trim(), depth: node.depth!, line });
      }
    }
  };
  const collectItem = ([first, ...rest]: readonly Node[], depth: number, ordered: boolean) => {
    if (first === undefined) return;
    const source = sourceOf(first);
    const isUnderlined = first.type === "heading" && UNDERLINED.test(source);
    if (first.type !== "paragraph" && !isUnderlined) return collect([first, ...rest], depth + 1);
    const words = isUnderlined ? source.replace(UNDERLINED, "") : source;
    blocks.push({ kind: "item", source: words, depth, ordered, line: first.position!.start.line });
    collect(rest, depth + 1);
  };
  collect((fromMarkdown(page, { extensions: [BLOCKS_ONLY] }) as Node).children!, 0);
  return blocks;
}

const UNDERLINED = /\n(?:=+|-+)$/;
/** Markup within lines is not asked for. */
const BLOCKS_ONLY = {
  disable: { null: ["codeText", "htmlText", "labelEnd", "labelStartLink", "labelStartImage"] },
};

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
