import { assertEquals, assertStringIncludes } from "@std/assert";
import { bash, client, readStop, runClient, say, script, startLoop, tick } from "./harness/mod.ts";

client.test("a failing verification is in the prompt, and gates the end", async (stage) => {
  const sessionId = crypto.randomUUID();
  const args = ["--verify", "sh -c 'cat built.txt || { echo BUILD IS MISSING; exit 1; }'"];
  await startLoop(stage, { sessionId, args });
  const api = stage.serve(script([
    tick(),
    say("All ticked."),
    bash("echo ok > built.txt"),
    say("Now it is built."),
  ]));
  await runClient(stage, api, "Work", { sessionId });
  assertStringIncludes(api.main[2]!.news, "BUILD IS MISSING");
  assertEquals((await readStop(stage))!.code, "complete");
  assertEquals(api.main.length, 4);
});
