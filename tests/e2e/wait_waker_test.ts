/** The asynchronous Stop hook wakes a session that waits for a background command too long. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SleepersClock } from "./_here.ts";
import {
  continuationOf,
  type Fields,
  makeSleeper,
  makeStage,
  promptOf,
  type Ran,
  type Stage,
} from "./_stage.ts";

const SHELL = {
  id: "b1",
  type: "shell",
  status: "running",
  description: "serve",
  command: "npm start",
};

function stopWithShell(stage: Stage): Fields {
  return stage.stopEvent({ fields: { background_tasks: [SHELL] } });
}

/** The hook beside a Stop; its sleep takes no time if it is to wake. */
function besideStop(
  stage: Stage,
  event: Fields,
  env: Record<string, string> = {},
  clock = new SleepersClock(),
): Promise<Ran> {
  return stage.call("session", event, { env, clock });
}

function assertSilent(ran: Ran): void {
  assertEquals([ran.code, ran.stdout.trim()], [0, "{}"], ran.stderr);
}

Deno.test("wait waker: a session that waits for a dev server is woken, and the loop continues", async () => {
  using stage = await makeSleeper(1);
  const event = stopWithShell(stage);
  const [answer, waker] = await Promise.all([
    stage.hook("stop", event),
    stage.raw("session", JSON.stringify(event)),
  ]);
  assertEquals(continuationOf(answer), null);
  assertEquals([waker.code, waker.stdout], [2, ""]);
  assertStringIncludes(waker.stderr, "Still running in the background: serve");
  assertEquals([stage.record()["turn"].state, stage.record()["wakes"]], ["running", 1]);
  assertStringIncludes(
    promptOf(await stage.hook("stop", stopWithShell(stage))),
    "serve",
  );
});

Deno.test("wait waker: it wakes the session although the client started it late", async () => {
  using stage = await makeSleeper(1);
  const event = stopWithShell(stage);
  await stage.hook("stop", event);
  stage.wait(2);
  const clock = new SleepersClock();
  clock.isSkipping = true;
  assertEquals((await besideStop(stage, event, {}, clock)).code, 2);
});

Deno.test("wait waker: a Stop that continues or ends the loop does not wake the session", async () => {
  using stage = await makeSleeper(1);
  const busy = stage.stopEvent();
  const [, first] = await Promise.all([stage.hook("stop", busy), besideStop(stage, busy)]);
  assertSilent(first);
  const done = {
    ...stopWithShell(stage),
    last_assistant_message: "<blocked>a key</blocked>",
    background_tasks: [{ ...SHELL, status: "completed" }],
  };
  const [, second] = await Promise.all([stage.hook("stop", done), besideStop(stage, done)]);
  assertEquals(stage.stopRecord()?.["code"], "blocked");
  assertSilent(second);
});

Deno.test("wait waker: in -p the wait of an agent that only talks ends the loop", async () => {
  using stage = await makeStage();
  const config = JSON.stringify({ wake_backoff_seconds: [1], max_wakes: 2 });
  Deno.writeTextFileSync(stage.mark("ralph-config.json"), config);
  // This client honours one continuation without a tool call.
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "0", CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "2" };
  const fields = { background_tasks: [SHELL], stop_hook_active: true };
  assert(continuationOf(await stage.turn({ fields }, { env })) !== null);
  const event = stage.stopEvent({ tool: false, fields });
  const [answer, waker] = await Promise.all([
    stage.hook("stop", event, { env }),
    besideStop(stage, event, env),
  ]);
  assertEquals(continuationOf(answer), null);
  assertSilent(waker);
  const stop = stage.stopRecord();
  assertEquals([stop?.["code"], stage.hasLoop()], ["stuck", false]);
  assertStringIncludes(stop?.["reason"], "serve, which did not end");
});

Deno.test("wait waker: in -p it ends at once if the loop continues", async () => {
  using stage = await makeSleeper(3600);
  const event = stopWithShell(stage);
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "0" };
  const [, waker] = await Promise.all([
    stage.hook("stop", event, { env }),
    besideStop(stage, event, env),
  ]);
  assertSilent(waker);
});

for (
  const [what, end] of [
    [
      "a person who types",
      (stage: Stage) => stage.raise("UserPromptSubmit", { prompt: "hello" }),
    ],
    [
      "the task's own end",
      (stage: Stage) =>
        stage.raise("UserPromptSubmit", { prompt: "<task-notification>x</task-notification>" }),
    ],
    ["ralph stop", (stage: Stage) => stage.ok(["stop"])],
    ["the kill switch", (stage: Stage) => stage.kill()],
    ["the session's end", (stage: Stage) => stage.raise("SessionEnd")],
  ] as const
) {
  Deno.test(`wait waker: ${what} ends the sleep with exit 0`, async () => {
    using stage = await makeSleeper(3600);
    const event = stopWithShell(stage);
    const waker = besideStop(stage, event);
    await stage.hook("stop", event);
    await end(stage);
    // By itself it would sleep for an hour.
    assertSilent(await waker);
  });
}
