/** Failures of the predecessor that no other file tests. */
import { assert, assertEquals } from "@std/assert";
import { jsonl, withTranscript, words } from "../evidence/transcript/_entries.ts";
import { readTranscript, START_OF_TRANSCRIPT } from "../../src/evidence/transcript/transcript.ts";
import { begin, continuationOf, makeStage, PLAN, RALPH, Stage } from "./_stage.ts";

const DONE = "- [x] one\n- [x] two\n- [x] three\n";

Deno.test("history: the agent's answer is read as text and as blocks", () => {
  const blocks = words(1, "from a block");
  const text = { ...words(2, ""), message: { role: "assistant", content: "from a text" } };
  for (const [line, said] of [[blocks, "from a block"], [text, "from a text"]] as const) {
    withTranscript(jsonl(line), (path) => {
      assertEquals(readTranscript(path, START_OF_TRANSCRIPT).lastText, said);
    })();
  }
});

Deno.test("history: a finished task is complete, not stuck, though the agent repeats itself", async () => {
  using stage = await makeStage();
  for (let turn = 0; turn < 4; turn++) {
    assert(continuationOf(await stage.turn({ message: "Nothing left to do." })) !== null);
  }
  stage.put("PLAN.md", DONE);
  assertEquals(await stage.lastTurn({ message: "Nothing left to do." }), "complete");
});

Deno.test("history: a kill switch that several hooks see at once ends the loop once", async () => {
  using stage = await makeStage({ program: RALPH });
  stage.kill();
  const call = stage.event("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
  await Promise.all([
    stage.hook("guard", call),
    stage.hook("guard", { ...call, tool_use_id: "toolu_2" }),
    stage.hook("stop", stage.stopEvent()),
  ]);
  assertEquals(stage.lines(stage.inHome("ralph", "history.jsonl")).length, 1);
  assertEquals([stage.hasLoop(), stage.stopRecord()?.["code"]], [false, "kill-switch"]);
  await begin(stage, ["-f", "PLAN.md"]);
  assert(continuationOf(await stage.turn()) !== null, "the next loop continues");
});

Deno.test("history: a loop runs in an empty home", async () => {
  using stage = new Stage();
  Deno.removeSync(stage.inHome(), { recursive: true });
  Deno.removeSync(stage.mark("."), { recursive: true });
  stage.put("PLAN.md", PLAN);
  await stage.ok(["hooks", "install"]);
  await begin(stage, ["-f", "PLAN.md", "--until-done"]);
  assert(continuationOf(await stage.turn()) !== null);
  stage.put("PLAN.md", DONE);
  assertEquals(await stage.lastTurn(), "complete");
});
