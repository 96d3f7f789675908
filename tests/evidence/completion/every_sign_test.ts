/** Every sign of a box has one rule: the plan's legend, the item's own words, what stands around it. */
import { assertEquals } from "@std/assert";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";

const SETTINGS = defaultSettings();

/** "complete", "open 1/2" for done and all items, "asked: " with what is named, else "nothing". */
function judge(text: string): string {
  const judged = judgeCompletion(readMarkdown(text, "/p/PLAN.md"), "/p/PLAN.md", SETTINGS);
  if (judged.verdict === "complete") return "complete";
  if (judged.openItems.length > 0) return `open ${judged.done}/${judged.total}`;
  return judged.remaining === undefined ? "nothing" : `asked: ${judged.remaining.join(" + ")}`;
}

type Case = readonly [text: string, judged: string];

const READ = "- [x] Read\n";
/** More than a hundred lines. */
const LONG = "Some words.\n\n".repeat(60);

const RULES: Readonly<Record<string, readonly Case[]>> = {
  "a legend holds for every sign": [
    [`\`[~]\` cancelled\n\n${READ}- [~] Write\n`, "complete"],
    [`Legend: [ ] open, [~] dropped, [x] done\n\n${READ}- [~] Write\n`, "complete"],
    [`## Legend\n\n- [~] Cancelled\n\n## Work\n\n${READ}- [~] Write\n`, "complete"],
    [`\`[!]\` = skipped\n\n${READ}- [!] Write\n`, "complete"],
    [`\`[~]\` in progress\n\n${READ}- [~] Write\n`, "open 1/2"],
    [`\`[~]\` done but not verified\n\n${READ}- [~] Write\n`, "open 1/2"],
    [`\`[✅]\` in review\n\n${READ}- [✅] Write\n`, "open 1/2"],
    [`${READ}- [~] Write\n`, "open 1/2"],
  ],
  "a state in brackets at the end of an item holds for every sign of its own": [
    [`${READ}- [~] Write (dropped)\n`, "complete"],
    [`${READ}- [~] Write (cancelled: out of scope)\n`, "complete"],
    [`${READ}- [!] Write (won't do)\n  more words\n`, "complete"],
    [`${READ}- [~] Write (in progress)\n`, "open 1/2"],
    [`${READ}- [-] Write (in progress)\n`, "open 1/2"],
    [`${READ}- [~] Write (done)\n`, "open 1/2"],
    [`${READ}- [ ] Show the state (cancelled)\n`, "open 1/2"],
    [`${READ}- [~] Show orders (cancelled orders too)\n`, "open 1/2"],
  ],
  "struck-out words are skipped, also with a remark in brackets": [
    [`${READ}- [ ] ~~Port the printer~~ (nobody prints)\n`, "complete"],
    [`${READ}- [ ] ~~Port the printer~~ (nobody prints).\n`, "complete"],
    [`${READ}- [ ] ~~Port~~ Move it (soon)\n`, "open 1/2"],
    [`${READ}- [ ] ~~Port~~ (old) and draw (new)\n`, "open 1/2"],
  ],
  "a tick of any keyboard ticks": [
    [`${READ}- [v] Write\n`, "complete"],
    [`${READ}- [V] Write\n`, "complete"],
    [`${READ}- [ｘ] Write\n`, "complete"],
    [`${READ}- [Ｘ] Write\n- [√] Draw\n`, "complete"],
    ["- [v] Read\n- [v] Write\n", "complete"],
    ["- [v] Read\n- [ ] Write\n", "open 1/2"],
    ["Choose:\n\n- [E] Edit\n- [V] View\n", "nothing"],
    ["Choose:\n\n[E] Edit\n[V] View\n", "nothing"],
  ],
  "a box without a bullet, or with a letter, is a box": [
    [`${READ}\n**[ ]** **Write the manual**\n`, "open 1/2"],
    [`${READ}\n**[ ] Write the manual**\n`, "open 1/2"],
    [`${READ}\na) [x] Draw\nb) [ ] Write\n`, "open 2/3"],
    [`${READ}\na. [ ] Write\n`, "open 1/2"],
    ["**[E] Edit**\n**[X] Exit**\n", "nothing"],
    [`${READ}\n**[ ]** means open\n**[x]** means done\n`, "complete"],
  ],
  "an open box that Markdown hides is asked about": [
    [`${READ}\n<!-- written by the planner\n\n- [ ] Write\n`, "asked: Write"],
    [`${READ}\n<!-- written by the planner\n- [ ] Write\n<!-- id:4 -->\n`, "asked: Write"],
    [`${READ}\n<!-- id:3 --> - [ ] Write\n`, "asked: Write"],
    [`${READ}\n<ul>\n<li>[ ] Write</li>\n<li>[x] Draw</li>\n</ul>\n`, "asked: Write"],
    [`${READ}\n<li><input type="checkbox"> Write</li>\n`, "asked: Write"],
    [`${READ}\n<li><input type="checkbox" checked> Write</li>\n`, "complete"],
    [`${READ}\n> - [ ] Write\n`, "asked: Write"],
    [`${READ}\n## More\n\n    - [ ] Write\n`, "asked: Write"],
    [`${READ}\n| Step | Box |\n|---|---|\n| Write | [ ] |\n`, "asked: Write"],
    [`${READ}\n<pre>\n- [ ] Write\n`, "asked: Write"],
    [`${READ}\n<!-- - [ ] an idea -->\n<!--\n- [ ] another\n-->\n`, "complete"],
    [`${READ}\n~~~md\n<!--\n- [ ] an example\n~~~\n`, "complete"],
    [`${READ}\n> [ ] = open, [x] = done\n`, "complete"],
    [`${READ}- ~~[ ] Write ~~\n\n> - ~~[ ] Draw ~~\n`, "complete"],
    [`---\ntitle: a\n# [ ] no item\n---\n${READ}`, "complete"],
  ],
  "one ticked box in a long document is asked about": [
    [
      `${LONG}- [x] We understand that\n`,
      "asked: This is the only box in 122 lines: We understand that",
    ],
    [`${LONG}- [x] Read\n- [x] Write\n`, "complete"],
    [READ, "complete"],
  ],
};

for (const [rule, cases] of Object.entries(RULES)) {
  Deno.test(`signs: ${rule}`, () => {
    assertEquals(
      cases.map(([text]) => [text.slice(-200), judge(text)]),
      cases.map(([text, expected]) => [text.slice(-200), expected]),
    );
  });
}
