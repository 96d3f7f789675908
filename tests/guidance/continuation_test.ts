import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { guidanceForContinuation, markDelivered } from "../../src/guidance/at_continuation.ts";
import { renderGuidance, shownItems } from "../../src/guidance/overview.ts";
import { scanProject } from "../../src/constraints/scan.ts";
import { scanRulesOf } from "../../src/constraints/scan_text.ts";
import { readGuidance } from "../../src/guidance/document.ts";
import { GuidanceWorld } from "./_house.ts";

const START = "2026-01-02T11:00:00.000Z";
const NOW_MS = Date.parse("2026-01-02T13:00:00Z");

function deliver(world: GuidanceWorld, loop: { id: string; startedAt: string }, nowMs = NOW_MS) {
  const given = guidanceForContinuation({
    places: world.places,
    project: world.project,
    loop,
    nowMs,
    scan: null,
  });
  const mark = () =>
    markDelivered(world.places, world.project, {
      deliveries: given.deliveries,
      loopId: loop.id,
      nowMs,
    });
  return { ...given, mark };
}

Deno.test("continuation: shows what was given during the loop and notes the first delivery", async () => {
  using world = new GuidanceWorld();
  const loop = world.startLoop(START);
  await world.call(["encourage", "tests"], { at: "2026-01-02T12:00:00Z" });
  await world.call(["forbid", "docs"], { at: "2026-01-02T12:00:00Z" });
  const first = deliver(world, loop);
  assertEquals(first.data, { encouraged: ["tests"], forbidden: ["docs"], leftOut: 0 });
  assertEquals(await first.mark(), null);
  assertEquals(world.guidance.meta.encouraged.tests.delivered, "2026-01-02T13:00:00Z");
  const [, line = ""] = renderGuidance(shownItems(readGuidance(world.project), loop, NOW_MS), []);
  assertStringIncludes(line, "tests (first delivered 2026-01-02T13:00:00Z)");

  const before = Deno.readTextFileSync(world.file);
  const second = deliver(world, loop, NOW_MS + 60_000);
  assertEquals(second.data, first.data);
  assertEquals(second.deliveries, []);
  await second.mark();
  assertEquals(Deno.readTextFileSync(world.file), before);
});

Deno.test("continuation: what is for one only goes after it was delivered, not before", async () => {
  using world = new GuidanceWorld();
  const loop = world.startLoop(START);
  await world.call(["encourage", "a"], { at: START });
  await world.call(["encourage", "now", "--once"], { at: START });
  const lost = deliver(world, loop);
  assertEquals(lost.data.encouraged, ["a", "now"]);
  const first = deliver(world, loop);
  assertEquals(first.data.encouraged, ["a", "now"]);
  await first.mark();
  assertEquals(world.guidance.encouraged, ["a"]);
  assertEquals(deliver(world, loop).data.encouraged, ["a"]);
});

Deno.test("continuation: an item that changed its mind between reading and marking stays", async () => {
  using world = new GuidanceWorld();
  const loop = world.startLoop(START);
  await world.call(["encourage", "now", "--once"], { at: START });
  const first = deliver(world, loop);
  await world.call(["encourage", "now"], { at: START });
  await first.mark();
  assertEquals(world.guidance.encouraged, ["now"]);
});

Deno.test("continuation: a list written by hand counts with the time beside it", async () => {
  using world = new GuidanceWorld();
  const loop = world.startLoop(START);
  const guidance = { forbidden: ["by hand"], timestamp: "2026-01-02T12:00:00Z" };
  world.write(world.file, JSON.stringify({ guidance }));
  const first = deliver(world, loop);
  assertEquals(first.data.forbidden, ["by hand"]);
  await first.mark();
  assertEquals(world.guidance.meta.forbidden["by hand"], {
    at: "2026-01-02T12:00:00.000Z",
    loop: loop.id,
    delivered: "2026-01-02T13:00:00Z",
  });
});

Deno.test("continuation: a file that cannot be used costs the guidance, never the loop", () => {
  for (
    const text of [
      "{ no",
      "// x\n{}",
      "7",
      '{"guidance":[]}',
      '{"guidance":{"encouraged":7}}',
      "\xff",
    ]
  ) {
    using world = new GuidanceWorld();
    const loop = world.startLoop(START);
    world.write(world.file, text);
    const { data, problems } = deliver(world, loop);
    assertEquals(data, { encouraged: [], forbidden: [], leftOut: 0 });
    assertEquals(problems.length, 1, text);
  }
});

Deno.test("continuation: a folder, a link out of the project and a huge file are survived", async () => {
  using world = new GuidanceWorld();
  const loop = world.startLoop(START);
  Deno.mkdirSync(world.file);
  assertEquals(deliver(world, loop).problems.length, 1);
  Deno.removeSync(world.file);
  world.write(world.file, " ".repeat(2 << 20));
  assertEquals(deliver(world, loop).problems.length, 1);
  Deno.removeSync(world.file);
  const elsewhere = `${world.root}/elsewhere.json`;
  const text = '{"guidance":{"encouraged":["x"],"timestamp":"2026-01-02T12:00:00Z"}}';
  world.write(elsewhere, text);
  Deno.symlinkSync(elsewhere, world.file);
  const linked = deliver(world, loop);
  assertEquals(linked.data.encouraged, []);
  assertStringIncludes(linked.problems.join(), "a link that leads out of the project");
  await linked.mark();
  assertEquals(Deno.readTextFileSync(elsewhere), text);
});

Deno.test("continuation: the right half of a list counts where the other is broken", () => {
  using world = new GuidanceWorld();
  const loop = world.startLoop(START);
  const guidance = { encouraged: 7, forbidden: ["x"], timestamp: "2026-01-02T12:00:00Z" };
  world.write(world.file, JSON.stringify({ guidance }));
  const { data, problems } = deliver(world, loop);
  assertEquals([data.forbidden, problems.length], [["x"], 1]);
  assert(problems[0]?.includes("guidance.encouraged"));
});

Deno.test("continuation: the scan and the user's guidance are merged, with a line for what is left out", async () => {
  using world = new GuidanceWorld();
  const loop = world.startLoop(START);
  world.write(`${world.project}/a.py`, "A = '/home/lee/x'\n");
  await world.call(["forbid", "docs"], { at: START });
  await world.call(["forbid", "gone", "--for", "1m"], { at: START });
  const { places, project } = world;
  const rules = scanRulesOf("/home/kim");
  await scanProject({ places, project, rules, nowMs: NOW_MS });
  const given = guidanceForContinuation({
    places,
    project,
    loop,
    nowMs: NOW_MS,
    scan: { rules, turn: 1 },
  });
  assertEquals(given.data.forbidden.length, 2);
  assertEquals(given.data.forbidden[0], "docs");
  assertStringIncludes(given.data.forbidden[1] ?? "", "1 found: a.py:1");
  assertEquals(given.notes, ['guidance left out (expired): forbidden "gone"']);
  assertEquals(given.deliveries, [{ list: "forbidden", text: "docs" }]);
});
