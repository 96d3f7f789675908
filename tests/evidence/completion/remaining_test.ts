/** Ticked boxes beside work without boxes: asked once, and only about work. */
import { addAttributes } from "../../../src/plan/items/attributes.ts";
import { assertEquals } from "@std/assert";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { findRemaining } from "../../../src/evidence/completion/remaining.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";

const SETTINGS = defaultSettings();

function judge(text: string) {
  return judgeCompletion(addAttributes(readMarkdown(text)), "/p/PLAN.md", SETTINGS);
}

const DONE = "# Plan\n\n## Reader\n\n- [x] Read a line\n";

// deno-fmt-ignore
const WORK: Record<string, [text: string, remaining: string[]]> = {
  "numbered siblings behind ticked ones": ["1. [x] Read\n2. [x] Parse\n3. Export the rows\n4. Measure\n", ["Export the rows", "Measure"]],
  "siblings behind ticked ones": ["- [x] Read\n- Parse\n- ⏳ Export\n\n## Notes\n\n- buffered\n", ["Parse", "⏳ Export"]],
  "numbered siblings inside an item": ["- [x] Reader\n  1. [x] Read\n  2. Parse\n", ["Parse"]],
  "a roadmap": [`${DONE}\n## Roadmap\n\n- Export to CSV\n- Import\n`, ["Export to CSV", "Import"]],
  "remaining work, in parts": [`${DONE}\n## Remaining phases\n\n### Phase 7 [PENDING]\n\n- Load the weights\n`, ["Load the weights"]],
  "next, with a sign": [`${DONE}\n## 🔜 Next\n\n* Export\n`, ["Export"]],
  "to do": [`${DONE}\n## TODO\n\n1. Export\n`, ["Export"]],
  "known bugs": [`${DONE}\n## Known bugs\n\n- Umlauts are lost\n`, ["Umlauts are lost"]],
  "next steps": [`${DONE}\n## Next steps\n\n- Add the exporter\n`, ["Add the exporter"]],
  "next tasks of a kind": [`${DONE}\n## Next technical tasks\n\n1. Add profiles\n`, ["Add profiles"]],
  "next, with an aim": [`${DONE}\n## Next — deepen it\n\nBefore more is added:\n\n- Templates\n`, ["Templates"]],
  "next steps for the user": [`${DONE}\n## Next steps for the user\n\n- Run the installer\n`, ["Run the installer"]],
  "next steps for you": [`${DONE}\n## Next Steps (for you)\n\n- Rotate the key\n`, ["Rotate the key"]],
  "what a person is asked": [`${DONE}\n## Next steps\n\n- You can deploy it now\n`, ["You can deploy it now"]],
  "manual work": [`${DONE}\n## Next steps\n\nTo be done manually:\n\n- Rotate the key\n`, ["Rotate the key"]],
  "remaining risks": [`${DONE}\n## Remaining risks\n\n- The disk may be full\n`, ["The disk may be full"]],
  "rows of a table": [`${DONE}\n| # | Step | Status |\n|---|---|---|\n| 1 | Read | ✅ |\n| 2 | **Export** | TODO |\n`, ["Export"]],
  "an empty cell beside rows that are done": ["- [x] Read\n\n| Step | Status |\n|---|---|\n| Read | ✅ |\n| Export | |\n| Measure | — |\n", ["Export", "Measure"]],
  "a line that announces what is left": [`${DONE}\n**Remaining:**\n\n- Export\n- Measure\n`, ["Export", "Measure"]],
  "a line in bold that names what is left": [`${DONE}\n**Still to do**\n\n- Export\n`, ["Export"]],
  "the last line above a list": [`${DONE}\nThe reader works.\nWhat is left:\n- Export\n`, ["Export"]],
  "a label in prose": [`${DONE}\n**Remaining:** export the rows, measure.\n`, ["Remaining: export the rows, measure."]],
  "a label in an entry": [`${DONE}\n## Status\n\n- Done: the reader\n- Still open: the exporter\n`, ["Still open: the exporter"]],
  "TODO and a colon": [`${DONE}\nTODO: export the rows\n`, ["TODO: export the rows"]],
  "what is yet to be done": [`${DONE}\n## Yet to be done\n\n- Export\n`, ["Export"]],
  "open points": [`${DONE}\n## Open points\n\n- Export\n`, ["Export"]],
  "loose ends": [`${DONE}\n## Loose ends\n\n- Export\n`, ["Export"]],
  "follow-ups": [`${DONE}\n## Follow-up work\n\n- Export\n`, ["Export"]],
  "tasks that are left": [`${DONE}\n## Tasks left\n\n- Export\n`, ["Export"]],
  "what is still missing": [`${DONE}\n## Still missing\n\n- Export\n`, ["Export"]],
  "gaps": [`${DONE}\n## Gaps\n\n- Export\n`, ["Export"]],
  "a heading with an open state in brackets": [`${DONE}\n## Phase 2: Writer (not started)\n\nWrite the rows.\n`, ["Phase 2: Writer (not started)"]],
  "a heading with an open state behind a dash": [`${DONE}\n## Writer — pending\n\nWrite the rows.\n`, ["Writer — pending"]],
  "a phase without the sign that others carry": [`${DONE}\n## Phase 1: Reader ✅\n\nRead.\n\n## Phase 2: Writer\n\nWrite.\n`, ["Phase 2: Writer"]],
};

for (const [what, [text, remaining]] of Object.entries(WORK)) {
  Deno.test(`remaining: ${what} beside ticked boxes is asked about`, async () => {
    const judged = await judge(text);
    assertEquals(judged.remaining, remaining);
    assertEquals(
      [judged.verdict, judged.strongest, judged.claimOverOpenItems?.name],
      ["incomplete", null, "all_checkboxes"],
    );
  });
}

// deno-fmt-ignore
const NO_WORK: Record<string, string> = {
  "advice": `${DONE}\n## Tips\n\n- Keep functions short\n`,
  "notes": `${DONE}\n## Notes\n\n1. The reader buffers\n2. Lines end in LF\n`,
  "steps in prose": `${DONE}\n### How it works\n\n1. Open the file\n2. Read each line\n`,
  "an optional section": `${DONE}\n## Future roadmap (optional)\n\n- Export\n`,
  "nothing left": `${DONE}\n## Remaining work\n\n- None\n`,
  "no known bugs": `${DONE}\n## Known issues\n\n- No known issues\n`,
  "settled entries": `${DONE}\n## Bugs\n\n- ~~Umlauts~~\n- ✅ Tabs\n- Fixed: quotes\n- CR (fixed)\n`,
  "bugs that were fixed": `${DONE}\n## Bugs fixed\n\n- Umlauts\n`,
  "bug fixes of a session": `${DONE}\n## Bug fixes, session 10\n\n1. Umlauts were lost\n`,
  "an announcement that says how": `${DONE}\nTo do this:\n\n- Open the file\n`,
  "an announcement of a next step in prose": `${DONE}\nNext, for each line:\n\n- Open the file\n`,
  "a label that says that nothing is left": `${DONE}\nRemaining: none.\n\n- Known issues: none\n`,
  "a label of something else": `${DONE}\nRemaining budget: 3 hours\n`,
  "an empty cell where no row is done": `${DONE}\n| Column | Status |\n|---|---|\n| Name | |\n`,
  "a heading whose state is done": `${DONE}\n## Writer (done)\n\nWrite the rows.\n`,
  "next week": `${DONE}\n## Next week\n\n- The office is closed\n`,
  "a part of the roadmap that is done": `${DONE}\n## Roadmap\n\n### 1. Events\n\nStatus: implemented in 0149.\n\n- actors\n`,
  "details within the roadmap": `${DONE}\n## Roadmap\n\n### 1. Events\n\nThey name:\n\n- actors\n`,
  "notes below the boxes of a section": `${DONE}\n## TODO\n\n- [x] Export\n\nNotes:\n\n- uses the buffer\n`,
  "details of a task": `${DONE}\n## TODO\n\n- [x] Export\n  - as CSV\n  - as JSON\n`,
  "entries above ticked ones": "- parses too\n- [x] Read\n",
  "another list": "- [x] Read\n\nIt can:\n\n- parse\n",
  "settled siblings": "- [x] Read\n- ✅ Parse\n- Done: measure\n- ~~Export~~\n",
  "the page's own title": "# Roadmap\n\n- [x] Read\n\n## Context\n\n- The format is old\n",
  "numbered prose after another heading": "1. [x] Read\n\n## Usage\n\n1. Open the file\n",
  "a table that is done": `${DONE}\n| Step | Status |\n|---|---|\n| Read | ✅ Done |\n| Skip | N/A |\n`,
  "a table without a status": `${DONE}\n| Option | Default |\n|---|---|\n| open | no |\n`,
  "a phase whose boxes are ticked": "## Phase 1 ✅\n\nRead.\n\n## Phase 2\n\n- [x] Write\n",
};

/** The subject of a heading does not say whether it is done. */
const HEADINGS = [
  "Remaining work on the manual",
  "To do: rules of the parser",
  "Roadmap: time zones",
  "Open issues in the template",
  "Remaining: user pages",
  "Next steps: the export process",
  "Remaining questions",
  "Known issues: none of the readers closes",
  "TODO (done by hand)",
];

/** Nor does the subject of an entry. */
const ENTRIES = [
  "Empty files crash the reader",
  "Nothing is logged when the disk is full",
  "Fixed columns overlap",
  "Draw the ✓ of a closed order",
  "Read dates (later than 2038, too)",
  "Replace what is done manually by a script",
  "Done is shown twice",
  "No entry is sorted",
  "~~Umlauts~~ are lost in titles",
  "All items of a page are numbered from 1",
  "Complete the index",
];

for (const heading of HEADINGS) {
  Deno.test(`remaining: "${heading}" is a heading of work that is left`, () => {
    const judged = judge(`${DONE}\n## ${heading}\n\n- Draw the map\n- Name it\n`);
    assertEquals(judged.remaining, ["Draw the map", "Name it"]);
  });
}

for (const entry of ENTRIES) {
  Deno.test(`remaining: "${entry}" is not settled by its subject`, () => {
    assertEquals(judge(`${DONE}\n## Known bugs\n\n- ${entry}\n`).remaining?.length, 1);
  });
}

for (
  const heading of ["Remaining: none", "To do – done", "Remaining work (done)", "✅ Next steps"]
) {
  Deno.test(`remaining: "${heading}" says that nothing is left`, () => {
    const judged = judge(`${DONE}\n## ${heading}\n\n- Draw the map\n`);
    assertEquals([judged.verdict, judged.remaining], ["complete", undefined]);
  });
}

// deno-fmt-ignore
const NOTHING = ["None", "None.", "*Nothing*", "n/a", "—", "No known issues", "No open items remain", "All items are done", "Nothing left", "✅ Umlauts", "[x] Umlauts", "~~Umlauts~~", "Umlauts (fixed in 0.3)", "Umlauts [done]", "Done: umlauts"];

for (const entry of NOTHING) {
  Deno.test(`remaining: "${entry}" settles the entry`, () => {
    const judged = judge(`${DONE}\n## Remaining work\n\n- ${entry}\n`);
    assertEquals([judged.verdict, judged.remaining], ["complete", undefined]);
  });
}

for (const [what, text] of Object.entries(NO_WORK)) {
  Deno.test(`remaining: ${what} is not asked about`, async () => {
    const judged = await judge(text);
    assertEquals([judged.verdict, judged.remaining], ["complete", undefined]);
  });
}

Deno.test("remaining: a file that names its state is not asked about again", async () => {
  const roadmap = "\n## Roadmap\n\n- Export\n";
  const marked = await judge(`${DONE}- [x] TASK_COMPLETE\n${roadmap}`);
  assertEquals(marked.strongest?.name, "explicit_marker");
  assertEquals((await judge(`---\nstatus: done\n---\n${DONE}${roadmap}`)).verdict, "complete");
});

Deno.test("without boxes: names the next step where the file has one, otherwise says that it has no boxes", async () => {
  const next = async (text: string) => (await judge(text)).withoutBoxes;
  assertEquals(
    await next("| Step | Status |\n| --- | :---: |\n| Read | done |\n| Write | in progress |\n"),
    { next: "Write" },
  );
  assertEquals(await next("## ✅ Step 1: Read\n\n## 🚧 Step 2: Write\n"), {
    next: "Step 2: Write",
  });
  assertEquals(await next("## Step 1: Read ✅\n\n## Step 2: Write\n"), { next: "Step 2: Write" });
  assertEquals(await next("# Plan\n\n## To do\n\n- Read\n- Write\n"), { next: "Read" });
  assertEquals(await next("# Plan\n\nFirst read, then write.\n"), { next: null });
  assertEquals(await next("- [ ] Read\n"), undefined);
  assertEquals(await next("---\nstatus: done\n---\n# Plan\n"), undefined);
});

Deno.test("remaining: an item with a sign that a legend explains in unknown words is asked about", () => {
  const plan = "- [x] one\n- [-] two\n";
  const ask = (text: string) => findRemaining(readMarkdown(text)).map(({ text }) => text);
  assertEquals(ask(`凡例: [x] 完了 [-] 進行中\n\n${plan}`), ["[-] two"]);
  assertEquals(ask(`${plan}\n> \`[x]\` fertig, \`[-]\` in Arbeit\n`), ["[-] two"]);
  assertEquals(ask(`| | |\n|---|---|\n| [x] | 完了 |\n| [-] | 進行中 |\n\n${plan}`), ["[-] two"]);
  assertEquals(ask(plan), [], "without a legend it is skipped");
  assertEquals(ask(`Legend: [x] done, [-] skipped\n\n${plan}`), []);
  assertEquals(ask(`凡例: [x] 完了 [ ] 未着手\n\n${plan}`), [], "the sign is not in the legend");
});
