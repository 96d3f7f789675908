import { assertEquals } from "@std/assert";
import { buildReport } from "../../../src/cli/report/build.ts";
import type { JournalEntry } from "../../../src/store/records/journal.ts";
import type { LoopRecord } from "../../../src/store/records/loop_record.ts";
import { givenInputs } from "../../loop/_given.ts";
import { agentFacts, lineAt, loopOf, STARTED_MS } from "./_loops.ts";

type Parts = NonNullable<Parameters<typeof givenInputs>[0]>;

function workOf(
  entries: readonly JournalEntry[],
  { driver = "session", record = {} }: {
    driver?: "session" | "runner";
    record?: Partial<LoopRecord>;
  } = {},
) {
  const loop = loopOf("/work/project", entries, { facts: { driver }, record });
  return buildReport({
    facts: loop.facts,
    record: loop.record,
    journal: { entries, unread: 0 },
    hasEnded: false,
    state: { code: "working", what: "works" },
    nowMs: STARTED_MS,
    present: null,
  }).work;
}

const begin = (openItems: string[], event = "start") =>
  lineAt(0, { event, kind: "start", openItems });

/** The Stop after turn `iteration`, with what is open and how many are done. */
function stop(
  iteration: number,
  openItems: string[],
  done: number,
  { total = openItems.length + done, ...more }: Parts["facts"] & { total?: number } = {},
): JournalEntry {
  return lineAt(iteration + 1, {
    iteration: iteration + 1,
    inputs: givenInputs({
      record: { iteration },
      facts: { completion: { done, total, signals: [], openItems }, ...more },
    }),
  });
}

const named = (entries: readonly JournalEntry[]) =>
  workOf(entries).done?.map(({ text, turn }) => [text, turn]) ?? null;

Deno.test("work: an item that is no longer open was ticked in that turn", () => {
  assertEquals(
    named([begin(["a", "b", "c"]), stop(0, ["b", "c"], 1), stop(1, ["b", "c"], 1), stop(2, [], 3)]),
    [["a", 0], ["b", 2], ["c", 2]],
  );
});

Deno.test("work: an item that was removed or worded anew is not taken for done", () => {
  assertEquals(named([begin(["a", "b"]), stop(0, ["b"], 0)]), []);
  assertEquals(named([begin(["a", "b"]), stop(0, ["b, soon"], 1, { total: 2 })]), null);
});

Deno.test("work: an item that was opened again is not done until it is ticked again", () => {
  const again = [begin(["a", "b"]), stop(0, ["b"], 1), stop(1, ["a", "b"], 0)];
  assertEquals(named(again), []);
  assertEquals(named([...again, stop(2, ["b"], 1)]), [["a", 2]]);
});

Deno.test("work: of a long plan only what stood among the first open items is named", () => {
  const items = Array.from({ length: 60 }, (_, at) => `item ${at}`);
  const first = stop(0, items.slice(2, 22), 2, { total: 60 });
  assertEquals(named([begin(items), first]), [["item 0", 0], ["item 1", 0]]);
  const later = [...items.slice(3, 23)];
  assertEquals(named([begin(items), first, stop(1, later, 4, { total: 60 })])?.at(-1), [
    "item 2",
    1,
  ]);
});

Deno.test("work: a journal that does not name the items says neither what is done nor open", () => {
  const old = lineAt(1, {
    inputs: givenInputs({ facts: { completion: { done: 1, total: 2, signals: [] } } }),
  });
  const { done, open } = workOf([lineAt(0, { kind: "start" }), old]);
  assertEquals([done, open], [null, null]);
});

Deno.test("work: an item's own command passed for it if the last verification passed", () => {
  const checks = ["npm test", "test -f a"];
  const record = { planSeen: { items: 2, checks: [{ text: "a", command: "test -f a" }] } };
  const passed = stop(1, [], 2, { checks, verification: { kind: "passed" } });
  const { done, ...rest } = workOf([begin(["a", "b"]), stop(0, ["b"], 1), passed], { record });
  assertEquals(done?.map(({ check }) => check), ["test -f a", null]);
  assertEquals([rest.checks, rest.failed], [checks, []]);
});

Deno.test("work: a check that failed last is named with its output", () => {
  const rejected = { kind: "rejected", command: "npm test", tail: "2 of 9 failed" } as const;
  const { checks, failed } = workOf([
    begin(["a"]),
    stop(0, [], 1, { checks: ["npm test"], verification: rejected }),
  ]);
  assertEquals(checks, []);
  assertEquals(failed, [{ what: "`npm test`", why: "2 of 9 failed", times: 1, turn: 0 }]);
});

const agent = (turn: number, more: Parameters<typeof agentFacts>[1], line = {}) =>
  lineAt(turn, {
    event: "run",
    kind: "iteration",
    code: null,
    agent: agentFacts(turn, more),
    ...line,
  });
const failure = { code: "agent-failed", sentence: "The agent failed: it ended with exit code 1" };

Deno.test("work: of a run, agents say what they ticked and which check passed, and how they failed", () => {
  const deploy = { item: "deploy", failure: "agent-failed", ticked: [] };
  const undone = { evidence: ["tick undone: test (npm test)"] };
  const { done, failed, open } = workOf([
    begin(["write", "test", "deploy"], "run"),
    agent(1, { item: "write", ticked: [{ text: "write", check: "test -f x" }] }),
    agent(2, { item: "test", ticked: [] }, undone),
    agent(3, deploy, failure),
    agent(4, deploy, failure),
  ], { driver: "runner" });
  assertEquals(done?.map(({ text, turn, check }) => [text, turn, check]), [
    ["write", 1, "test -f x"],
  ]);
  assertEquals(open, ["test", "deploy"]);
  assertEquals(failed.map(({ what, times, turn }) => [what, times, turn]), [
    ["test (npm test)", 1, 2],
    ["deploy", 2, 4],
  ]);
});

Deno.test("work: what failed is not hidden by a done item with which its name begins", () => {
  const { failed } = workOf([
    begin(["Fix", "Fix the tests", "Fix the docs"], "run"),
    agent(1, { item: "Fix the docs", ticked: [{ text: "Fix", check: null }] }, {
      evidence: ["tick undone: Fix the docs (true)"],
    }),
    agent(2, { item: "Fix the tests", failure: "agent-failed", ticked: [] }, failure),
  ], { driver: "runner" });
  assertEquals(failed.map(({ what }) => what), ["Fix the docs (true)", "Fix the tests"]);
});
