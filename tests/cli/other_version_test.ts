/** Records of other versions of ralph, as a person meets them after an update or a downgrade. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { loopPlaces, placesOf } from "../../src/store/places.ts";
import { TestCli } from "./_cli.ts";
import { endLoopOf } from "./_ended.ts";

const STOPPED = { code: "stopped-by-user", sentence: "Loop stopped on request" } as const;

/** A loop that runs after one that ended, with its files in another version. */
async function startInVersion(cli: TestCli, version: number): Promise<void> {
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
