/** `.ralph-result` and the summary quote what agents, plans and checks wrote. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { describeSummary, renderResult, type RunResult } from "../../../src/run/report/result.ts";

/** A result in which every text of others is this one. */
function resultOf(text: string): RunResult {
  const review = { key: text, commit: "", timesSentBack: 0, waitedMs: 0, isDue: false };
  const item = { key: text, text, state: "open", line: 1, rawLine: text, command: null } as const;
  const counts = {
    done: 0,
    open: 1,
    skipped: 0,
    total: 1,
    leftOut: { items: 0, parts: [] },
    remaining: [],
    yours: [],
    tasks: [],
    problems: [],
  };
  const ofTree = { isParallel: false, parent: null, steps: [], closes: [] };
  return {
    loop: text,
    end: { reason: { code: "stuck", sentence: text }, exitCode: 1, evidence: [text] },
    plan: { path: text, items: [{ ...item, ...ofTree }], ...counts },
    reviews: [
      {
        ...{ ...review, item: text, reviews: 1, isSentBack: false, missing: null },
        open: [{ severity: text, text }],
      },
      { ...review, item: null, reviews: 0, isSentBack: false, missing: text, open: [] },
    ],
    items: [{
      ...{ item: text, worker: 1, by: text, tries: 1, durationMs: 1, branch: text },
      ...{ commit: text, why: text },
    }],
    unmerged: [{ name: text, commit: text }],
    kept: [text],
    iterations: 1,
    activeMs: 1,
    tokens: 1,
    costUsd: 1,
    reviewers: { agents: 1, tokens: 1, costUsd: 1 },
    finishedAt: 0,
    resumeCommand: text,
    logs: text,
  };
}

const HOSTILE = "a\x1b[2J\x1b]0;title\x07\u009b31m\u202eb\u2066\u200bc\x00\x08\rd\u{e0041}";

for (
  const [name, render] of [
    ["the result", renderResult],
    [
      "the summary",
      (result: RunResult) =>
        describeSummary(result, "/p").map((row) => row.join(" ")).join(
          "\n",
        ),
    ],
  ] as const
) {
  Deno.test(`result: no text in ${name} has a character that a terminal obeys`, () => {
    const shown = render(resultOf(HOSTILE));
    const obeyed =
      // deno-lint-ignore no-control-regex -- these are what a terminal obeys
      /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}]/u;
    assertEquals(obeyed.exec(shown), null, JSON.stringify(shown));
    assertStringIncludes(shown, "a␛[2J");
  });

  Deno.test(`result: no text in ${name} begins a line of its own`, () => {
    const count = (text: string) =>
      render({ ...resultOf(text), end: resultOf("x").end }).split("\n").length;
    for (const end of ["\n", "\r\n", "\r", "\u2028"]) assertEquals(count(`a${end}b`), count("ab"));
  });
}
