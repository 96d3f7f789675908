/** A loop ends before the client's cap on continuations, and continues in the form that the client honours. */
import { assert, assertEquals } from "@std/assert";
import { continuationOf, makeStage, RALPH, type Stage } from "./_stage.ts";

/** Answers without a tool call until the loop ends; returns the number of continuations. */
async function talkOn(stage: Stage, most: number, cap?: string): Promise<number> {
  const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap };
  for (let count = 0; count < most; count++) {
    if (continuationOf(await stage.turn({ tool: false }, { env })) === null) return count;
  }
  return most;
}

Deno.test("block budget: a cap of 3 is respected", async () => {
  using stage = await makeStage({ program: RALPH });
  assertEquals([await talkOn(stage, 5, "3"), stage.stopRecord()?.["code"]], [2, "no-tools"]);
});

Deno.test("block budget: a tool call written to the transcript while the hook waits resets the count", async () => {
  using stage = await makeStage();
  for (let turn = 0; turn < 7; turn++) await stage.turn({ tool: false });
  const { wait } = Atomics;
  const write = () => {
    stage.callTool("toolu_late");
    stage.say("late words");
    return "timed-out" as const;
  };
  Atomics.wait = write;
  try {
    const words = { stop_hook_active: true, last_assistant_message: "late words" };
    const answer = await stage.hook("stop", stage.event("Stop", words));
    assert(continuationOf(answer) !== null, JSON.stringify(answer));
  } finally {
    Atomics.wait = wait;
  }
});

Deno.test("block budget: without a transcript the answer is a block", async () => {
  using stage = await makeStage({ program: RALPH });
  const event = {
    ...stage.event("Stop", { last_assistant_message: "x" }),
    transcript_path: undefined,
  };
  assertEquals((await stage.hook("stop", event))["decision"], "block");
});
