/** What a page is taken apart into, and what bad files do. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import {
  MAX_FILE_BYTES,
  readDesignSpec,
  readFocusFile,
  readMarkdown,
} from "../../../src/plan/items/read_document.ts";
import { isOptionalHeading } from "../../../src/plan/items/asides.ts";

const PAGE = `---
title: Dark mode
---

# Dark mode

Goal: a *dark* theme.

## Steps

1. [x] Find the **colours** in \`src/theme.ts\`
   - [ ] borders, see [the list](https://example.org/a)
     and the shadows | \`deno test borders\`
2. [-] Ask

## Notes (optional)

* [SKIP] Follow \`system | light\`
`;

Deno.test("markdown: an item has its words, state, line and command", () => {
  const { items, headings, paragraphs, frontMatter } = readMarkdown(PAGE);
  assertEquals(items, [
    {
      state: "done",
      source: "Find the **colours** in `src/theme.ts`",
      text: "Find the colours in src/theme.ts",
      title: "Find the colours in src/theme.ts",
      line: 11,
      optional: false,
      forPerson: false,
      parent: null,
      rawLine: "1. [x] Find the **colours** in `src/theme.ts`",
    },
    {
      state: "open",
      source:
        "borders, see [the list](https://example.org/a)\nand the shadows | `deno test borders`",
      text: "borders, see the list and the shadows",
      title: "borders, see the list",
      command: "deno test borders",
      line: 12,
      optional: false,
      forPerson: false,
      parent: 11,
      rawLine: "   - [ ] borders, see [the list](https://example.org/a)",
    },
    {
      state: "skipped",
      source: "Ask",
      text: "Ask",
      title: "Ask",
      line: 14,
      optional: false,
      forPerson: false,
      parent: null,
      rawLine: "2. [-] Ask",
    },
    {
      state: "skipped",
      source: "Follow `system | light`",
      text: "Follow system | light",
      title: "Follow system | light",
      line: 18,
      optional: true,
      forPerson: false,
      parent: null,
      rawLine: "* [SKIP] Follow `system | light`",
    },
  ]);
  assertEquals(headings.map(({ text, depth, line }) => [text, depth, line]), [
    ["Dark mode", 1, 5],
    ["Steps", 2, 9],
    ["Notes (optional)", 2, 16],
  ]);
  assertEquals(paragraphs.map(({ source, line }) => [source, line]), [[
    "Goal: a *dark* theme.",
    7,
  ]]);
  assertEquals(frontMatter, ["title: Dark mode"]);
});

Deno.test("markdown: headings that mean later, and headings that only sound like it", () => {
  // deno-fmt-ignore
  const later = [
    "Optional", "(optional)", "Caching (optional)", "Future work", "Future", "Out of scope",
    "Out-of-scope for 1.0", "Nice to have", "Nice-to-haves", "Later", "Later: 2.0",
    "4. Optional improvements", "🔮 Future ideas", "Phase 4 - future", "OPTIONAL STEPS",
  ];
  // deno-fmt-ignore
  const now = [
    "Optional chaining support", "Futures contracts", "Later-stage checks", "Backlog",
    "Product backlog", "Backlogged orders import", "Scope", "Make the cache not optional",
    "Scheduling later runs", "Steps", "",
  ];
  assertEquals(later.filter((text) => !isOptionalHeading(text)), []);
  assertEquals(now.filter((text) => isOptionalHeading(text)), []);
});

Deno.test("markdown: bytes that are not UTF-8 are replaced, and a problem says so", () => {
  const latin1 = new Uint8Array([0x2d, 0x20, 0x5b, 0x20, 0x5d, 0x20, 0x50, 0x6c, 0xe4, 0x6e, 0x65]);
  const { items, problems, readable } = readMarkdown(latin1);
  assertEquals(items[0]?.text, "Pl�ne");
  assert(readable);
  assertStringIncludes(problems[0]!, "not valid UTF-8");
});

Deno.test("markdown: what is beyond the bounds is not readable, with the reason, at once", () => {
  const beyond: Record<string, string> = {
    "larger than 5 MB": "x".repeat(MAX_FILE_BYTES + 1),
    "more than 100000 items": "- [x] a\n".repeat(100_001),
  };
  for (const [reason, text] of Object.entries(beyond)) {
    const { readable, problems, items } = readMarkdown(text);
    assertEquals([readable, items], [false, []]);
    assertStringIncludes(problems[0]!, reason);
  }
});

Deno.test("markdown: a long list below lines of HTML is read", () => {
  const item = "- [ ] a link to [a page](https://example.org/a/page/of/some/length)\n";
  for (
    const html of [
      "<div>\n<b>Plan</b>\n</div>",
      "<p align=center>\n<img src=a>\n# no heading\n</p>",
    ]
  ) {
    const { items, headings, problems } = readMarkdown(`${html}\n\n${item.repeat(4_000)}`);
    assertEquals([items.length, headings, problems], [4_000, [], []], html);
  }
});

Deno.test("markdown: a line of millions of signs hides nothing below it", () => {
  for (const line of ["- ".repeat(2e6), "* ".repeat(2e6), `<a ${"b=c ".repeat(1e6)}>`]) {
    const { items, readable } = readMarkdown(`${line}\n\n- [ ] one\n`);
    assertEquals([items.length, readable], [1, true], line.slice(0, 8));
  }
});

Deno.test("markdown: broken markup without end is read without delay", () => {
  const broken = [
    "- ",
    "> ",
    "**a",
    "`a ``b ",
    "[a](",
    " | `a",
    "<!-- ",
    '"a \u201c',
    "*a _b",
    "~~~a",
  ];
  for (const piece of broken) {
    const { items, readable } = readMarkdown(`- [ ] ${piece.repeat(20_000)}`);
    assertEquals([items.length, readable], [1, true]);
  }
});

Deno.test("focus file: missing, folder, binary and cyclic link are reasons, not errors", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeFileSync(`${folder}/binary.md`, new Uint8Array([35, 32, 0, 1, 2]));
    Deno.symlinkSync("loop.md", `${folder}/loop.md`);
    const reason = (name: string) => readFocusFile(folder + name).problems[0] ?? "";
    assertStringIncludes(await reason("/none.md"), "There is no file");
    assertStringIncludes(await reason(""), "is a folder, not a file");
    assertStringIncludes(await reason("/binary.md"), "is not text");
    assertStringIncludes(await reason("/loop.md"), "There is no file");
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("focus file: an ADR has the design spec of its own name", () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${folder}/docs/adr`, { recursive: true });
    Deno.mkdirSync(`${folder}/docs/design/0001-cache`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/docs/design/0001-cache/spec.md`, "- [ ] Measure\n");
    const spec = readDesignSpec(`${folder}/docs/adr/0001-cache.md`);
    assertEquals(spec?.items.map(({ text }) => text), ["Measure"]);
    assertEquals(readDesignSpec(`${folder}/docs/adr/0002-other.md`), null);
    assertEquals(readDesignSpec(`${folder}/docs/design/0001-cache/spec.md`), null);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("poc task: five items to do, and no marker that is ticked beforehand", () => {
  const path = fromFileUrl(new URL("../../fixtures/poc-task.md", import.meta.url));
  const { items, frontMatter } = readFocusFile(path);
  // A run of the task ticks them in place, so their state is not asked.
  assertEquals(items.filter((item) => !item.optional).length, 5);
  assertEquals(items.filter((item) => item.text.includes("TASK_COMPLETE")), []);
  assertEquals(frontMatter, []);
});

Deno.test("markdown: of several boxes before the words of an item, one that is open leaves it open", () => {
  for (
    const [line, state] of [
      ["- [x] [ ] b", "open"],
      ["- [x] [x] [~] b", "open"],
      ["- [ ] [x] b", "open"],
      ["- [-] [ ] b", "open"],
      ["- [x] [x] b", "done"],
      ["- [x] [-] b", "done"],
      ["- [x] [ ] = open", "done"],
    ] as const
  ) {
    const { items } = readMarkdown(`- [x] a\n${line}\n`);
    assertEquals(items.map((item) => item.state), ["done", state], line);
  }
});
