/** A loop ends before the client's cap on continuations, and continues in the form that the client honours. */
import { assert, assertEquals } from "@std/assert";
import { type Answer, continuationOf, makeStage, RALPH, type Stage } from "./_stage.ts";

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

/** A tool call whose line comes 120 ms after the hook began, which waits for it at most 200 ms. */
async function answerLateCall(): Promise<Answer> {
  using stage = await makeStage({ program: RALPH });
  for (let turn = 0; turn < 7; turn++) await stage.turn({ tool: false });
  const event = stage.event("Stop", {
    stop_hook_active: true,
    last_assistant_message: "late words",
  });
  return await stage.hook("stop", event, {
    onStart: () => {
      setTimeout(() => {
        stage.callTool("toolu_late");
        stage.say("late words");
      }, 120);
    },
  });
}

Deno.test("block budget: a tool call written to the transcript while the hook waits resets the count", async () => {
  // On a busy machine this process may be slower than the hook waits: then it is tried again.
  let answer: Answer = {};
  for (let tries = 0; tries < 20 && continuationOf(answer) === null; tries++) {
    answer = await answerLateCall();
  }
  assert(continuationOf(answer) !== null, JSON.stringify(answer));
});

Deno.test("block budget: without a transcript the answer is a block", async () => {
  using stage = await makeStage({ program: RALPH });
  const event = {
    ...stage.event("Stop", { last_assistant_message: "x" }),
    transcript_path: undefined,
  };
  assertEquals((await stage.hook("stop", event))["decision"], "block");
});
