import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { bash, client, readTranscript, runClient, say, script } from "./harness/mod.ts";

client.test("a turn with a tool call asks only the scripted API", async (stage) => {
  const api = stage.serve(script([bash("echo tool-ran; ls"), say("All done here.")]));
  const run = await runClient(stage, api, "Say hello");
  assertEquals(run.code, 0, run.stderr);
  assertEquals(run.result.result, "All done here.");
  assertEquals(api.main.length, 2);
  assertStringIncludes(api.main[1]!.news, "tool-ran\nREADME.md");
  assertEquals(api.strays, []);
  const kinds = (await readTranscript(run.transcript)).map((line) => line.type);
  assert(kinds.includes("assistant"));
});

client.test("the namespace reaches no other network", async (stage) => {
  const api = stage.serve(
    script([bash("cat /proc/net/dev | tail -n +3 | cut -d: -f1"), say("Seen.")]),
  );
  await runClient(stage, api, "Look");
  assertEquals(api.main[1]!.news.trim(), "lo");
});

client.test("a client that hangs is killed after its timeout", async (stage) => {
  const api = stage.serve(() => new Promise(() => {}));
  const run = await runClient(stage, api, "Begin", { timeoutMs: 2500 });
  assertEquals([run.timedOut, run.code], [true, 124]);
});
