import { assertEquals, assertStringIncludes } from "@std/assert";
import { guidanceForContinuation } from "../../src/guidance/at_continuation.ts";
import { startGuidance } from "../../src/guidance/at_start.ts";
import { GuidanceCli } from "./_cli.ts";

const START = "2026-01-03T12:00:00.000Z";

function begin(cli: GuidanceCli, own: { keepsAll?: boolean; isDryRun?: boolean } = {}) {
  const loop = cli.startLoop(START);
  return startGuidance({
    places: cli.places,
    project: cli.project,
    loopId: loop.id,
    nowMs: Date.parse(START),
    keepsAll: false,
    isDryRun: false,
    ...own,
  }).then((started) => ({ ...started, loop }));
}

function clearedIn(lines: readonly string[]) {
  return lines.filter((line) => line.startsWith("Cleared "));
}

function shown(cli: GuidanceCli, loop: { id: string; startedAt: number }) {
  const nowMs = Date.parse(START) + 3_600_000;
  const { places, project } = cli;
  return guidanceForContinuation({ places, project, loop, nowMs, hasConstraints: false }).data;
}

Deno.test("start: clears what is older than 24 hours, and says which", async () => {
  using cli = new GuidanceCli();
  await cli.call(["forbid", "old"], { at: "2026-01-02T11:59:59Z" });
  await cli.call(["encourage", "young"], { at: "2026-01-02T12:00:00Z" });
  const { lines, kept, loop } = await begin(cli);
  assertEquals(lines[0], 'Cleared forbidden "old": it was given more than 24 hours before');
  assertStringIncludes(lines[1] ?? "", "--keep-guidance");
  assertEquals([kept, cli.guidance.forbidden], [1, []]);
  assertEquals(cli.guidance.meta.encouraged.young.loop, loop.id);
  assertEquals(shown(cli, loop).encouraged, ["young"]);
});

Deno.test("start: guidance of one loop does not appear in the next, however young", async () => {
  using cli = new GuidanceCli();
  const before = cli.startLoop("2026-01-03T10:00:00.000Z");
  await cli.call(["encourage", "in the loop"], { at: "2026-01-03T11:00:00Z" });
  cli.endLoop(before.id, before.startedAt, "2026-01-03T11:30:00Z");
  await cli.call(["encourage", "between"], { at: "2026-01-03T11:45:00Z" });
  const { lines, loop } = await begin(cli);
  assertEquals(
    clearedIn(lines),
    ['Cleared encouraged "in the loop": it was given during a loop and ended with it'],
  );
  assertEquals(shown(cli, loop).encouraged, ["between"]);
});

Deno.test("start: neither does guidance that another program wrote without a loop", async () => {
  using cli = new GuidanceCli();
  const before = cli.startLoop("2026-01-03T10:00:00.000Z");
  cli.endLoop(before.id, before.startedAt, "2026-01-03T11:30:00Z");
  const guidance = { encouraged: ["theirs"], forbidden: [], timestamp: "2026-01-03T11:00:00Z" };
  cli.write(cli.file, JSON.stringify({ guidance }));
  const { lines } = await begin(cli);
  assertEquals(clearedIn(lines), ['Cleared encouraged "theirs": it was given for an earlier loop']);
});

Deno.test("start: guidance without a time is cleared", async () => {
  using cli = new GuidanceCli();
  const guidance = { encouraged: ["a"], forbidden: ["b"] };
  cli.write(cli.file, JSON.stringify({ guidance }));
  const { lines } = await begin(cli);
  assertEquals(clearedIn(lines), [
    'Cleared encouraged "a": nothing says when it was given',
    'Cleared forbidden "b": nothing says when it was given',
  ]);
  assertEquals([cli.guidance.encouraged, cli.guidance.forbidden], [[], []]);
});

Deno.test("start: --keep-guidance keeps all but what has run out, for the new loop until its end", async () => {
  using cli = new GuidanceCli();
  const before = cli.startLoop("2026-01-01T10:00:00.000Z");
  await cli.call(["encourage", "old"], { at: "2026-01-01T11:00:00Z" });
  await cli.call(["encourage", "run out", "--for", "1h"], { at: "2026-01-01T11:00:00Z" });
  cli.endLoop(before.id, before.startedAt, "2026-01-01T12:00:00Z");
  const { lines, loop } = await begin(cli, { keepsAll: true });
  assertEquals(lines, ['Cleared encouraged "run out": its time has run out']);
  assertEquals(shown(cli, loop).encouraged, ["old"]);
});

Deno.test("start: a dry run says what would be cleared and changes nothing", async () => {
  using cli = new GuidanceCli();
  await cli.call(["forbid", "old"], { at: "2025-01-02T11:59:59Z" });
  const before = Deno.readTextFileSync(cli.file);
  const { lines } = await begin(cli, { isDryRun: true });
  assertStringIncludes(lines[0] ?? "", 'Would clear forbidden "old"');
  assertEquals(Deno.readTextFileSync(cli.file), before);
});

Deno.test("start: where the file cannot be changed it warns, and stale items stay out nevertheless", async () => {
  using cli = new GuidanceCli();
  const guidance = { encouraged: ["old"], forbidden: 7, timestamp: "2025-01-01T00:00:00Z" };
  cli.write(cli.file, JSON.stringify({ guidance }));
  const { lines, loop } = await begin(cli);
  assertEquals(lines.filter((line) => line.startsWith("Warning: ")).length, 2);
  assertEquals(shown(cli, loop).encouraged, []);
});

Deno.test("start: without guidance nothing is written", async () => {
  using cli = new GuidanceCli();
  const { lines, kept } = await begin(cli);
  assertEquals([lines, kept], [[], 0]);
  assertEquals(
    (() => {
      try {
        return Deno.readTextFileSync(cli.file);
      } catch {
        return "absent";
      }
    })(),
    "absent",
  );
});

Deno.test("start: a stop, a phrase and a start within one second are kept apart", async () => {
  using cli = new GuidanceCli();
  const before = cli.startLoop("2026-01-03T10:00:00.000Z");
  await cli.call(["encourage", "before"], { at: "2026-01-03T11:59:59.200Z" });
  cli.endLoop(before.id, before.startedAt, "2026-01-03T11:59:59.500Z");
  await cli.call(["encourage", "after"], { at: "2026-01-03T11:59:59.700Z" });
  const { lines } = await begin(cli);
  assertEquals(clearedIn(lines), [
    'Cleared encouraged "before": it was given during a loop and ended with it',
  ]);
});
