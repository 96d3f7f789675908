import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { describeRun, gatherRunStatus } from "../../../src/cli/status/run_status.ts";
import { LiveFactsWriter, readLiveFacts } from "../../../src/run/report/live_facts.ts";
import { findRunHolder, lockRun } from "../../../src/store/run_lock.ts";
import { waitUntil } from "../../_wait.ts";
import { placesOf } from "../../../src/store/places.ts";

/** Places in a throw-away home. */
function home() {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const places = placesOf({ home: root, claudeConfigDir: null, ralphHome: join(root, "ralph") });
  return { places, [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }) };
}

const COUNTS = { done: 0, total: 2, skipped: 0 };

Deno.test("live facts: status shows item, iteration, tool and the age of the last output", async () => {
  using at = home();
  let now = 1_000_000;
  using writer = new LiveFactsWriter(at.places, "loop", () => now);
  assertEquals(readLiveFacts(at.places, "loop"), null);
  writer.note({
    kind: "iteration-started",
    iteration: 2,
    max_iterations: 10,
    item: "Build \u001b[31mthe walls",
    counts: COUNTS,
    is_recovery: false,
    log: "x",
  });
  writer.note({ kind: "agent-started", iteration: 2, terminal: "pty", pid: 42 });
  now += 5_000;
  writer.note({ kind: "output", iteration: 2, text: "→ Bash: make", tokens: 7 });
  const focus = { path: null, method: "run", candidates: [] };
  const gathered = await gatherRunStatus(
    at.places,
    { id: "loop", project: "/p", focus },
    1_017_000,
  );
  assertEquals([gathered.holder, gathered.silentMs], [null, 12_000]);
  const holder = {
    pid: 7,
    host: "h",
    loop: "loop",
    since: Date.parse("2026-01-01T00:00:00Z"),
    agent: "claude",
  };
  const lines = describeRun({
    holder,
    live: readLiveFacts(at.places, "loop"),
  }, 1_017_000);
  assertEquals(lines, [
    ["run", "claude, pid 7 on h   agent 2 of 10, pid 42 on pty"],
    ["agent", "Build the walls · 17 s · idle 12 s · 7 tokens · Bash: make"],
  ]);
});

Deno.test("live facts: the agent's last lines, and when its iteration began", () => {
  using at = home();
  using writer = new LiveFactsWriter(at.places, "loop", () => 5_000);
  writer.note({
    kind: "iteration-started",
    iteration: 1,
    max_iterations: 10,
    item: "One",
    counts: COUNTS,
    is_recovery: false,
    log: "x",
  });
  writer.note({ kind: "agent-started", iteration: 1, terminal: "pty", pid: 42 });
  writer.note({
    kind: "output",
    iteration: 1,
    text: `first\n  last${"x".repeat(9_000)}  \n\n`,
    tokens: null,
  });
  // The next write, which output alone does not cause so soon.
  writer.note({ kind: "verifying", command: "make", item: "One" });
  const live = readLiveFacts(at.places, "loop");
  assertEquals(live?.iterationBeganAtMs, 5_000);
  assertEquals(live?.lines.map((line) => line.slice(0, 5)), ["first", "lastx"]);
  assert(live !== null && live.lines.join("").length < 500, "a line is cut, however long");
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
    return (await gatherRunStatus(at.places, loop, 0)).items;
  };
  assertEquals(await count(path), { done: 2, total: 4 });
  assertEquals(await count(`${path}.gone`), null);
  assertEquals(await count(null), null);
});

Deno.test("live facts: frequent output is written only now and then, the last of it soon", async () => {
  using at = home();
  let now = 1_000_000;
  using writer = new LiveFactsWriter(at.places, "loop", () => now);
  writer.note({ kind: "output", iteration: 1, text: "first", tokens: 1 });
  for (let line = 0; line < 1_000; line++) {
    writer.note({ kind: "output", iteration: 1, text: "more", tokens: 2 });
  }
  assertEquals(readLiveFacts(at.places, "loop")?.tokens, 1);
  now += 2_000;
  writer.note({ kind: "output", iteration: 1, text: "later", tokens: 3 });
  assertEquals(readLiveFacts(at.places, "loop")?.tokens, 3);
  now += 1_999;
  writer.note({ kind: "output", iteration: 1, text: "the last", tokens: 4 });
  assertEquals(readLiveFacts(at.places, "loop")?.tokens, 3);
  await waitUntil(() => readLiveFacts(at.places, "loop")?.tokens === 4, () => "it was not written");
});

Deno.test("run lock: one process has it, others see the holder, a stale name is ignored", async () => {
  using at = home();
  assertEquals(findRunHolder(at.places, "/p"), null);
  const first = await lockRun(at.places, "/p");
  assert(first.kind === "held");
  const holder = {
    pid: 7,
    host: "h",
    loop: "loop",
    since: Date.parse("2026-01-01T00:00:00Z"),
    agent: "claude",
  };
  first.lock.name(holder);
  assertEquals(findRunHolder(at.places, "/p"), holder);
  assertEquals(await lockRun(at.places, "/p"), { kind: "busy", holder });
  const other = await lockRun(at.places, "/q");
  assert(other.kind === "held", "another project is not concerned");
  other.lock[Symbol.dispose]();
  first.lock[Symbol.dispose]();
  assertEquals(findRunHolder(at.places, "/p"), null);
});
