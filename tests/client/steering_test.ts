import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  bash,
  call,
  inPane,
  Pane,
  readLoop,
  readStop,
  say,
  script,
  startLoop,
  tick,
  waitForEnd,
  waitUntil,
} from "./harness/mod.ts";

inPane.test("a prompt typed while the loop works steers it, and the loop continues", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    bash("sleep 3; echo slow"),
    bash("echo heard"),
    say("Heard you."),
    tick(),
    say("Done."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await waitUntil(() => api.main.length >= 1, () => "the turn did not begin");
  await pane.type("Make the door blue");
  await waitForEnd(stage);
  assertStringIncludes(api.main.map((asked) => asked.news).join("\n"), "Make the door blue");
  assertEquals((await readStop(stage))!.code, "complete");
});

inPane.test("Esc, then `start --resume` in a terminal: the next prompt resumes the loop", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    bash("timeout 60 tail -f /dev/null"),
    bash("echo again"),
    say("At it again."),
    tick(),
    say("Done."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("timeout 60");
  await pane.pressEsc();
  const { stdout } = await stage.ralph(["start", "--resume"]);
  assertStringIncludes(stdout, "Draw the door");
  assertMatch(stdout, /→ type anything in its window \(process \d+\)/);
  assert(!stdout.startsWith("WORKING"), stdout);
  await pane.type("Go on");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("the loop waits for a running subagent, then continues", async (stage) => {
  await startLoop(stage);
  const slow = async () => {
    await waitUntil(
      async () => (await readLoop(stage))?.last_decision?.kind === "wait",
      () => "the loop did not wait",
    );
    return say("The subagent is done.");
  };
  const agent = { description: "look", prompt: "Look around", "subagent_type": "general-purpose" };
  const steps = [call("Agent", agent), say("Sent."), say("It is back."), tick(), say("Done.")];
  const api = stage.serve(script(steps, say("More."), slow));
  await Pane.atWork(stage, api);
  await waitForEnd(stage);
  assertMatch(api.main[2]!.news, /task-notification/, "no continuation while it was away");
  assertMatch(api.main[3]!.news, /First prompt|Turn 1 of 99/);
});
