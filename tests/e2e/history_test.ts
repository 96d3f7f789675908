/**
 * The predecessor's history: each of its lessons that concerns a loop has a test here or elsewhere,
 * and the table says where. A test that is renamed or removed is missed here.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { jsonl, withTranscript, words } from "../evidence/_entries.ts";
import { readTranscript, START_OF_TRANSCRIPT } from "../../src/evidence/transcript/transcript.ts";
import { LESSONS, STILL_BROKEN } from "./_history.ts";
import { begin, continuationOf, makeStage, PLAN, Stage } from "./_stage.ts";

const TESTS = fromFileUrl(new URL("../", import.meta.url));
const DONE = "- [x] one\n- [x] two\n";

for (const [title, table] of Object.entries({ LESSONS, STILL_BROKEN })) {
  for (const [lesson, places] of Object.entries(table)) {
    Deno.test(`history: ${title} ${lesson} has its test`, () => {
      assert(places.length > 0);
      for (const [file, name] of places) {
        const isThere = Deno.readTextFileSync(join(TESTS, file)).includes(name);
        assert(isThere, `No test "${name}" in tests/${file}`);
      }
    });
  }
}

Deno.test("history: the agent's words are read as text and as blocks (lesson 3)", () => {
  const blocks = words(1, "from a block");
  const text = { ...words(2, ""), message: { role: "assistant", content: "from a text" } };
  for (const [line, said] of [[blocks, "from a block"], [text, "from a text"]] as const) {
    withTranscript(jsonl(line), (path) => {
      assertEquals(readTranscript(path, START_OF_TRANSCRIPT).lastAssistant?.text, said);
    })();
  }
});

Deno.test("history: a task that is finished by an agent that repeats itself is complete, not stuck (lesson 15)", async () => {
  using stage = await makeStage();
  for (let turn = 0; turn < 4; turn++) {
    assert(continuationOf(await stage.turn({ message: "Nothing left to do." })) !== null);
  }
  Deno.writeTextFileSync(stage.plan, DONE);
  const answer = await stage.turn({ message: "Nothing left to do." });
  assertStringIncludes(answer["systemMessage"], "ralph: done");
});

Deno.test("history: a kill switch that two hooks take at once ends the loop once (lesson 40)", async () => {
  using stage = await makeStage();
  Deno.writeTextFileSync(stage.mark("STOP_LOOP"), "");
  const call = stage.event("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
  await Promise.all([
    stage.hook("guard", call),
    stage.hook("guard", { ...call, tool_use_id: "toolu_2" }),
    stage.hook("stop", stage.stopEvent()),
  ]);
  assertEquals(stage.lines(stage.inHome("ralph", "history.jsonl")).length, 1);
  assertEquals([stage.hasLoop(), stage.stopRecord()?.["code"]], [false, "kill-switch"]);
  await begin(stage, ["-f", "PLAN.md"]);
  assert(continuationOf(await stage.turn()) !== null, "the next loop knows nothing of it");
});

Deno.test("history: a user whose home holds nothing yet gets a loop (lesson 41)", async () => {
  using stage = new Stage();
  Deno.removeSync(stage.inHome(), { recursive: true });
  Deno.removeSync(stage.mark("."), { recursive: true });
  Deno.writeTextFileSync(stage.plan, PLAN);
  await stage.ok(["hooks", "install"]);
  await begin(stage, ["-f", "PLAN.md", "--until-done"]);
  assert(continuationOf(await stage.turn()) !== null);
  Deno.writeTextFileSync(stage.plan, DONE);
  assertStringIncludes((await stage.turn())["systemMessage"], "ralph: done");
});
