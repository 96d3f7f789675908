/** The validation phase through the binary: rounds by tags, the score, `ralph validate`. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { exits, makeStage, promptOf, type Stage } from "./_stage.ts";

const DONE = "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n";
/** The stage disables the phase by default. */
const ON = { env: { RALPH_ENABLE_VALIDATION_PHASE: undefined } };
const VALIDATED = "The round is done.\n\n<validated>";

function complete(stage: Stage): void {
  stage.put("PLAN.md", DONE);
}

Deno.test("validation: a complete plan is validated in three rounds before the loop ends", async () => {
  using stage = await makeStage(ON);
  complete(stage);
  const rounds: number[] = [];
  for (const message of ["All ticked.", VALIDATED, `Fixed.\n\n${VALIDATED}`]) {
    const text = promptOf(await stage.turn({ message }, ON));
    rounds.push(stage.record()["validation"].round);
    assertStringIncludes(text, `validation round ${rounds.length} of 3`);
  }
  assertEquals(rounds, [1, 2, 3]);
  const message = `Docs are right.\n\n${VALIDATED}`;
  assertEquals(await stage.lastTurn({ message }, ON), "complete");
  const last = stage.journal().at(-1)!;
  assertStringIncludes(
    JSON.stringify(last["evidence"]),
    "validation passed",
  );
  assertEquals(last["inputs"].facts.changes.kinds, ["validation round"], "no item changed");
});

Deno.test("validation: a finding is in the next prompt and in status", async () => {
  using stage = await makeStage(ON);
  complete(stage);
  await stage.turn({}, ON);
  const finding = '<finding severity="critical">save.ts loses data</finding>';
  const text = promptOf(await stage.turn({ message: `${finding}\n<validated>` }, ON));
  assertStringIncludes(text, "save.ts loses data");
  assertEquals(text.includes("score"), false, "a score before the last round reads as a failure");
  const { round, findings } = (await stage.status(ON))["loop"].validation;
  assertEquals([round, findings.length], [2, 1]);
});

Deno.test("validation: findings in a list are read, and open ones are in the stop record", async () => {
  using stage = await makeStage(ON);
  complete(stage);
  await stage.turn({}, ON);
  const message = 'Still open:\n\n- <finding severity="critical">save() loses data</finding>\n\n' +
    "<validated>";
  let answer = await stage.turn({ message }, ON);
  assertEquals(stage.record()["validation"].findings.length, 1);
  for (let turn = 0; stage.hasLoop() && turn < 20; turn++) {
    answer = await stage.turn({ message: `${turn}. ${message}` }, ON);
  }
  assertMatch(String(answer["systemMessage"]), /its validation was not passed \(1 finding open\)/);
  assertStringIncludes(answer["systemMessage"], "still open:\n- critical: save() loses data");
  assertEquals(stage.stopRecord()?.["open_findings"].at(-1), {
    severity: "critical",
    text: "save() loses data",
  });
  const history = stage.lines(stage.inHome("ralph", "history.jsonl"));
  assertStringIncludes(JSON.stringify(history.at(-1)?.["open_findings"]), "save() loses data");
});

Deno.test("validate: the user forces a round over an open plan, and the loop continues", async () => {
  using stage = await makeStage(ON);
  assertStringIncludes(await stage.ok(["validate", "4"]), "Validation asked for: round 4");
  const asked = "round 4 asked for; the agent does not know yet";
  assertStringIncludes(await stage.ok(["status"]), asked);
  const text = promptOf(await stage.turn());
  assertEquals((await stage.ok(["status"])).includes(asked), false);
  assertStringIncludes(text, "validation round 4 of 4");
  await stage.turn({ message: VALIDATED });
  assertEquals(stage.record()["phase"], "implementation");
  assert(stage.journal().some(({ event }) => event === "validate"));
});

Deno.test("validate: a wrong round and a loop of ralph run are refused", async () => {
  using stage = await makeStage(ON);
  const wrong = await exits(2, stage.ralph(["validate", "6"]));
  assertStringIncludes(wrong.stderr, "should be one of 1, 2, 3, 4, 5, found '6'");
  stage.patchRecord({ driver: "runner" });
  const run = await stage.ralph(["validate"]);
  assertEquals([run.code, /--verify/.test(run.stderr)], [2, true]);
});

Deno.test("validate: without a loop the exit code is 5", async () => {
  using stage = await makeStage({ ...ON, start: null });
  await exits(5, stage.ralph(["validate"]));
});
