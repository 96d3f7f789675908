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
    Deno.writeTextFileSync(stage.plan, changed);
    const again = promptOf(await stage.turn());
    assertStringIncludes(again, left);
    assert(!/^- (?:\[ \] )?Export$/m.test(again), "only what is left is named");
    assertEquals(await stage.lastTurn(), "complete", "the same question again is the answer");
  });
}

/** What the person reads in the session at the end. */
async function endOf(plan: string, turns: number): Promise<string> {
  using stage = await makeStage({ plan, start: START });
  for (let turn = 1; turn < turns; turn++) await stage.turn();
  return (await stage.turn())["systemMessage"];
}

Deno.test("end: names what the plan left out instead of calling all items ticked", async () => {
  const aside = "- [x] Read\n- [-] Draw\n\n## Optional\n\n- [ ] Export\n- [ ] Import\n";
  assertStringIncludes(
    await endOf(aside, 1),
    'done. 1 of 4 items of PLAN.md is ticked; 2 under "Optional" left open; 1 skipped.',
  );
  assertStringIncludes(
    await endOf("- [x] Read\n\n## Remaining\n\n- Export\n- Import\n", 2),
    'done. The only item of PLAN.md is ticked; left without a box: "Export" and 1 more.',
  );
  assertStringIncludes(
    await endOf("---\nstatus: done\n---\n- [x] Read\n- [ ] Export\n- [ ] Import\n", 2),
    "done. PLAN.md says that it is done, but 1 of 3 items is ticked; 2 left open, first: Export.",
  );
  assertStringIncludes(await endOf("- [x] Read\n- [x] Draw\n", 1), "done. All 2 items of PLAN.md");
});

Deno.test("asked again: notes that an agent adds in each turn do not keep the loop going for ever", async () => {
  using stage = await makeStage({
    plan: "# Plan\n\n- [x] one\n- [x] two\n- Note: begun\n",
    start: ["-f", "PLAN.md", "--until-done"],
  });
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
  using stage = await makeStage({
    plan: head + pieces.join(""),
    start: ["-f", "PLAN.md", "--until-done"],
  });
  while (pieces.length > 0) {
    await stage.turn();
    assertEquals(stage.hasLoop(), true, `${pieces.length} pieces are left`);
    pieces.shift();
    stage.put("PLAN.md", head + pieces.join(""));
  }
  assertEquals(await stage.lastTurn(), "complete");
});
