/** Siblings are one sort: beside ticked ones, a sibling of the same numbering without a box is open work. */
import { assertEquals } from "@std/assert";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";

const SETTINGS = defaultSettings();

function judge(text: string): string {
  const judged = judgeCompletion(readMarkdown(text, "/p/PLAN.md"), "/p/PLAN.md", SETTINGS);
  if (judged.verdict === "complete") return "complete";
  if (judged.openItems.length > 0) return `open ${judged.done}/${judged.total}`;
  return judged.remaining === undefined ? "nothing" : `asked: ${judged.remaining.join(" + ")}`;
}

type Case = readonly [text: string, judged: string];

const TASK = "# Plan\n\n### Task 1: A\n\n- [x] a\n\n";

const RULES: Readonly<Record<string, readonly Case[]>> = {
  "a heading of the same numbering": [
    [`${TASK}### Task 2: B\n\nMove write.py.\n`, "asked: Task 2: B"],
    [`${TASK}### Task 2: B\n`, "asked: Task 2: B"],
    ["# Plan\n\n## Task 1: A\n\nRead.\n\n## Task 2: B\n\n- [x] b\n", "asked: Task 1: A"],
    ["## Phase 1\n\n- [x] a\n\n## Phase 2\n\n1. Move it\n2. Draw it\n", "asked: Phase 2"],
    ["## Phase A\n\n- [x] a\n\n## Phase B\n\nMove it.\n", "asked: Phase B"],
    [
      "## Aufgabe 1: Lesen\n\n- [x] a\n\n## Aufgabe 2: Schreiben\n\nBald.\n",
      "asked: Aufgabe 2: Schreiben",
    ],
    ["## 第1阶段\n\n- [x] a\n\n## 第2阶段\n\n写。\n", "asked: 第2阶段"],
    ["## v0.2\n\n- [x] a\n\n## v0.3\n\nMove it.\n", "asked: v0.3"],
    [
      "## 1. Read\n\n- [x] a\n\n## 2. Parse\n\n- [x] b\n\n## 3. Draw\n\nMove it.\n",
      "asked: 3. Draw",
    ],
    [`${TASK}### Task 2: B\n\n#### Step 1\n\n- [x] b\n`, "complete"],
    ["# Task 1: A\n\n- [x] a\n\n# Task 2: B\n\nMove it.\n", "asked: Task 2: B"],
  ],
  "not a heading that says that it is done or dropped, or is of another sort": [
    [`${TASK}### Task 2: B ✅\n\nMoved.\n`, "complete"],
    [`${TASK}### Task 2: B (done)\n\nMoved.\n`, "complete"],
    [`${TASK}### Task 2: B — dropped\n\nMoved.\n`, "complete"],
    [`${TASK}### Task 2: B\n\n**Status:** Done\n\nMoved.\n`, "complete"],
    [`${TASK}### Task 2: B\n\nSkipped (nobody prints).\n`, "complete"],
    [`${TASK}### Task 2: B\n\n**Status:** In progress\n`, "asked: Task 2: B"],
    [`${TASK}### Task 2: B\n\nSkipped lines are read again.\n`, "asked: Task 2: B"],
    [`${TASK}### Notes\n\nMove it.\n`, "complete"],
    [`${TASK}## Background\n\n### Task 7 of the standard\n\nWords.\n`, "complete"],
    [`${TASK}### Task 2: B (optional)\n\nMove it.\n`, "complete"],
    ["## 1. Background\n\nWords.\n\n## 2. Goals\n\nWords.\n\n## 3. Work\n\n- [x] a\n", "complete"],
  ],
  "an entry of the same list": [
    [
      "## Roadmap\n\n- [x] a\n- [x] b\n3. Cover the index.\n4. Rework it.\n",
      "asked: Cover the index. + Rework it.",
    ],
    ["- [x] a\n- [x] b\n\n3. Cover the index.\n", "asked: Cover the index."],
    ["1. Write\n2. [x] Read\n", "asked: Write"],
    ["1. [x] Read\n2. Write\n3. [x] Draw\n", "asked: Write"],
    ["- [x] a\n- [x] b\n\n1. The first note\n2. The second note\n", "complete"],
    ["- [x] a\n\nNotes:\n\n3. A note\n", "complete"],
    ["1. ✅ Write\n2. [x] Read\n", "complete"],
  ],
};

for (const [rule, cases] of Object.entries(RULES)) {
  Deno.test(`siblings: ${rule}`, () => {
    assertEquals(
      cases.map(([text]) => [text, judge(text)]),
      cases.map(([text, expected]) => [text, expected]),
    );
  });
}
