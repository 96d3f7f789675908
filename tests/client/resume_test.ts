import { assertEquals, assertMatch } from "@std/assert";
import {
  bash,
  client,
  readLoop,
  readStop,
  runClient,
  say,
  script,
  type Stage,
  startLoop,
  tick,
} from "./harness/mod.ts";

/** Lets a session work for two iterations, then terminates it. */
async function workAndShutDown(stage: Stage, sessionId: string): Promise<void> {
  const shutdown = new AbortController();
  const ended = Promise.withResolvers<void>();
  const api = stage.serve(script([
    bash("echo one > one.txt"),
    say("One."),
    bash("echo two > two.txt"),
    say("Two."),
    async () => {
      shutdown.abort();
      await ended.promise;
      return say("Nobody hears this.");
    },
  ]));
  const options = { sessionId, terminate: shutdown.signal };
  await runClient(stage, api, "Work", options).finally(ended.resolve);
}

client.test("closing the session pauses the loop, resuming it keeps the counters", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  await workAndShutDown(stage, sessionId);
  const paused = await readLoop(stage);
  assertEquals([paused.state, paused.pause.why], ["paused", "session-closed"]);
  assertEquals(paused.iteration, 2);

  const api = stage.serve(script([bash("echo three"), say("Three."), tick(), say("Done.")]));
  const run = await runClient(stage, api, "Go on", { resume: sessionId });

  assertEquals(run.sessionId, sessionId);
  assertMatch(api.main[2]!.news, /Turn 3 of 99/);
  const stop = (await readStop(stage))!;
  assertEquals([stop.code, stop.loop_id], ["complete", paused.id]);
});

client.test("a new session takes a paused loop over only by `start --resume`", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  await workAndShutDown(stage, sessionId);
  const other = stage.serve(script([say("Hello.")]));
  await runClient(stage, other, "Hello");
  assertEquals(other.main.length, 1);
  assertEquals((await readLoop(stage)).state, "paused");

  const successor = crypto.randomUUID();
  await stage.ralph(["start", "--resume", "--session", successor]);
  const api = stage.serve(script([bash("echo three"), say("Three."), tick(), say("Done.")]));
  await runClient(stage, api, "Go on", { sessionId: successor });
  assertMatch(api.main[2]!.news, /Turn 3 of 99/);
  assertEquals((await readStop(stage))!.session_id, successor);
});
