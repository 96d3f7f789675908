// deno-lint-ignore-file no-control-regex -- what terminals obey
/** What the live view shows, as files in `golden/`; each begins with its size. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openGolden } from "../../../_golden.ts";
import { STATUS_STATES, WORK } from "../../_status_states.ts";
import { type Size, statusOf, TestView } from "./_view.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".txt",
  "tests/cli/status/watch/view_test.ts",
);

function show(view: TestView): string {
  const { columns, rows } = view.size;
  return `${columns} x ${rows}\n${view.rows().join("\n")}\n`;
}

Deno.test("watch view: a session's loop, a run, and one that has ended", () => {
  for (const name of ["busy", "run", "done"]) {
    assertGolden(name, show(new TestView([statusOf(name)], { size: { columns: 100, rows: 30 } })));
  }
});

Deno.test("watch view: narrow, wide, low and high", () => {
  const sizes: readonly Size[] = [{ columns: 40, rows: 10 }, { columns: 200, rows: 30 }];
  for (const size of sizes) {
    const name = `busy_${size.columns}x${size.rows}`;
    assertGolden(name, show(new TestView([statusOf("busy")], { size })));
  }
});

Deno.test("watch view: what happened last, and where it is wide the plan's items", () => {
  const sizes: readonly Size[] = [
    { columns: 120, rows: 40 },
    { columns: 80, rows: 24 },
    { columns: 60, rows: 20 },
    { columns: 40, rows: 12 },
    { columns: 30, rows: 8 },
  ];
  for (const size of sizes) {
    const view = new TestView([statusOf("working")], { size });
    view.work = WORK;
    assertGolden(`recent_${size.columns}x${size.rows}`, show(view));
  }
});

Deno.test("watch view: several loops, one of them chosen", () => {
  const loops = Object.keys(STATUS_STATES).map((name) => statusOf(name, `/home/me/work/${name}`));
  for (const columns of [40, 80]) {
    const view = new TestView(loops, { isAll: true, size: { columns, rows: 14 } });
    view.press("jj");
    assertGolden(`list_${columns}`, show(view));
  }
});

Deno.test("watch view: the help of the keys", () => {
  const view = new TestView([statusOf("working")], { size: { columns: 80, rows: 20 } });
  view.press("?");
  assertGolden("help", show(view));
});

Deno.test("watch view: no file is left without its view", assertNoneLeft);

Deno.test("watch view: facts that could not be read again are marked as old", () => {
  const view = new TestView([statusOf("working")]);
  view.problem = "the folder is gone";
  assertEquals(view.rows()[0], "NOT CURRENT  the folder is gone");
  assertStringIncludes(view.rows()[1] ?? "", "WORKING");
});

Deno.test("watch view: nothing that an agent or a file says is obeyed by the terminal", () => {
  const evil = "x\x1b]0;t\x07\x1b[2J\x9b31m\b\r\nY\u202eZ";
  const run = statusOf("run");
  const guidance = { ...statusOf("busy").guidance[0]!, text: evil };
  const loop = run.loop!;
  const [agent] = loop.run!.live!.agents;
  const live = { ...loop.run!.live!, agents: [{ ...agent!, item: evil, lines: [evil] }] };
  const view = new TestView([{
    ...run,
    project: `/home/${evil}`,
    state: { ...run.state, what: evil, howToContinue: evil },
    guidance: [guidance],
    loop: {
      ...loop,
      run: { ...loop.run!, live },
      nextItem: evil,
      messages: [evil],
      completion: {
        ...loop.completion,
        signals: [{ name: "promise", confidence: 1, detail: evil }],
      },
    },
  }], { size: { columns: 80, rows: 60 } });
  view.state = { ...view.state, message: { text: evil, isError: true } };
  const drawn = view.view().lines.join("");
  assertEquals(drawn.match(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/), null);
  assert(drawn.includes("Y"));
});
