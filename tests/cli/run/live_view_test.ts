/** What a run shows in its own terminal. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createStyle } from "../../../src/cli/core/style.ts";
import { renderLiveRun, type ShownRun } from "../../../src/cli/run/live_block.ts";
import { LiveView } from "../../../src/cli/run/live_view.ts";
import { renderStatus } from "../../../src/cli/status/text.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { renderInstant } from "../../../src/text/instant.ts";
import { openGolden } from "../../_golden.ts";
import { NOW, STATUS_STATES } from "../_status_states.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".txt",
  "tests/cli/run/live_view_test.ts",
);

const style = createStyle(false);
const view = (width: number) => ({
  ...{ style, width, nowMs: NOW },
  showTime: (ms: number) => renderInstant(ms).slice(11, 16),
});

const STATUS = STATUS_STATES["run"]!;
const LOOP = STATUS.loop!;
const { holder, live } = LOOP.run!;
const RUN: ShownRun = {
  holder: holder!,
  record: { ...LOOP.record, lastHookAtMs: NOW - 12_000, turn: { state: "resting", since: NOW } },
  settings: { ...defaultSettings(), min_hours: 0, min_iterations: 0 },
  isPauseAsked: false,
};

Deno.test("run: its own terminal shows the block that status shows in another", () => {
  const settings = defaultSettings();
  const shown = renderLiveRun({ ...RUN, settings }, live!, view(80));
  const sign = { ...LOOP.lastSign, what: null };
  const status = { ...STATUS, loop: { ...LOOP, lastSign: sign } };
  assertEquals(shown, renderStatus(status, { ...view(80), isLive: true }).split("\n"));
});

Deno.test("run: the block of one agent, of several, of a pause and of a wait", () => {
  const [agent] = live!.agents;
  const apart = { ...live!, terminal: "pty", agents: [] };
  const parallel = {
    ...live!,
    agents: [
      { ...agent!, worker: 1 },
      { ...agent!, worker: 2, state: "merging" as const, item: "Write the docs" },
    ],
  };
  const pause = { since: NOW - 60_000, until: null, detail: "", wakesByItself: false };
  const paused = { ...RUN, record: { ...RUN.record, pause: { ...pause, why: "asked" as const } } };
  const limited = {
    ...RUN,
    record: {
      ...RUN.record,
      pause: { ...pause, why: "rate-limited" as const, until: NOW + 600_000, wakesByItself: true },
    },
  };
  const blocks = [
    renderLiveRun(RUN, live!, view(80)),
    renderLiveRun(RUN, live!, view(40)),
    renderLiveRun({ ...RUN, isPauseAsked: true }, parallel, view(100)),
    renderLiveRun(paused, apart, view(80)),
    renderLiveRun(limited, apart, view(80)),
  ];
  for (const [at, width] of [80, 40, 100, 80, 80].entries()) {
    assertEquals(blocks[at]!.filter((row) => row.length > width), []);
  }
  assertGolden("live", blocks.map((rows) => rows.join("\n")).join("\n\n"));
});

Deno.test("run: events stay above the rows, which are erased at the end", () => {
  let written = "";
  const reporter = new LiveView({
    draw: (rows, lines) => written += `${lines}<draw>${rows.join("\n")}`,
    render: ({ iteration }) => [`turn ${iteration}`, "keys"],
    nowMs: () => 0,
    style,
  });
  reporter.report({
    kind: "iteration-started",
    iteration: 2,
    max_iterations: 10,
    item: "Build the walls",
    counts: { done: 1, total: 4, skipped: 0 },
    is_recovery: false,
    log: "x.log",
  });
  reporter.report({ kind: "note", text: "Something happened" });
  reporter.report({ kind: "note", text: "And again" });
  reporter.close();
  reporter.close();
  assertStringIncludes(written, "Something happened\n<draw>turn 2\nkeys");
  assert(written.endsWith("keys<draw>"), JSON.stringify(written.slice(-40)));
});

Deno.test("golden: no file is left without its text", assertNoneLeft);
