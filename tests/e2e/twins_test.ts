/** The same Stop event twice, as when plugin and settings are both registered. */
import { assert, assertEquals } from "@std/assert";
import { continuationOf, makeStage, RALPH } from "./_stage.ts";

Deno.test("twins: two processes at once on one Stop count one iteration, ten times in a row", async () => {
  using stage = await makeStage({ program: RALPH });
  for (let round = 1; round <= 10; round++) {
    const event = stage.stopEvent({ message: round % 2 ? "the same answer" : `turn ${round}` });
    const answers = await Promise.all([stage.hook("stop", event), stage.hook("stop", event)]);
    const continued = answers.filter((answer) => continuationOf(answer) !== null);
    assertEquals(continued.length, 1, `round ${round}: ${JSON.stringify(answers)}`);
    assertEquals(stage.record()["iteration"], round);
  }
});

Deno.test("twins: a second process after the answer gets {}", async () => {
  using stage = await makeStage({ program: RALPH });
  const event = stage.stopEvent();
  assert(continuationOf(await stage.hook("stop", event)) !== null);
  assertEquals(await stage.hook("stop", event), {});
  assertEquals(stage.record()["iteration"], 1);
});

Deno.test("twins: a stop that ends the loop is recorded once", async () => {
  using stage = await makeStage({ program: RALPH, plan: "- [x] one\n" });
  const event = stage.stopEvent();
  const answers = await Promise.all([stage.hook("stop", event), stage.hook("stop", event)]);
  assertEquals(
    answers.filter((answer) => "systemMessage" in answer).length,
    1,
    JSON.stringify(answers),
  );
  assertEquals(stage.lines(stage.inHome("ralph", "history.jsonl")).length, 1);
});
