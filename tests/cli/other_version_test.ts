/** Records of other versions of ralph, as a person meets them after an update or a downgrade. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { loopPlaces, placesOf } from "../../src/store/places.ts";
import { TestCli } from "./_cli.ts";
import { endLoopOf } from "./_ended.ts";

const STOPPED = { code: "stopped-by-user", sentence: "Loop stopped on request" } as const;

/** Starts a loop after one that ended, with its files in another version. @returns The file of its facts. */
async function startInVersion(cli: TestCli, version: number): Promise<string> {
  cli.write("PLAN.md", "- [ ] one\n");
  endLoopOf(cli, { reason: STOPPED });
  await cli.run(["hooks", "install"]);
  await cli.run(["start", "-f", "PLAN.md", "--until-done"]);
  const { loops } = await cli.json(["history"]);
  const state = `${cli.project}/.claude/ralph-state.json`;
  const { facts } = loopPlaces(placesOf(cli.context().context.env), loops[0].id);
  for (const path of [state, facts]) {
    const document = JSON.parse(cli.read(path));
    cli.write(path, JSON.stringify({ ...document, version }));
  }
  return facts;
}

Deno.test("other version: a newer ralph's loop is said to be that, never with another loop's words", async () => {
  using cli = new TestCli();
  await startInVersion(cli, 9);
  for (const command of [[], ["status"]]) {
    const { stdout } = await cli.run(command);
    const words = stdout.replaceAll(/\s+/g, " ");
    assertMatch(words, /^DAMAGED .*begun by another version of ralph/);
    assertStringIncludes(words, "→ finish it with the version that began it, or ralph stop");
    assert(!/as you asked|stopped/.test(words), words);
  }
  const { last_loop: last, state } = await cli.json(["status"]);
  assertEquals([last, state], [null, "damaged"]);
  assertEquals((await cli.run(["stop"])).code, 0);
});

Deno.test("other version: an older ralph's record is read", async () => {
  using cli = new TestCli();
  await startInVersion(cli, 1);
  assertEquals((await cli.json(["status"])).state, "waiting");
});

Deno.test("other version: a start leaves the files of a newer ralph's loop, and says which version began it", async () => {
  for (const mark of ["ralph-state.json", "loop-enabled"]) {
    using cli = new TestCli();
    await startInVersion(cli, 9);
    // One mark is enough to name the loop.
    const other = mark === "loop-enabled" ? "ralph-state.json" : "loop-enabled";
    Deno.removeSync(`${cli.project}/.claude/${other}`);
    const before = cli.read(`.claude/${mark}`);
    const { code, stderr } = await cli.run(["start", "-f", "PLAN.md"]);
    assertEquals(code, 6);
    const words = stderr.replaceAll(/\s+/g, " ");
    assertMatch(words, /begun by another version of ralph: it has version 9, and this ralph reads/);
    assertStringIncludes(
      words,
      "Finish it with the version that began it. To end it: → ralph stop",
    );
    const dry = await cli.run(["start", "-f", "PLAN.md", "--dry-run"]);
    assertStringIncludes(dry.stdout.replaceAll(/\s+/g, " "), "begun by another version of ralph");
    assertEquals(cli.read(`.claude/${mark}`), before);
  }
});

Deno.test("other version: a loop whose record alone is newer is not called damaged by a start", async () => {
  using cli = new TestCli();
  const facts = await startInVersion(cli, 9);
  cli.write(facts, cli.read(facts).replace('"version":9', '"version":1'));
  const { code, stderr } = await cli.run(["start", "-f", "PLAN.md"]);
  assertEquals(code, 6);
  assertMatch(
    stderr.replaceAll(/\s+/g, " "),
    /its record is of another version of ralph: it has version 9/,
  );
});
