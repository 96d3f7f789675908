import { assertEquals, assertMatch } from "@std/assert";
import {
  bash,
  clientTest,
  Pane,
  readLoop,
  readStop,
  say,
  script,
  startLoop,
  tick,
  waitUntil,
} from "./harness/mod.ts";

clientTest("a dev server in the background does not end the night", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    bash("sleep 600", { run_in_background: true }),
    say("The server runs."),
    bash("echo work"),
    say("Worked beside it."),
    tick(),
    say("Done."),
  ]));
  const pane = await Pane.start(stage, api);
  await pane.type("Work");
  await waitUntil(
    async () => await readStop(stage) !== undefined,
    () => "the loop rests for ever",
    25_000,
  );
  assertEquals((await readStop(stage))!.code, "complete");
}, { pane: true });

clientTest(
  "a short background command is waited for, and its end wakes the loop",
  async (stage) => {
    await startLoop(stage);
    const api = stage.serve(script([
      bash("sleep 3; echo built", { run_in_background: true }),
      say("The build runs."),
      tick(),
      say("Done."),
    ]));
    const pane = await Pane.start(stage, api);
    await pane.type("Work");
    await pane.waitFor("The build runs.");
    assertEquals((await readLoop(stage)).last_decision?.kind ?? "wait", "wait");
    await waitUntil(async () => await readStop(stage) !== undefined, () => "the loop did not end");
    assertMatch(api.main[2]!.news, /task-notification/);
    assertEquals(await readLoop(stage), undefined);
  },
  { pane: true },
);
