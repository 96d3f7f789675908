/** The active time of a turn counts when the user ends the loop during it, in every way. */
import { assert, assertEquals } from "@std/assert";
import { type Answer, makeStage, type Stage } from "./_stage.ts";

/** Seconds that the processes of a test may take. */
const SLACK = 30;
const TURN_SECONDS = 120;

/** A loop whose running turn has worked for two minutes since the last Stop. */
async function working(): Promise<Stage> {
  const stage = await makeStage();
  await stage.turn();
  stage.callTool("toolu_work");
  stage.wait(TURN_SECONDS);
  stage.say("still at it");
  return stage;
}

/** The loop's active time in the history, in seconds. */
function recordedSeconds(stage: Stage): number {
  const lines = stage.lines(stage.inHome("ralph", "history.jsonl"));
  assertEquals(lines.length, 1, "the loop has ended");
  return lines[0]?.["runtime_seconds"];
}

function assertCounted(stage: Stage): void {
  const seconds = recordedSeconds(stage);
  assert(
    Math.abs(seconds - TURN_SECONDS) <= SLACK,
    `expected about ${TURN_SECONDS} s, found ${seconds} s`,
  );
}

function stopEvent(stage: Stage) {
  return stage.stopEvent({ fields: { stop_hook_active: true } });
}

const stops = (stage: Stage) => stage.hook("stop", stopEvent(stage));

const WAYS: Readonly<Record<string, (stage: Stage) => Promise<Answer>>> = {
  "a kill switch at Stop": (stage) => {
    stage.kill();
    return stops(stage);
  },
  "`ralph stop` while it runs": async (stage) => {
    await stage.ok(["stop"]);
    return await stops(stage);
  },
  "a marker that was deleted": (stage) => {
    Deno.removeSync(stage.mark("loop-enabled"));
    return stops(stage);
  },
  "a kill switch at a tool call": (stage) => {
    stage.kill();
    const call = { tool_name: "Bash", tool_use_id: "t", tool_input: { command: "make" } };
    return stage.hook("guard", stage.event("PreToolUse", call));
  },
};

for (const [way, end] of Object.entries(WAYS)) {
  Deno.test(`last turn: ${way}`, async () => {
    using stage = await working();
    assertEquals((await end(stage))["continue"], false);
    assertCounted(stage);
  });
}

Deno.test("last turn: a session that closes while the loop is stopping", async () => {
  using stage = await working();
  await stage.ok(["stop"]);
  await stage.raise("SessionEnd", { reason: "other" });
  assertCounted(stage);
});

Deno.test("last turn: a kill switch ends the loop although the transcript cannot be read", async () => {
  using stage = await working();
  stage.kill();
  const event = stopEvent(stage);
  Deno.removeSync(stage.transcript());
  Deno.mkdirSync(stage.transcript());
  assertEquals((await stage.hook("stop", event))["continue"], false);
  assert(recordedSeconds(stage) >= 0);
});

Deno.test("last turn: a session that closes with a kill switch is recorded as killed", async () => {
  using stage = await working();
  stage.kill();
  await stage.raise("SessionEnd", { reason: "other" });
  assertEquals(stage.stopRecord()?.["code"], "kill-switch");
});
