import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  type Asked,
  bash,
  inPane,
  Pane,
  PLAN,
  readStop,
  say,
  script,
  startLoop,
  tick,
  waitForEnd,
} from "./harness/mod.ts";

inPane.test("after a compaction the agent gets header and focus again", async (stage) => {
  await startLoop(stage);
  let after: Asked | undefined;
  const api = stage.serve(script([
    bash("echo work"),
    say("Worked."),
    bash("until [ -e over ]; do sleep 0.2; done", { "run_in_background": true }),
    say("It runs."),
    say("<summary>We are building a door.</summary>"),
    (asked) => {
      after = asked;
      return tick();
    },
    say("Done."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("The loop waits");
  await pane.type("/compact");
  await pane.waitFor(/Compacted/);
  await stage.write("over", "");
  await waitForEnd(stage);
  const text = after!.messages.map((message) => message.text).join("\n");
  assertStringIncludes(text, "We are building a door.");
  assertMatch(text, /First prompt|Turn 1 of 99/);
  assertStringIncludes(text, PLAN);
  assertEquals((await readStop(stage))!.code, "complete");
});
