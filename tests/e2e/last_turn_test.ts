/**
 * Design §6 at a loop's end: the turn that the user's word cuts off counts, on every way out, and
 * the word never waits for it (design §4.2).
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { makeStage, type Stage } from "./_stage.ts";

/** Seconds of slack for the processes themselves. */
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

/** What history says of the loop's active time, in seconds. */
function toldSeconds(stage: Stage): number {
  const lines = stage.lines(stage.inHome("ralph", "history.jsonl"));
  assertEquals(lines.length, 1, "the loop has ended");
  return lines[0]?.["runtime_seconds"];
}

function assertCounted(stage: Stage): void {
  const found = toldSeconds(stage);
  assert(Math.abs(found - TURN_SECONDS) <= SLACK, `about ${TURN_SECONDS} s, found ${found} s`);
}

Deno.test("last turn: a session that closes while the loop is stopping", async () => {
  using stage = await working();
  await stage.ok(["stop"]);
  await stage.hook("session", stage.event("SessionEnd", { reason: "other" }));
  assertCounted(stage);
});

Deno.test("last turn: a session that closes on a kill switch says so, and not that it was stopped", async () => {
  using stage = await working();
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  await stage.hook("session", stage.event("SessionEnd", { reason: "other" }));
  assertEquals(stage.stopRecord()?.["code"], "kill-switch");
});
