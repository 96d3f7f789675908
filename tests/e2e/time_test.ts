/** What counts as active time. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { begin, continuationOf, makeStage, SESSION, type Stage, STRANGER } from "./_stage.ts";

/** Seconds that the processes of a test may take. */
const SLACK = 30;

function assertSeconds(actual: number, expected: number): void {
  assert(Math.abs(actual - expected) <= SLACK, `expected about ${expected} s, found ${actual} s`);
}

function runtime(stage: Stage): number {
  return stage.record()["accumulated_runtime_seconds"];
}

Deno.test("time: running, closing, resuming and ending count only active time", async () => {
  using stage = await makeStage({ start: ["-f", "PLAN.md"] });
  assertEquals(runtime(stage), 0);
  for (let minute = 0; minute < 5; minute++) {
    stage.wait(60);
    await stage.turn();
  }
  assertSeconds(runtime(stage), 300);
  await stage.raise("SessionEnd", { reason: "prompt_input_exit" });
  assertEquals(stage.record()["state"], "paused");
  stage.wait(600);
  await stage.raise("SessionStart", { source: "resume" });
  await stage.turn();
  assertSeconds(runtime(stage), 300);
  assertSeconds((await stage.status())["loop"].wall_hours * 3600, 900);
  stage.patchRecord({ accumulated_runtime_seconds: 9 * 3600 - 60 });
  stage.wait(30 * 3600);
  assert(continuationOf(await stage.turn()) !== null, "30 hours of silence do not count");
  stage.wait(100);
  assertEquals(await stage.lastTurn(), "max-runtime");
});

Deno.test("time: twelve hours with the lid closed do not count", async () => {
  using stage = await makeStage();
  await stage.turn();
  const before = runtime(stage);
  stage.wait(12 * 3600);
  const ran = await stage.raw("stop", JSON.stringify(stage.stopEvent()));
  assertSeconds(runtime(stage) - before, 0);
  const gap = stage.journal().find(({ code }) => code === "gap");
  assertMatch(String(gap?.["sentence"]), /^No activity for (?:11|12) h.*, not counted$/);
  assertStringIncludes(ran.stderr, String(gap?.["sentence"]));
});

Deno.test("time: start --resume gives the loop with its counters to a new session, twice", async () => {
  using stage = await makeStage();
  stage.wait(120);
  await stage.turn();
  await stage.raise("SessionEnd", { reason: "other" });
  stage.wait(8 * 3600);
  const begun = stage.event("SessionStart", { source: "startup", session_id: STRANGER });
  assertStringIncludes((await stage.hook("session", begun))["systemMessage"], "--resume");
  assertEquals(
    stage.record()["owner_session"],
    SESSION,
    "a new session does not take the loop over by itself",
  );

  const resumed = await begin(stage, ["--resume"], STRANGER);
  assertMatch(resumed, /^PLAN\.md +0 of 3 items done\nnext +one\n/m);
  const second = await stage.turn({ fields: { session_id: STRANGER } });
  assert(continuationOf(second) !== null);
  assertEquals(stage.record()["iteration"], 2);
  assertSeconds(runtime(stage), 120);
  assertEquals(await stage.turn(), {}, "the old session no longer owns the loop");

  await begin(stage, ["--resume"], SESSION);
  assert(continuationOf(await stage.turn()) !== null);
  assertEquals(stage.record()["iteration"], 3);
});

Deno.test("time: prompts that are typed while a turn works do not end the time before them", async () => {
  using stage = await makeStage({ start: ["-f", "PLAN.md"] });
  await stage.turn();
  for (let prompts = 0; prompts < 7; prompts++) {
    stage.wait(200);
    await stage.raise("UserPromptSubmit", { prompt: "use tabs, too" });
  }
  stage.wait(95);
  await stage.turn();
  assertSeconds(runtime(stage), 7 * 200 + 95);
});
