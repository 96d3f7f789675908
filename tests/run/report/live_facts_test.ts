import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { describeRun, gatherRunStatus } from "../../../src/cli/status/run_status.ts";
import {
  advanceLive,
  blankLiveFacts,
  LiveFactsWriter,
} from "../../../src/run/report/follow_events.ts";
import { readLiveFacts } from "../../../src/run/report/live_facts.ts";
import type { RunEvent } from "../../../src/run/report/run_event.ts";
import { findRunHolder, lockRun } from "../../../src/store/run_lock.ts";
import { countFlushes } from "../_flushes.ts";
import { waitUntil } from "../../_wait.ts";
import { placesOf } from "../../../src/store/places.ts";

/** Places in a throw-away home. */
function home() {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const places = placesOf({ home: root, claudeConfigDir: null, ralphHome: join(root, "ralph") });
  return { places, [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }) };
}

const HOLDER = {
  pid: 7,
  host: "h",
  loop: "loop",
  since: Date.parse("2026-01-01T00:00:00Z"),
  agent: "claude",
};

const COUNTS = { done: 0, total: 2, skipped: 0 };

function started(worker: number | undefined, item: string, iteration = 1): RunEvent {
  return {
    kind: "iteration-started",
    ...worker === undefined ? {} : { worker },
    item,
    iteration,
    max_iterations: 10,
    counts: COUNTS,
    is_recovery: false,
    log: "x.log",
  };
}

/** The agents after events, each a millisecond after the one before. */
function play(events: readonly RunEvent[]) {
  return events.reduce(advanceLive, blankLiveFacts(0)).agents;
}

Deno.test("live facts: status shows item, iteration, the age of the last output, and the last line", async () => {
  using at = home();
  let now = 1_000_000;
  using writer = new LiveFactsWriter(at.places, "loop", () => now);
  assertEquals(readLiveFacts(at.places, "loop"), null);
  writer.note(started(undefined, "Build \u001b[31mthe walls", 2));
  writer.note({ kind: "agent-started", iteration: 2, terminal: "pty", pid: 42 });
  now += 5_000;
  writer.note({ kind: "output", iteration: 2, text: "→ Bash: make", tokens: 7 });
  writer[Symbol.dispose]();
  const focus = { path: null, method: "run", candidates: [] };
  const gathered = await gatherRunStatus(at.places, { id: "loop", project: "/p", focus });
  assertEquals([gathered.holder, gathered.lastOutputAtMs], [null, 1_005_000]);
  const lines = describeRun({ ...gathered, holder: HOLDER, isPauseAsked: true }, 1_017_000);
  assertEquals(lines, [
    ["run", "claude, pid 7 on h, agent 42 on pty, then it pauses"],
    ["agent", "working   Build the walls · 17 s · idle 12 s · 7 tokens · → Bash: make"],
  ]);
});

Deno.test("live facts: each agent has its own state, in the order of their numbers", () => {
  const agents = play([
    started(2, "b", 2),
    started(1, "a"),
    { kind: "agent-started", worker: 1, iteration: 1, terminal: "pty", pid: 7 },
    { kind: "output", worker: 1, iteration: 1, text: "one\ntwo\n", tokens: null },
    { kind: "verifying", worker: 2, command: "npm test", item: "b" },
  ]);
  assertEquals(agents.map(({ worker, state, item, lines }) => [worker, state, item, lines]), [
    [1, "working", "a", ["one", "two"]],
    [2, "verifying", "b", ["npm test"]],
  ]);
  assertEquals([agents[0]?.pid, agents[0]?.lastOutputAtMs], [7, 3]);
});

Deno.test("live facts: an agent is gone when its item is merged, a single one when it is verified", () => {
  const outcome = { seconds: 1, commit: "c", why: "", is_again: false } as const;
  const merged = { kind: "merged", item: "a", ...outcome } as const;
  const events: RunEvent[] = [started(1, "a"), { kind: "merging", worker: 1, item: "a" }];
  assertEquals(play(events)[0]?.state, "merging");
  assertEquals(play([...events, { ...merged, worker: 1 }]), []);
  const verified = { kind: "verified", command: "x", item: "a", verdict: "passed", detail: "" };
  assertEquals(play([started(undefined, "a"), verified as RunEvent]), []);
});

Deno.test("live facts: a second agent at the same item of a parallel run goes on with it", () => {
  const [agent] = play([started(1, "a"), started(1, "a", 2)]);
  assertEquals([agent?.beganAtMs, agent?.iteration], [0, 2]);
});

Deno.test("live facts: what does not concern an agent changes nothing", () => {
  const before = advanceLive(blankLiveFacts(0), started(1, "a"), 0);
  assertEquals(advanceLive(before, { kind: "note", text: "x" }, 9) === before, true);
});

Deno.test("live facts: the agent's last lines, and when its iteration began", () => {
  using at = home();
  using writer = new LiveFactsWriter(at.places, "loop", () => 5_000);
  writer.note(started(undefined, "One"));
  writer.note({ kind: "agent-started", iteration: 1, terminal: "pty", pid: 42 });
  writer.note({
    kind: "output",
    iteration: 1,
    text: `first\n  last${"x".repeat(9_000)}  \n\n`,
    tokens: null,
  });
  writer[Symbol.dispose]();
  const [agent] = readLiveFacts(at.places, "loop")!.agents;
  assertEquals(agent?.beganAtMs, 5_000);
  assertEquals(agent?.lines.map((line) => line.slice(0, 5)), ["first", "lastx"]);
  assert(agent !== undefined && agent.lines.join("").length < 500, "a line is cut, however long");
});

Deno.test("live facts: status counts the items that the run counts, those of the whole plan", async () => {
  using at = home();
  const path = join(at.places.ralphHome, "PLAN.md");
  Deno.mkdirSync(at.places.ralphHome);
  Deno.writeTextFileSync(
    path,
    "# Plan\n\n- [x] an old thought\n- [ ] another\n\n## Checklist\n\n- [x] one\n- [ ] two\n- [-] three\n",
  );
  const count = async (path: string | null) => {
    const focus = { path, method: "run", candidates: [] };
    const loop = { id: "loop", project: "/p", focus };
    return (await gatherRunStatus(at.places, loop)).items;
  };
  assertEquals(await count(path), { done: 2, total: 4 });
  assertEquals(await count(`${path}.gone`), null);
  assertEquals(await count(null), null);
});

Deno.test("live facts: what happens at the same moment is written once, output only now and then", async () => {
  using at = home();
  let now = 1_000_000;
  using writer = new LiveFactsWriter(at.places, "loop", () => now);
  const tokens = () => readLiveFacts(at.places, "loop")?.agents[0]?.tokens;
  const output = (tokens: number) =>
    writer.note({ kind: "output", iteration: 1, text: "more", tokens });
  using flushes = countFlushes();
  writer.note(started(undefined, "One"));
  writer.note({ kind: "agent-started", iteration: 1, terminal: "pty", pid: 42 });
  assertEquals(tokens(), undefined, "a short turn is over before anything is written");
  output(1);
  await waitUntil(() => tokens() === 1, () => "it was not written");
  for (let line = 0; line < 1_000; line++) output(2);
  assertEquals(tokens(), 1);
  now += 2_000;
  output(3);
  // What is not output does not wait for the next write of output.
  writer.note({ kind: "agent-started", iteration: 1, terminal: "pty", pid: 43 });
  await waitUntil(() => tokens() === 3, () => "it was not written");
  now += 1_999;
  output(4);
  await waitUntil(() => tokens() === 4, () => "the last of it was not written");
  assertEquals(flushes.count, 0);
});

Deno.test("run lock: one process has it, others see the holder, a stale name is ignored", async () => {
  using at = home();
  assertEquals(findRunHolder(at.places, "/p"), null);
  const first = await lockRun(at.places, "/p");
  assert(first.kind === "held");
  first.lock.name(HOLDER);
  assertEquals(findRunHolder(at.places, "/p"), HOLDER);
  assertEquals(await lockRun(at.places, "/p"), { kind: "busy", holder: HOLDER });
  const other = await lockRun(at.places, "/q");
  assert(other.kind === "held", "another project is not concerned");
  other.lock[Symbol.dispose]();
  first.lock[Symbol.dispose]();
  assertEquals(findRunHolder(at.places, "/p"), null);
});
