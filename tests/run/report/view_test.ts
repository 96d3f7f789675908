import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { RunEvent } from "../../../src/run/report/run_event.ts";
import { renderEvent } from "../../../src/run/report/event_lines.ts";
import { advanceLive, blankLiveFacts } from "../../../src/run/report/follow_events.ts";
import { fitWidth, renderAgents } from "../../../src/run/report/live_rows.ts";
import { createStyle } from "../../../src/cli/core/style.ts";

const PLAIN = { style: createStyle(false), time: "12:00" };
const COUNTS = { done: 1, total: 4, skipped: 0 };
const STARTED: RunEvent = {
  kind: "iteration-started",
  iteration: 2,
  max_iterations: 10,
  item: "Build the walls",
  counts: COUNTS,
  is_recovery: false,
  log: "x.log",
};

Deno.test("view: heartbeat and kill are lines of their own", () => {
  const [beat] = renderEvent({
    kind: "heartbeat",
    iteration: 3,
    counts: COUNTS,
    elapsed_seconds: 90,
    idle_seconds: 12,
    tokens: null,
    tool: null,
  }, PLAIN);
  assertEquals(beat, "12:00 Turn 3 · idle 12 s · 1 of 4 done");
  const warning = {
    kind: "ending",
    by: "idle-timeout",
    idleMs: 60_000,
    elapsedMs: 90_000,
  } as const;
  assertEquals(renderEvent({ kind: "warning", iteration: 3, warning }, PLAIN), [
    "12:00 Turn 3: No output for 60 s, killing (idle watchdog)",
  ]);
});

Deno.test("view: a turn is one line: mark, item, time, commit, or why it failed and its log", () => {
  const ended = {
    kind: "iteration-ended",
    iteration: 7,
    item: "Build the walls",
    log: "/logs/007.log",
    ended_by: "exit",
    status: 0,
    exit_code: 0,
    signal: null,
    seconds: 6.2,
    silent_seconds: 0,
    bytes: 0,
    left_behind: 0,
    counts: { done: 7, total: 30, skipped: 0 },
    has_progress: true,
    item_state: "done",
    commit: "0984246aaaaaaaaaaaaa",
    branches: [],
    why: "",
    tokens: null,
    cost_usd: null,
    last_screen: [],
  } as const;
  const show = (change: Partial<Extract<RunEvent, { kind: "iteration-ended" }>>) =>
    renderEvent({ ...ended, ...change }, { ...PLAIN, time: null });
  const open = { item_state: "open", commit: null } as const;
  const elsewhere = { ...open, branches: [{ name: "feature-1", commit: "1984246aaaaaaaaaaaaa" }] };
  assertEquals(
    show(elsewhere),
    ["- Build the walls · 6.2 s · still open, committed on feature-1 (1984246)"],
  );
  assertEquals(show({}), ["✓ Build the walls · 6.2 s · 0984246"]);
  assertEquals(
    show({ ...open, why: "it ended with exit code 1 after 6.2 s: no key", last_screen: ["Key?"] }),
    [
      "✗ Build the walls · 6.2 s · ended with exit code 1: no key · log 007.log",
      "    | Key?",
    ],
  );
  assertEquals(show({ ...open, has_progress: false }), [
    "- Build the walls · 6.2 s · still open, nothing changed",
  ]);
  assertEquals(show({ ...open, item_state: "skipped" }), ["- Build the walls · 6.2 s · skipped"]);
  assertEquals(show({ worker: 2 }), [], "its merge says so");
});

Deno.test("view: a wait counts down", () => {
  const state = advanceLive(advanceLive(blankLiveFacts(0), STARTED, 0), {
    kind: "waiting",
    why: "rate-limit",
    detail: "five hour limit",
    seconds: 3_700,
    until: "2026-01-01T00:00:00Z",
    is_reminder: false,
  }, 0);
  assertMatch(
    renderAgents(state, 100, 100_000, true)[0] ?? "",
    // The machine's own time of day, with the date if it is another day.
    /^waiting {3}Build the walls · 1 min 40 s · until (?:\d{4}-\d\d-\d\d )?\d\d:\d\d: five hour limit · 1 h 00 min left$/,
  );
});

Deno.test("view: an agent's row ends with its last line that is not empty", () => {
  const { agents: [agent] } = advanceLive(blankLiveFacts(0), STARTED, 0);
  const show = (lines: string[]) =>
    renderAgents({ agents: [{ ...agent!, tokens: 240, lines }] }, 100, 1_000, false)[0] ?? "";
  assertMatch(
    show(["14 tests passed", " \u001b[2m \u001b[0m"]),
    / · 240 tokens · 14 tests passed$/,
  );
  assertMatch(show(["", "  "]), / · 240 tokens$/);
});

Deno.test("view: agents cannot draw on the screen, and rows fit the window", () => {
  assertEquals(fitWidth("a\u001b[2Jb\u0007c\td", 80), "abc  d");
  assertEquals(fitWidth("\u001b]0;title\u0007x", 80), "x");
  assertEquals(fitWidth("abcdef", 4), "abc…");
  assertEquals(fitWidth("日本語日本語", 6), "日本…");
  assertEquals(fitWidth("", 4), "");
});

Deno.test("view: a name with a line end in a note does not look like another line", () => {
  const [line = "", ...more] = renderEvent(
    { kind: "note", text: 'Note: "a\nKept: b"' },
    PLAIN,
  );
  assertStringIncludes(line, '"a⏎Kept: b"');
  assertEquals(more, []);
});
