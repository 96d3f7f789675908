import { assertEquals, assertStringIncludes } from "@std/assert";
import { guidanceForContinuation } from "../../src/guidance/at_continuation.ts";
import { startGuidance } from "../../src/guidance/at_start.ts";
import { GuidanceWorld } from "./_house.ts";

const START = "2026-01-03T12:00:00.000Z";

function begin(world: GuidanceWorld, own: { keepsAll?: boolean; isDryRun?: boolean } = {}) {
  const loop = world.startLoop(START);
  return startGuidance({
    places: world.places,
    project: world.project,
    loopId: loop.id,
    nowMs: Date.parse(START),
    keepsAll: false,
    isDryRun: false,
    ...own,
  }).then((started) => ({ ...started, loop }));
}

function shown(world: GuidanceWorld, loop: { id: string; startedAt: string }) {
  const nowMs = Date.parse(START) + 3_600_000;
  const { places, project } = world;
  return guidanceForContinuation({ places, project, loop, nowMs, scan: null }).data;
}

Deno.test("start: clears what is older than 24 hours, and says which", async () => {
  using world = new GuidanceWorld();
  await world.call(["forbid", "old"], { at: "2026-01-02T11:59:59Z" });
  await world.call(["encourage", "young"], { at: "2026-01-02T12:00:00Z" });
  const { cleared, lines, kept, loop } = await begin(world);
  assertEquals(cleared, [{ list: "forbidden", text: "old", why: "too-old" }]);
  assertStringIncludes(lines[0] ?? "", 'Cleared forbidden "old"');
  assertStringIncludes(lines[1] ?? "", "--keep-guidance");
  assertEquals([kept, world.guidance.forbidden], [1, []]);
  assertEquals(world.guidance.meta.encouraged.young.loop, loop.id);
  assertEquals(shown(world, loop).encouraged, ["young"]);
});

Deno.test("start: guidance of one loop does not appear in the next, however young", async () => {
  using world = new GuidanceWorld();
  const before = world.startLoop("2026-01-03T10:00:00.000Z");
  await world.call(["encourage", "in the loop"], { at: "2026-01-03T11:00:00Z" });
  world.endLoop(before.id, before.startedAt, "2026-01-03T11:30:00Z");
  await world.call(["encourage", "between"], { at: "2026-01-03T11:45:00Z" });
  const { cleared, loop } = await begin(world);
  assertEquals(cleared.map(({ text, why }) => [text, why]), [["in the loop", "other-loop"]]);
  assertEquals(shown(world, loop).encouraged, ["between"]);
});

Deno.test("start: neither does that of a program that knows nothing of loops", async () => {
  using world = new GuidanceWorld();
  const before = world.startLoop("2026-01-03T10:00:00.000Z");
  world.endLoop(before.id, before.startedAt, "2026-01-03T11:30:00Z");
  const guidance = { encouraged: ["theirs"], forbidden: [], timestamp: "2026-01-03T11:00:00Z" };
  world.write(world.file, JSON.stringify({ guidance }));
  const { cleared } = await begin(world);
  assertEquals(cleared.map(({ why }) => why), ["other-loop"]);
});

Deno.test("start: guidance without a time is cleared", async () => {
  using world = new GuidanceWorld();
  const guidance = { encouraged: ["a"], forbidden: ["b"] };
  world.write(world.file, JSON.stringify({ guidance }));
  const { cleared } = await begin(world);
  assertEquals(cleared.map(({ why }) => why), ["no-time", "no-time"]);
  assertEquals([world.guidance.encouraged, world.guidance.forbidden], [[], []]);
});

Deno.test("start: --keep-guidance keeps all but what has run out, for the whole new loop", async () => {
  using world = new GuidanceWorld();
  const before = world.startLoop("2026-01-01T10:00:00.000Z");
  await world.call(["encourage", "old"], { at: "2026-01-01T11:00:00Z" });
  await world.call(["encourage", "run out", "--for", "1h"], { at: "2026-01-01T11:00:00Z" });
  world.endLoop(before.id, before.startedAt, "2026-01-01T12:00:00Z");
  const { cleared, lines, loop } = await begin(world, { keepsAll: true });
  assertEquals(cleared.map(({ text, why }) => [text, why]), [["run out", "expired"]]);
  assertEquals(lines.length, 1);
  assertEquals(shown(world, loop).encouraged, ["old"]);
});

Deno.test("start: a dry run says what would be cleared and changes nothing", async () => {
  using world = new GuidanceWorld();
  await world.call(["forbid", "old"], { at: "2025-01-02T11:59:59Z" });
  const before = Deno.readTextFileSync(world.file);
  const { lines } = await begin(world, { isDryRun: true });
  assertStringIncludes(lines[0] ?? "", 'Would clear forbidden "old"');
  assertEquals(Deno.readTextFileSync(world.file), before);
});

Deno.test("start: where the file cannot be changed it warns, and stale items stay out all the same", async () => {
  using world = new GuidanceWorld();
  const guidance = {
    encouraged: ["old"],
    forbidden: 7,
    timestamp: "2025-01-01T00:00:00Z",
  };
  world.write(world.file, JSON.stringify({ guidance }));
  const { lines, loop } = await begin(world);
  assertEquals(lines.filter((line) => line.startsWith("Warning: ")).length, 2);
  assertEquals(shown(world, loop).encouraged, []);
});

Deno.test("start: without guidance nothing is written", async () => {
  using world = new GuidanceWorld();
  const { lines, kept } = await begin(world);
  assertEquals([lines, kept], [[], 0]);
  assertEquals(
    (() => {
      try {
        return Deno.readTextFileSync(world.file);
      } catch {
        return "absent";
      }
    })(),
    "absent",
  );
});

Deno.test("start: a stop, a word and a start within one second are kept apart", async () => {
  using world = new GuidanceWorld();
  const before = world.startLoop("2026-01-03T10:00:00.000Z");
  await world.call(["encourage", "before"], { at: "2026-01-03T11:59:59.200Z" });
  world.endLoop(before.id, before.startedAt, "2026-01-03T11:59:59.500Z");
  await world.call(["encourage", "after"], { at: "2026-01-03T11:59:59.700Z" });
  const { cleared } = await begin(world);
  assertEquals(cleared.map(({ text }) => text), ["before"]);
});
