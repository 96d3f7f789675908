/** What `history` and `explain` print, as files in `golden/`; narrow and wide, nothing is cut off. */
import { assertEquals } from "@std/assert";
import { explainEntries } from "../../../src/cli/explain/gather.ts";
import { renderDecision } from "../../../src/cli/explain/text.ts";
import { JournalPrinter, type JournalView } from "../../../src/cli/history/journal_text.ts";
import { renderList } from "../../../src/cli/history/list_text.ts";
import type { HistoryRow } from "../../../src/cli/history/rows.ts";
import { createStyle } from "../../../src/cli/core/style.ts";
import type { JournalEntry } from "../../../src/store/records/journal.ts";
import { openGolden } from "../../_golden.ts";
import { EARLY, FAILED_RUN, KILLED, RUN, STUCK, WAITING } from "./_journals.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".txt",
  "tests/cli/history/golden_test.ts",
);
const WIDTH = 80;
const OTHER_WIDTHS = [40, 200];

function viewOf(width: number): JournalView {
  return {
    style: createStyle(false),
    width,
    localTime: (ms) => {
      const instant = new Date(ms).toISOString();
      return { date: instant.slice(0, 10), time: instant.slice(11, 19) };
    },
  };
}

/** Compares a text at 80 columns with its file; at other widths it has the same words in fewer columns. */
function assertAtWidths(name: string, render: (width: number) => string): void {
  const text = render(WIDTH);
  assertGolden(name, text);
  for (const width of OTHER_WIDTHS) {
    const other = render(width);
    // A path is not broken.
    const isLong = (line: string) => line.length > width && !/\S{40}$/.test(line);
    assertEquals(other.split("\n").filter(isLong), [], `${width}`);
    assertEquals(wordsOf(other), wordsOf(text), `${width}`);
  }
}

function wordsOf(text: string): string {
  return text.replace(/\s+/g, "");
}

for (const [name, entries] of Object.entries({ stuck: STUCK, run: RUN, failed: FAILED_RUN })) {
  Deno.test(`golden: the journal of the loop "${name}"`, () => {
    assertAtWidths(`journal_${name}`, (width) => {
      const printer = new JournalPrinter(viewOf(width));
      return entries.map((entry) => printer.render(entry)).join("\n");
    });
  });
}

const EXPLAINED: Readonly<Record<string, readonly [readonly JournalEntry[], number | null]>> = {
  stuck: [STUCK, null],
  turn: [STUCK, 44],
  killed: [KILLED, null],
  early: [EARLY, null],
  waiting: [WAITING, null],
  run: [RUN, null],
  run_turn: [RUN, 1],
  failed: [FAILED_RUN, null],
};

for (const [name, [entries, turn]] of Object.entries(EXPLAINED)) {
  Deno.test(`golden: the explanation "${name}"`, () => {
    assertAtWidths(
      `explain_${name}`,
      (width) =>
        explainEntries(
          entries,
          turn,
          () => "ralph start -f docs/PLAN.md",
        )
          .map((decision) => renderDecision(decision, viewOf(width))).join("\n\n"),
    );
  });
}

const ROW: HistoryRow = {
  id: "20260105-180000000-0badcafe",
  project: "/home/dev/app",
  driver: "session",
  task: null,
  focus: "/home/dev/app/docs/PLAN.md",
  startedAt: Date.parse("2026-01-05T18:00:00Z"),
  endedAt: Date.parse("2026-01-06T03:45:10Z"),
  state: "stuck",
  code: "stuck",
  what: "stuck. The last 5 answers were alike and nothing changed (no commit, file or item)",
  iterations: 45,
  activeMs: 7_510_000,
  items: { done: 8, total: 12 },
  tokens: null,
  next: "ralph explain, then ralph start -f docs/PLAN.md",
  openFindings: [],
  hasJournal: true,
};

const ROWS: readonly HistoryRow[] = [
  {
    ...ROW,
    id: "20260106-080000000-1badcafe",
    startedAt: Date.parse("2026-01-06T08:00:00Z"),
    endedAt: null,
    state: "working",
    code: null,
    what: "turn 3, for 4 min",
    next: null,
    tokens: 1_200_000,
  },
  ROW,
  {
    ...ROW,
    id: "20260104-180000000-2badcafe",
    driver: "runner",
    startedAt: Date.parse("2026-01-04T18:00:00Z"),
    endedAt: Date.parse("2026-01-04T19:00:00Z"),
    state: "done",
    code: "complete",
    what: "All 12 items are ticked and verified",
    openFindings: ["no test for it", "no example"].map((text) => ({ severity: "low", text })),
    next: null,
  },
  {
    ...ROW,
    id: "20240104-180000000-3badcafe",
    task: "add dark mode",
    focus: null,
    startedAt: Date.parse("2024-01-04T18:00:00Z"),
    endedAt: Date.parse("2024-01-04T19:00:00Z"),
    state: "stopped",
    code: "stopped-by-user",
    what: "stopped, as you asked",
    next: null,
    iterations: null,
    activeMs: null,
    items: null,
    hasJournal: false,
  },
];

Deno.test("golden: the list of loops", () => {
  for (const isAll of [false, true]) {
    const showTime = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace("T", " ");
    assertAtWidths(
      isAll ? "list_all" : "list",
      (width) => renderList(ROWS, { style: createStyle(false), width, showTime, isAll }),
    );
  }
});

Deno.test("golden: no file is left without its text", assertNoneLeft);
