/** The limits on hours and tokens are hard within a turn: tool calls past them end it. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Answer, makeStage, type Stage } from "./_stage.ts";
import type { Clock } from "./_here.ts";

/** A clock that a test turns. */
function turnedClock(): Clock & { aheadMs: number } {
  const clock = {
    aheadMs: 0,
    nowMs: () => Date.now() + clock.aheadMs,
    sleep: () => Promise.resolve(),
  };
  return clock;
}

/** What the agent is told beside a call; empty if nothing. */
function toldIn(answer: Answer): string {
  return answer["hookSpecificOutput"]?.additionalContext ?? "";
}

function assertEnded(stage: Stage, answer: Answer, code: string, reason: RegExp): void {
  assertEquals(answer["continue"], false);
  assertEquals(answer["hookSpecificOutput"].permissionDecision, "deny");
  assertMatch(answer["systemMessage"], /^ralph: out of /);
  assertEquals(stage.hasLoop(), false);
  assertEquals(stage.stopRecord()?.["code"], code);
  assertMatch(stage.stopRecord()?.["reason"], reason);
}

Deno.test("turn limit: past the hours the agent is told to finish, and the next call ends the turn", async () => {
  using stage = await makeStage({ start: ["-f", "PLAN.md", "--until-done", "--max-hours", "1"] });
  const clock = turnedClock();
  await stage.turn({}, { clock });
  for (let minute = 4; minute < 60; minute += 4) {
    clock.aheadMs = minute * 60_000;
    assertEquals(toldIn(await stage.bash("make", { clock })), "", `minute ${minute}`);
  }
  clock.aheadMs = 60.1 * 60_000;
  const told = await stage.bash("make", { clock });
  assertMatch(toldIn(told), /^ralph: Maximum runtime \(1h\) reached\. Finish now/);
  assertEquals(told["continue"], undefined);
  // Calls of the same answer were made before it was read.
  assertEquals((await stage.bash("make test", { clock }))["continue"], undefined);
  clock.aheadMs += 60_000;
  assertEnded(stage, await stage.bash("make", { clock }), "max-runtime", /Maximum runtime/);
});

Deno.test("turn limit: a pause within the turn does not count, and what it costs is looked at rarely", async () => {
  using stage = await makeStage({ start: ["-f", "PLAN.md", "--until-done", "--max-hours", "1"] });
  const clock = turnedClock();
  await stage.turn({}, { clock });
  clock.aheadMs = 10 * 3_600_000;
  assertEquals(toldIn(await stage.bash("make", { clock })), "");
  clock.aheadMs += 60_000;
  assertEquals(toldIn(await stage.bash("make", { clock })), "");
  assertEquals(stage.hasLoop(), true);
});

Deno.test("turn limit: past the tokens the agent is told to finish, and the next call ends the turn", async () => {
  const start = ["-f", "PLAN.md", "--until-done", "--max-tokens", "40"];
  using stage = await makeStage({ start });
  const clock = turnedClock();
  await stage.turn({}, { clock });
  const use = (id: string, tokens: number) =>
    stage.write({
      type: "assistant",
      message: { id, role: "assistant", content: [], usage: { output_tokens: tokens } },
    });
  use("one", 30);
  assertEquals(toldIn(await stage.bash("make", { clock })), "");
  use("two", 60);
  assertStringIncludes(toldIn(await stage.bash("make", { clock })), "Maximum tokens (40) reached");
  clock.aheadMs = 10_000;
  assertEnded(stage, await stage.bash("make", { clock }), "max-tokens", /Maximum tokens \(40\)/);
});

Deno.test("turn limit: an agent that ends its turn when it is told ends the loop by the limit", async () => {
  using stage = await makeStage({ start: ["-f", "PLAN.md", "--until-done", "--max-tokens", "40"] });
  await stage.turn();
  stage.write({
    type: "assistant",
    message: { id: "m", role: "assistant", content: [], usage: { output_tokens: 60 } },
  });
  assertMatch(toldIn(await stage.bash("make")), /Finish now/);
  assertEquals(await stage.lastTurn(), "max-tokens");
});
