/** A question about completion is answered only by leaving what it named as it is. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeStage, promptOf } from "./_stage.ts";

const START = ["-f", "PLAN.md", "--until-done", "--trust"];

/** A plan that contradicts itself, and the same plan after each turn of an agent that does one piece. */
interface Form {
  readonly plan: string;
  /** The plan after one of the pieces, and a piece that is still to be asked about then. */
  readonly afterOne: readonly [plan: string, left: string];
}

const FORMS: Readonly<Record<string, Form>> = {
  "entries without boxes": {
    plan: "- [x] Read\n\n## Remaining\n\n- Export\n- Import\n- Measure\n",
    afterOne: ["- [x] Read\n- [x] Export\n\n## Remaining\n\n- Import\n- Measure\n", "- Import"],
  },
  "a status over open items": {
    plan: "---\nstatus: complete\n---\n- [x] Read\n- [ ] Export\n- [ ] Import\n- [ ] Measure\n",
    afterOne: [
      "---\nstatus: complete\n---\n- [x] Read\n- [x] Export\n- [ ] Import\n- [ ] Measure\n",
      "- [ ] Import",
    ],
  },
};

for (const [what, { plan, afterOne: [changed, left] }] of Object.entries(FORMS)) {
  Deno.test(`asked again: with ${what}, doing one piece is no answer, leaving the rest is`, async () => {
    using stage = await makeStage({ plan, start: START });
    assertStringIncludes(promptOf(await stage.turn()), "- ", "the pieces are named");
    stage.put("PLAN.md", changed);
    const again = promptOf(await stage.turn());
    assertStringIncludes(again, left);
    assert(!/^- (?:\[ \] )?Export$/m.test(again), "only what is left is named");
    assertEquals(await stage.lastTurn(), "complete", "the same question again is the answer");
  });
}

Deno.test("asked again: notes that an agent adds in each turn do not keep the loop going for ever", async () => {
  using stage = await makeStage({ plan: "# Plan\n\n- [x] one\n- [x] two\n- Note: begun\n" });
  let turns = 0;
  for (; stage.hasLoop() && turns < 30; turns++) {
    await stage.turn();
    const plan = `${
      Deno.readTextFileSync(stage.project + "/PLAN.md")
    }- Checked in turn ${turns}: fine\n`;
    stage.put("PLAN.md", plan);
  }
  assertEquals([turns, stage.stopRecord()?.["code"]], [21, "complete"]);
});

Deno.test("asked again: an agent that does a piece in each turn is asked until all are done", async () => {
  const pieces = Array.from({ length: 23 }, (_, index) => `- Piece ${index}\n`);
  const head = "# Plan\n\n- [x] one\n";
  using stage = await makeStage({ plan: head + pieces.join("") });
  while (pieces.length > 0) {
    await stage.turn();
    assertEquals(stage.hasLoop(), true, `${pieces.length} pieces are left`);
    pieces.shift();
    stage.put("PLAN.md", head + pieces.join(""));
  }
  assertEquals(await stage.lastTurn(), "complete");
});
