/**
 * Plans that look finished and are not, in the smallest form, each beside the plan that differs by a
 * word and is judged otherwise.
 */
import { addAttributes } from "../../../src/plan/items/attributes.ts";
import { assertEquals } from "@std/assert";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";

const SETTINGS = defaultSettings();
const KIRO = "/p/.kiro/specs/reader/tasks.md";

/** "complete", "open 1/2" for done and all items, "asked: " with what is named, else "nothing". */
function judge(text: string, path = "/p/PLAN.md"): string {
  const judged = judgeCompletion(addAttributes(readMarkdown(text, path)), path, SETTINGS);
  if (judged.verdict === "complete") return "complete";
  if (judged.openItems.length > 0) return `open ${judged.done}/${judged.total}`;
  return judged.remaining === undefined ? "nothing" : `asked: ${judged.remaining.join(" + ")}`;
}

type Case = readonly [text: string, judged: string, path?: string];

const READ = "- [x] Read\n";
const LADDER = "## Work\n\n### HIGH\n\n- [x] Read\n\n### LOW — Nice to have\n\n- [ ] Draw\n";
/** More than a hundred lines. */
const LONG = "Some words.\n\n".repeat(60);

const RULES: Readonly<Record<string, readonly Case[]>> = {
  "a box with an unknown sign is open": [
    [`${READ}- [⏳] Write\n`, "open 1/2"],
    [`${READ}- [❌] Write\n`, "open 1/2"],
    [`${READ}- [🔄] Write\n`, "open 1/2"],
    [`${READ}- [WIP] Write\n`, "open 1/2"],
    [`${READ}- [in progress] Write\n`, "open 1/2"],
    [`${READ}- [50%] Write\n`, "open 1/2"],
    [`${READ}- [?] Write\n`, "open 1/2"],
    [`${READ}- [⚠️] Write\n`, "open 1/2"],
    [`${READ}- [r] Write\n`, "open 1/2"],
    [`- [r] Write\n${READ}`, "open 1/2"],
    [`${READ}\n## Phase 2\n\n- [⏳] Write\n- [WIP] Draw\n`, "open 1/3"],
    [`\`[r]\` in review\n\n${READ}\n## Phase 2\n\n- [r] Write\n`, "open 1/2"],
    [`${READ}\n## API key\n\n- [⏳] Rotate it\n`, "open 1/2"],
    ["- [⏳] Write\n", "nothing"],
  ],
  "a sign that says done or skipped is no open box": [
    [`${READ}- [DONE] Write\n`, "complete"],
    [`${READ}- [✅] Write\n`, "complete"],
    [`${READ}- [100%] Write\n`, "complete"],
    [`${READ}- [cancelled] Write\n`, "complete"],
    [`${READ}- [–] Write\n`, "complete"],
  ],
  "a link, a reference or a label is no box": [
    [`${READ}\nSee:\n\n- [guide](guide.md)\n- [P] parallel\n- [1] a book\n`, "complete"],
    [`${READ}\n## Legend\n\n- [r] In review\n- [?] A question\n`, "complete"],
    [`${READ}\nChoose:\n\n[Y] Yes, go on\n[N] No, stop\n`, "complete"],
  ],
  "[-] is what the plan's legend says, and in progress for Kiro": [
    [`\`[-]\` in progress\n\n${READ}- [-] Write\n`, "open 1/2"],
    [`Legend: [ ] open, [-] in progress, [x] done\n\n${READ}- [-] Write\n`, "open 1/2"],
    [`Change [ ] to [-] when you start a task.\n\n${READ}- [-] Write\n`, "open 1/2"],
    [`Tasks in progress: \`[-]\`\n\n${READ}- [-] Write\n`, "open 1/2"],
    [`${READ}- [-] 2. Write\n`, "open 1/2", KIRO],
    [`${READ}- [-] 2. Write\n`, "open 1/2", KIRO.replace("kiro", "spec-workflow")],
    [`${READ}- [-] Write\n`, "complete"],
    [`[~] in progress, [-] skipped\n\n${READ}- [-] Write\n`, "complete"],
    [`\`[-]\` dropped\n\n${READ}- [-] Write\n`, "complete", KIRO],
    [`${READ}- [-] Open the door\n- [-] Start the engine\n`, "complete"],
  ],
  "the plan says that its rest is in another file": [
    [
      `${READ}\n> Remaining phases are parked in \`backlog.md\`. More words.\n`,
      "asked: Remaining phases are parked in backlog.md.",
    ],
    [
      `${READ}\n> When all of this is \`[x]\`,\n> promote phase 6.\n`,
      "asked: When all of this is [x], promote phase 6.",
    ],
    [
      `${READ}\nPhases 3 and 4 follow in \`phases-later.md\`: when this file is done, copy the next one.\n`,
      "asked: Phases 3 and 4 follow in phases-later.md: when this file is done, copy the next one.",
    ],
    [
      `${READ}\nWhen this file is done, copy the next one here.\n`,
      "asked: When this file is done, copy the next one here.",
    ],
    ["- [x] Say that remaining phases\n  are in `b.md`\n", "complete"],
    [`${READ}\n> Finished phases are archived in \`done.md\`.\n`, "complete"],
    [`${READ}\n> Ideas for later are in \`ideas.md\`.\n`, "complete"],
    [`${READ}\n~~~\nRemaining phases are parked in backlog.md.\n~~~\n`, "complete"],
  ],
  "a ladder of priorities is work, down to its last rung": [
    [LADDER, "open 1/2"],
    [LADDER.replace("HIGH", "P0: now").replace("LOW", "P2"), "open 1/2"],
    [LADDER.replace("### HIGH\n\n", "### Reader\n\n"), "complete"],
    [LADDER.replace("LOW — Nice to have", "Nice to have"), "complete"],
    [LADDER.replace("Nice to have", "Optional"), "complete"],
  ],
  "the words of an entry are not its reader": [
    [`${READ}\n## Remaining\n\n- Write the manual\n`, "asked: Write the manual"],
    [`${READ}\n## Remaining\n\n- Parse optional fields\n`, "asked: Parse optional fields"],
    [`${READ}\n## Remaining\n\n- Show "your order"\n`, 'asked: Show "your order"'],
    [
      `${READ}\n## Remaining\n\n- You deploy it\n- Optional: draw\n`,
      "asked: You deploy it + Optional: draw",
    ],
    [
      `${READ}\n## Remaining\n\n- Rotate the key manually\n- Sign (manual)\n`,
      "asked: Rotate the key manually + Sign (manual)",
    ],
  ],
  "a heading for what is left does not cancel itself": [
    [`${READ}\n## Not done\n\n- Write\n- Draw\n`, "asked: Write + Draw"],
    [`${READ}\n## To be done\n\n- Write\n`, "asked: Write"],
    [`${READ}\n## In progress\n\n- Write\n`, "asked: Write"],
    [`${READ}\n## Still open\n\n- Write\n`, "asked: Write"],
    [`${READ}\n## Unfinished\n\n- Write\n`, "asked: Write"],
    [`${READ}\n## What remains\n\n- Write\n`, "asked: Write"],
    [`${READ}\n## Work left\n\n- Write\n`, "asked: Write"],
    [`${READ}\n## Must fix\n\n- Write\n`, "asked: Write"],
    [`${READ}\n## Done\n\n- Write\n`, "complete"],
    [`${READ}\n## TODO (done)\n\n- Write\n`, "complete"],
    [`${READ}\n## To fix a merge\n\n- Write\n`, "complete"],
  ],
  "entries without a box behind ticked ones are asked about": [
    [`${READ}- ⏳ Write the manual\n`, "asked: ⏳ Write the manual"],
    [`${READ}- TODO: write\n`, "asked: TODO: write"],
    [`${READ}- write the printer\n- write the docs\n`, "asked: write the printer + write the docs"],
    ["* [x] Read\n* Write\n", "asked: Write"],
    ["1. [x] Read\n2. [-] Draw\n3. Write\n", "asked: Write"],
    [`- ⬜ Write\n\n## Done\n\n${READ}`, "asked: ⬜ Write"],
    ["- [x] Read\n  - line by line\n", "complete"],
    [`${READ}\n- ✅ Write\n`, "complete"],
    [`⬜ Not started · ✅ Done\n\n${READ}`, "complete"],
  ],
  "a box in other clothes is a box": [
    [`${READ}- **[ ]** Write\n`, "open 1/2"],
    [`${READ}- **[ ] Write**\n`, "open 1/2"],
    [`${READ}\n--[ ] Write\n`, "open 1/2"],
    [`${READ}\n1.2 [ ] Write\n`, "open 1/2"],
    [`${READ}- 1.2 [ ] Write\n`, "open 1/2"],
    [`${READ}- [\u00a0] Write\n- [\u3000] Draw\n`, "open 1/3"],
    [`${READ}\n☐ Write\n☐ Draw\n`, "asked: ☐ Write + ☐ Draw"],
    [`${READ}\n| Step | Status |\n|---|---|\n| Write | ✗ |\n`, "asked: Write"],
    [`- **[ ]** Not started\n- **[x]** Done\n\nThe work:\n\n${READ}`, "complete"],
    [`${READ}\nIn 1.2 [ ] was a box\n`, "complete"],
    [`${READ}\n(2) [ ] Write\n`, "asked: Write"],
    [`${READ}(2) [ ] Write\n`, "asked: Write"],
    [`${READ}\nStep 2: [ ] Write\n`, "asked: Write"],
    [`${READ}\n・[ ] Write\n`, "asked: Write"],
    [`${READ}\nWrite [ ]\n`, "asked: Write"],
    [`${READ}\n1. Write it — [ ]\n`, "asked: Write it"],
    [`${READ}\n□ Write\n◻ Draw\n`, "asked: □ Write + ◻ Draw"],
    [`${READ}☐ Write\n${READ}`, "asked: ☐ Write"],
    [`${READ}\nOpen items have a [ ] and done ones a [x]\n`, "complete"],
    [`${READ}\nLegend: [ ] open\n`, "complete"],
    [`${READ}\n☐ open\n☑ done\n`, "complete"],
  ],
  "a phrase amid other sentences tells a story": [
    ["It came on the screen. Task complete. Nobody wrote a line of code.\n", "nothing"],
    ["The parser stands. Task complete.\n", "complete"],
    ["Task complete. Nobody wrote a line of code.\n", "complete"],
    ["It came on the screen.\nTask complete.\nNobody wrote a line.\n", "complete"],
  ],
  "a lone box in the prose of a long document is a statement": [
    [`${LONG}[x] I/we understand that\n`, "nothing"],
    ["[x] Read\n", "complete"],
    [`${LONG}[x] Read\n[x] Write\n`, "complete"],
  ],
  "what a lost end hides is asked about": [
    [`${READ}\n~~~ts\ncode\n\n- [ ] Write\n`, "asked: Write"],
    [`${READ}\n<details>\n<summary>More</summary>\n- [ ] Write\n</details>\n`, "asked: Write"],
    [`${READ}\n~~~md\n- [ ] an example\n~~~\n`, "complete"],
    [`${READ}\n~~~ts\ncode\n\n- [x] Write\n`, "complete"],
    [`${READ}\n<pre>\n- [ ] an example\n</pre>\n`, "complete"],
    [`${READ}\n<details>\n\n- [ ] Write\n\n</details>\n`, "open 1/2"],
  ],
  "a right end in a rare form is seen": [
    [`${READ}- [ ] ~~Port it~~\n`, "complete"],
    ["- [х] Прочитать\n- [Х] Написать\n", "complete"],
    ["- **[x]** Read\n- **[X] Write**\n", "complete"],
    ["Tasks marked with `*` are optional.\n\n- [x] 1. Read\n- [ ]* 1.1 Test\n", "complete", KIRO],
    [`${READ}- [ ] ~~Port~~ Move it\n`, "open 1/2"],
    ["- [x] 1. Read\n- [ ]* 1.1 Test\n", "open 1/2"],
  ],
};

for (const [rule, cases] of Object.entries(RULES)) {
  Deno.test(`false ends: ${rule}`, async () => {
    const judged = await Promise.all(cases.map(([text, , path]) => judge(text, path)));
    assertEquals(
      judged.map((result, index) => [cases[index]![0].slice(-200), result]),
      cases.map(([text, expected]) => [text.slice(-200), expected]),
    );
  });
}
