import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { guidanceForContinuation, markDelivered } from "../../src/guidance/at_continuation.ts";
import { renderItem, shownItems } from "../../src/guidance/overview.ts";
import { scanProject } from "../../src/guidance/constraints/scan.ts";
import { scanRulesOf } from "../../src/guidance/constraints/scan_text.ts";
import { readGuidance } from "../../src/guidance/document.ts";
import { GuidanceCli } from "./_cli.ts";

const START = "2026-01-02T11:00:00.000Z";
const NOW_MS = Date.parse("2026-01-02T13:00:00Z");

function deliver(cli: GuidanceCli, loop: { id: string; startedAt: number }, nowMs = NOW_MS) {
  const given = guidanceForContinuation({
    places: cli.places,
    project: cli.project,
    loop,
    nowMs,
    hasConstraints: false,
  });
  const mark = () =>
    markDelivered(cli.places, cli.project, {
      deliveries: given.deliveries,
      loopId: loop.id,
      nowMs,
    });
  return { ...given, mark };
}

Deno.test("continuation: shows what was given during the loop and notes the first delivery", async () => {
  using cli = new GuidanceCli();
  const loop = cli.startLoop(START);
  await cli.call(["encourage", "tests"], { at: "2026-01-02T12:00:00Z" });
  await cli.call(["forbid", "docs"], { at: "2026-01-02T12:00:00Z" });
  const first = deliver(cli, loop);
  assertEquals(first.data, { encouraged: ["tests"], forbidden: ["docs"], leftOut: 0 });
  assertEquals(await first.mark(), null);
  assertEquals(cli.guidance.meta.encouraged.tests.delivered, "2026-01-02T13:00:00Z");
  const [item] = shownItems(readGuidance(cli.project), loop, NOW_MS);
  assertStringIncludes(renderItem(item!), "tests (first sent 2026-01-02T13:00:00Z)");

  const before = Deno.readTextFileSync(cli.file);
  const second = deliver(cli, loop, NOW_MS + 60_000);
  assertEquals(second.data, first.data);
  assertEquals(second.deliveries, []);
  await second.mark();
  assertEquals(Deno.readTextFileSync(cli.file), before);
});

Deno.test("continuation: an item for one continuation is removed after its delivery, not before", async () => {
  using cli = new GuidanceCli();
  const loop = cli.startLoop(START);
  await cli.call(["encourage", "a"], { at: START });
  await cli.call(["encourage", "now", "--once"], { at: START });
  const lost = deliver(cli, loop);
  assertEquals(lost.data.encouraged, ["a", "now"]);
  const first = deliver(cli, loop);
  assertEquals(first.data.encouraged, ["a", "now"]);
  await first.mark();
  assertEquals(cli.guidance.encouraged, ["a"]);
  assertEquals(deliver(cli, loop).data.encouraged, ["a"]);
});

Deno.test("continuation: an item that changed its mind between reading and marking stays", async () => {
  using cli = new GuidanceCli();
  const loop = cli.startLoop(START);
  await cli.call(["encourage", "now", "--once"], { at: START });
  const first = deliver(cli, loop);
  await cli.call(["encourage", "now"], { at: START });
  await first.mark();
  assertEquals(cli.guidance.encouraged, ["now"]);
});

Deno.test("continuation: a list written by hand counts with the time beside it", async () => {
  using cli = new GuidanceCli();
  const loop = cli.startLoop(START);
  const guidance = { forbidden: ["by hand"], timestamp: "2026-01-02T12:00:00Z" };
  cli.write(cli.file, JSON.stringify({ guidance }));
  const first = deliver(cli, loop);
  assertEquals(first.data.forbidden, ["by hand"]);
  await first.mark();
  assertEquals(cli.guidance.meta.forbidden["by hand"], {
    at: "2026-01-02T12:00:00.000Z",
    loop: loop.id,
    delivered: "2026-01-02T13:00:00Z",
  });
});

Deno.test("continuation: a file that cannot be used loses the guidance, never the loop", () => {
  // deno-fmt-ignore
  for (const text of [
    "{ no", "// x\n{}", "7", '{"guidance":[]}', '{"guidance":{"encouraged":7}}', "\xff",
  ]) {
    using cli = new GuidanceCli();
    const loop = cli.startLoop(START);
    cli.write(cli.file, text);
    const { data, problems } = deliver(cli, loop);
    assertEquals(data, { encouraged: [], forbidden: [], leftOut: 0 });
    assertEquals(problems.length, 1, text);
  }
});

Deno.test("continuation: a folder, a link out of the project and a huge file do not stop it", async () => {
  using cli = new GuidanceCli();
  const loop = cli.startLoop(START);
  Deno.mkdirSync(cli.file);
  assertEquals(deliver(cli, loop).problems.length, 1);
  Deno.removeSync(cli.file);
  cli.write(cli.file, " ".repeat(2 << 20));
  assertEquals(deliver(cli, loop).problems.length, 1);
  Deno.removeSync(cli.file);
  const elsewhere = `${cli.root}/elsewhere.json`;
  const text = '{"guidance":{"encouraged":["x"],"timestamp":"2026-01-02T12:00:00Z"}}';
  cli.write(elsewhere, text);
  Deno.symlinkSync(elsewhere, cli.file);
  const linked = deliver(cli, loop);
  assertEquals(linked.data.encouraged, []);
  assertStringIncludes(linked.problems.join(), "a link that leads out");
  await linked.mark();
  assertEquals(Deno.readTextFileSync(elsewhere), text);
});

Deno.test("continuation: a valid list counts where the other is broken", () => {
  using cli = new GuidanceCli();
  const loop = cli.startLoop(START);
  const guidance = { encouraged: 7, forbidden: ["x"], timestamp: "2026-01-02T12:00:00Z" };
  cli.write(cli.file, JSON.stringify({ guidance }));
  const { data, problems } = deliver(cli, loop);
  assertEquals([data.forbidden, problems.length], [["x"], 1]);
  assert(problems[0]?.includes("guidance.encouraged"));
});

Deno.test("continuation: the scan and the user's guidance are merged, with a line for what is left out", async () => {
  using cli = new GuidanceCli();
  const loop = cli.startLoop(START);
  cli.write(`${cli.project}/a.py`, "A = '/home/lee/x'\n");
  await cli.call(["forbid", "docs"], { at: START });
  await cli.call(["forbid", "gone", "--for", "1m"], { at: START });
  const { places, project } = cli;
  const rules = scanRulesOf("/home/kim");
  await scanProject({ places, project, rules, nowMs: NOW_MS });
  const given = guidanceForContinuation({
    places,
    project,
    loop,
    nowMs: NOW_MS,
    hasConstraints: true,
  });
  assertEquals(given.data.forbidden.length, 2);
  assertEquals(given.data.forbidden[0], "docs");
  assertStringIncludes(given.data.forbidden[1] ?? "", "1 found: a.py:1");
  assertEquals(given.notes, ['guidance left out (expired): forbidden "gone"']);
  assertEquals(given.deliveries, [{ list: "forbidden", text: "docs" }]);
});
