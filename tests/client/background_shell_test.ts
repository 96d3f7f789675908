import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  bash,
  client,
  inPane,
  Pane,
  playLoop,
  readLoop,
  readStop,
  runClient,
  say,
  script,
  startLoop,
  type Step,
  tick,
  waitForEnd,
} from "./harness/mod.ts";

/** A turn that leaves a server running, and the work that follows beside it. */
function workBeside(server: string, last: Step = say("Done.")): Step[] {
  return [
    bash(server, { "run_in_background": true }),
    say("The server runs."),
    bash("echo work"),
    say("Worked beside it."),
    tick(),
    last,
  ];
}

inPane.test("a dev server in the background does not end the loop", async (stage) => {
  await stage.write(".claude/ralph-config.json", '{ "wake_backoff_seconds": [2] }');
  await startLoop(stage);
  const api = stage.serve(script(workBeside("sleep 600")));
  await Pane.atWork(stage, api);
  assertEquals(await waitForEnd(stage), "complete");
  assertEquals(api.main.length, 6);
});

client.test("in `-p` the loop continues beside a background server", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  // The client itself ends only when the last background command does.
  const endServer = async () => {
    await stage.write("over", "");
    return say("Done.");
  };
  const api = stage.serve(
    script(workBeside("until [ -e over ]; do sleep 0.2; done", endServer)),
  );
  const run = await runClient(stage, api, "Work", { sessionId, timeoutMs: 45_000 });
  const stop = (await readStop(stage))!;
  assertEquals([run.code, stop.code], [0, "complete"]);
  assert(!api.main.slice(0, 6).some((asked) => asked.news.includes("<task-notification>")));
});

inPane.test("the loop waits for a short background command, which wakes it", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    bash("until [ -e over ]; do sleep 0.2; done; echo built", { "run_in_background": true }),
    say("The build runs."),
    tick(),
    say("Done."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("The loop waits");
  assertEquals((await readLoop(stage)).last_decision.kind, "wait");
  await stage.write("over", "");
  await waitForEnd(stage);
  assertMatch(api.main[2]!.news, /task-notification/);
});

client.test("in `-p` an agent that waits for its build keeps its loop", async (stage) => {
  let isBuilt = false;
  const { api, run } = await playLoop(stage, (asked) => {
    if (asked.index === 0) return bash("sleep 8; echo built", { "run_in_background": true });
    if (!asked.news.includes("task-notification")) {
      return say(isBuilt ? "All is done." : `I wait for the build, look ${asked.index}.`);
    }
    isBuilt = true;
    return tick();
  }, { run: { timeoutMs: 90_000 } });
  const stop = (await readStop(stage))!;
  assertEquals([run.code, stop.code, isBuilt], [0, "complete", true]);
  assert(api.main.length <= 12, `${api.main.length} requests: it is not asked again and again`);
});
