/** What the verdict promises beyond single files. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { addAttributes } from "../../../src/plan/items/attributes.ts";
import type { Document } from "../../../src/plan/items/document.ts";
import { readMarkdown, unreadable } from "../../../src/plan/items/read_document.ts";

const SETTINGS = defaultSettings();

function judge(text: string, settings = SETTINGS) {
  return judgeCompletion(addAttributes(readMarkdown(text)), "/p/plan.md", settings);
}

function judgeAdr(adr: string, spec: string) {
  const [document, design] = [adr, spec].map((text) => addAttributes(readMarkdown(text))) as [
    Document,
    Document,
  ];
  return judgeCompletion(document, "/p/docs/adr/2025-12-01-cache.md", SETTINGS, design);
}

/** The ADR's status, its spec's, an item of the spec; the verdict and what it is by or claimed by. */
// deno-fmt-ignore
const ADRS: readonly (readonly [adr: string, spec: string, item: string, judged: string])[] = [
  ["accepted", "completed", "- [x] a", "complete by frontmatter_status"],
  ["implemented", "in_progress", "", "incomplete"],
  ["implemented", "completed", "- [ ] Measure", "incomplete, claimed by frontmatter_status"],
];

for (const [adr, spec, item, expected] of ADRS) {
  Deno.test(`completion: an ADR that is ${adr} with a spec ${spec} ${item} is ${expected}`, async () => {
    const { verdict, strongest, claimOverOpenItems: claim } = await judgeAdr(
      `---\nstatus: ${adr}\n---\n# Cache\n`,
      `---\nimplementation-status: ${spec}\n---\n${item}\n`,
    );
    const by = strongest === null ? "" : ` by ${strongest.name}`;
    assertEquals(`${verdict}${by}${claim === null ? "" : `, claimed by ${claim.name}`}`, expected);
  });
}

Deno.test("completion: each signal's confidence is compared with the threshold, the bound included", async () => {
  const skipped = "- [x] One\n- [-] Two\n";
  const at = (confidence_threshold: number, more: Partial<typeof SETTINGS> = {}) => ({
    ...SETTINGS,
    confidence_threshold,
    ...more,
  });
  const verdict = async (text: string, settings: typeof SETTINGS) =>
    (await judge(text, settings)).verdict;
  assertEquals(await verdict(skipped, at(0.85)), "complete");
  assertEquals(await verdict(skipped, at(0.86)), "incomplete");
  assertEquals(await verdict("- [x] One\n", at(0.9)), "complete");
  assertEquals(await verdict("All done.\n", at(0.7)), "complete");
  assertEquals(await verdict("All done.\n", at(0.71)), "incomplete");
  assertEquals(await verdict("---\nstatus: implemented\n---\n", at(0.96)), "incomplete");
  const trusting = at(0.9, { semantic_phrases_confidence: 0.9, all_checkboxes_confidence: 0.2 });
  assertEquals(await verdict("All done.\n", trusting), "complete");
  assertEquals(await verdict("- [x] One\n", trusting), "incomplete");
});

Deno.test("completion: a claim below the threshold does not count, and asks nothing", async () => {
  const over = "- [ ] One\n- [x] TASK_COMPLETE\n";
  assertEquals((await judge(over)).claimOverOpenItems?.name, "explicit_marker");
  const doubting = { ...SETTINGS, explicit_marker_confidence: 0.5 };
  assertEquals((await judge(over, doubting)).claimOverOpenItems, null);
});

Deno.test("completion: a plan that lost all its items says nothing, whatever else is in it", async () => {
  const emptied = [
    "",
    "All done.\n",
    "---\nstatus: implemented\n---\n",
    "- [-] One\n- [-] Two\n",
    "# Plan\n\n## Later\n\n- [ ] One\n",
  ];
  for (const text of emptied) {
    const seen = judgeCompletion(readMarkdown(text), "/p/plan.md", SETTINGS, null, {
      items: 2,
      checks: [],
    });
    assertEquals([seen.verdict, seen.strongest, seen.total], ["unknown", null, 0], text);
    assert((await judge(text)).verdict !== "unknown", "without items seen it is a file like any");
  }
  const kept = judgeCompletion(readMarkdown("- [x] One\n"), "/p/plan.md", SETTINGS, null, {
    items: 2,
    checks: [],
  });
  assertEquals(kept.verdict, "complete");
});

Deno.test("completion: the user's own phrases count instead of ours", async () => {
  const own = { ...SETTINGS, completion_phrases: ["ship it (now)", "alles fertig"] };
  assertEquals((await judge("Ship it  (now)\n", own)).verdict, "complete");
  assertEquals((await judge("Alles\nfertig.\n", own)).verdict, "complete");
  assertEquals((await judge("All done.\n", own)).verdict, "incomplete");
  assertEquals((await judge("All done.\n", { ...own, completion_phrases: [" ", ""] })).signals, []);
});

Deno.test("completion: the evidence names the line", async () => {
  const text =
    "---\ntitle: x\n---\n\n# Plan\n\nFirst\nAll done.\n\n- [x] One\n- [x] TASK_COMPLETE\n";
  const { signals } = await judge(text);
  assertEquals(signals.map(({ detail }) => detail), [
    "TASK_COMPLETE is ticked in line 11",
    "all 2 boxes are ticked",
    'line 8 says "All done"',
  ]);
});

Deno.test("completion: without a readable file the verdict is unknown, not incomplete", () => {
  assertEquals(judgeCompletion(null, null, SETTINGS).verdict, "unknown");
  assertEquals(judgeCompletion(unreadable("gone"), "/p/plan.md", SETTINGS).verdict, "unknown");
});

/** A checklist as data: what an item says, and how it is written. */
const ITEM = fc.record({
  state: fc.constantFrom("[ ]", "[x]", "[X]", "[-]", "[SKIP]"),
  words: fc.constantFrom("Write it", "Test `it`", "**Show** it", "All done", "Find 3 errors"),
  depth: fc.nat({ max: 2 }),
});
const ITEMS = fc.array(ITEM, { minLength: 1, maxLength: 8 });
type Item = { state: string; words: string; depth: number };

/** Writes items so that each stands below the one before it, at most one level deeper. */
function write(items: readonly Item[], bullet = "-", gap = "", end = "\n"): string {
  let last = -1;
  return items.map(({ state, words, depth }) => {
    last = Math.min(depth, last + 1);
    return `${" ".repeat(last * (bullet.length + 1))}${bullet} ${state} ${words}${gap}`;
  }).join(end) + end;
}

Deno.test("completion: ticking every item makes any checklist complete", async () => {
  await fc.assert(fc.asyncProperty(ITEMS, async (items) => {
    const ticked = items.map((item) => ({ ...item, state: "[x]" }));
    assertEquals((await judge(write(ticked))).verdict, "complete");
  }));
});

Deno.test("completion: another open item never makes a page complete", async () => {
  const front = fc.constantFrom(
    "",
    "---\nstatus: implemented\n---\n",
    "All done.\n\n",
    "# Plan\n\n",
  );
  await fc.assert(fc.asyncProperty(front, ITEMS, fc.nat(), async (before, items, place) => {
    const at = place % (items.length + 1);
    const more = [
      ...items.slice(0, at),
      { state: "[ ]", words: "More", depth: 0 },
      ...items.slice(at),
    ];
    const judged = await judge(before + write(more));
    assertEquals(judged.verdict, "incomplete");
    assert(judged.openItems.includes("More"));
  }));
});

Deno.test("completion: bullets, line ends and space at the end do not change the verdict", async () => {
  const bullet = fc.constantFrom("-", "*", "+", "1.", "1)");
  const end = fc.constantFrom("\n", "\r\n", "\n\n", "\r");
  await fc.assert(
    fc.asyncProperty(
      ITEMS,
      bullet,
      fc.constantFrom("", " ", "   "),
      end,
      async (items, b, gap, e) => {
        const plain = await judge(write(items));
        const styled = await judge(write(items, b, gap, e));
        for (const key of ["verdict", "done", "total", "openItems"] as const) {
          assertEquals(styled[key], plain[key]);
        }
        assertEquals(styled.strongest?.name, plain.strongest?.name);
      },
    ),
  );
});

Deno.test("completion: every text gets a verdict, never an error", async () => {
  // deno-fmt-ignore
  const sign = fc.constantFrom(
    "- ", "[ ] ", "[x] ", "\n", "\r\n", "```", "<!--", "-->", "---", "all done", "> ", "#", " ",
    "\t", "\u0000", "\ufeff", "é", "1. ", "|", "`", "*", '"',
  );
  await fc.assert(fc.asyncProperty(fc.array(sign, { maxLength: 40 }), async (signs) => {
    const judged = await judge(signs.join(""));
    assert(judged.done <= judged.total);
    if (judged.openItems.length > 0) assertEquals(judged.verdict, "incomplete");
  }));
});

Deno.test("completion: a status in front matter that is not YAML claims nothing", () => {
  const claim = (lines: string): unknown[] => {
    const { verdict, claimOverOpenItems } = judge(`---\n${lines}\n---\n- [ ] One\n`);
    return [verdict, claimOverOpenItems?.name ?? null];
  };
  const nothing = ["incomplete", null];
  const claimed = ["incomplete", "frontmatter_status"];
  for (
    const line of [
      "status: done",
      '"status": "Done"',
      "{status: done}",
      "owner: [Ada]\nstatus: done # x",
    ]
  ) {
    assertEquals(claim(line), claimed, line);
  }
  for (
    const line of [
      "implementation-status: completed\nowner: [Ada\n\tx",
      "status: done\nstatus: done",
      "status: done, but for the docs",
      "status: [done]",
      "status: >\n done\n later",
      "nested:\n  status: done",
      `status: done\nnotes: ${"x".repeat(9_000)}`,
      `status: done\nx: ${"[".repeat(7_000)}`,
    ]
  ) assertEquals(claim(line), nothing, line.slice(0, 60));
});
