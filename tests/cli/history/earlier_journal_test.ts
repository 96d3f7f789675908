/**
 * A journal that an earlier version wrote is explained with all its facts: whatever a rule reads since
 * then has a default. `fixtures/journals/` has one of each form that was written; none is changed.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { stoppedByUser } from "../../../src/loop/reason.ts";
import { isDecision, readJournal } from "../../../src/store/records/journal.ts";
import { loopPlaces, placesOf } from "../../../src/store/places.ts";
import { TestCli } from "../_cli.ts";
import { endLoopOf } from "../_ended.ts";

const FOLDER = new URL("../../fixtures/journals/", import.meta.url);

for (const { name } of Deno.readDirSync(FOLDER)) {
  const path = new URL(name, FOLDER).pathname;
  Deno.test(`earlier journal: each decision of ${name} has its facts`, () => {
    const { entries, unread } = readJournal(path);
    assertEquals(unread, 0);
    const decisions = entries.filter(isDecision);
    assert(decisions.length > 3);
    for (const { atMs, inputs } of decisions) {
      assert(inputs !== undefined, `a new fact of ${new Date(atMs)} needs 'otherwise(…, default)'`);
    }
  });

  Deno.test(`earlier journal: 'explain' shows the rules of each turn of ${name}`, async () => {
    using cli = new TestCli();
    const { id } = endLoopOf(cli, { reason: stoppedByUser() });
    const { journal } = loopPlaces(placesOf(cli.context().context.env), id);
    Deno.copyFileSync(path, journal);
    for (const turn of ["0", "1", "2"]) {
      const { stdout } = await cli.run(["explain", id, "--turn", turn]);
      assertStringIncludes(stdout, "Rules, in their order");
      assertStringIncludes(stdout, "Facts");
    }
  });
}
