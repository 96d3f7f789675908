import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  addHook,
  bash,
  call,
  clientTest,
  fail,
  Pane,
  readTranscript,
  runClient,
  say,
  script,
  waitUntil,
} from "./harness/mod.ts";

/** Waits for the event that a hook writes into a file. */
async function readEvent(path: string): Promise<Record<string, unknown>> {
  let text = "";
  await waitUntil(
    async () => (text = await Deno.readTextFile(path).catch(() => "")).trimEnd().endsWith("}"),
    () => `no event was written: ${text}`,
  );
  return JSON.parse(text);
}

clientTest("a turn with a tool call asks only the scripted API", async (stage) => {
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

clientTest("the namespace reaches no other network", async (stage) => {
  const api = stage.serve(
    script([bash("cat /proc/net/dev | tail -n +3 | cut -d: -f1"), say("Seen.")]),
  );
  await runClient(stage, api, "Look");
  assertEquals(api.main[1]!.news.trim(), "lo");
});

clientTest("a Stop hook that blocks once continues the turn", async (stage) => {
  const command = `grep -q '"stop_hook_active":true' && exit 0; ` +
    `echo '{"decision":"block","reason":"GO ON"}'`;
  await addHook(stage.home, "Stop", { command });
  const api = stage.serve(script([say("First."), say("Second.")]));
  const run = await runClient(stage, api, "Begin");
  assertEquals(run.result.result, "Second.");
  assertEquals(api.main.length, 2);
  assertStringIncludes(api.main[1]!.news, "Stop hook feedback:\nGO ON");
});

clientTest("a hook's systemMessage is seen in the stream", async (stage) => {
  await addHook(stage.home, "Stop", { command: `echo '{"systemMessage":"HOOK SAYS THIS"}'` });
  const run = await runClient(stage, stage.serve(), "Begin");
  assertStringIncludes(run.shown.join("\n"), "HOOK SAYS THIS");
});

clientTest("a hook's systemMessage is seen in the pane", async (stage) => {
  await addHook(stage.home, "Stop", { command: `echo '{"systemMessage":"HOOK SAYS THIS"}'` });
  const pane = await Pane.start(stage, stage.serve(script([say("Pane answer.")])));
  await pane.type("Begin");
  assertStringIncludes(await pane.waitFor("HOOK SAYS THIS"), "Pane answer.");
}, { pane: true });

clientTest("an API error in the pane raises StopFailure", async (stage) => {
  const log = `${stage.root}/failure.json`;
  await addHook(stage.home, "StopFailure", { command: `cat > '${log}'` });
  const api = stage.serve(() => fail(429, "rate_limit_error", "Limit reached"));
  const pane = await Pane.start(stage, api, { env: { CLAUDE_CODE_MAX_RETRIES: "0" } });
  await pane.type("Begin");
  await pane.waitFor("Limit reached");
  assertEquals((await readEvent(log)).error, "rate_limit");
}, { pane: true });

clientTest("a subagent's requests are distinguished from the main loop's", async (stage) => {
  const api = stage.serve(script([
    call("Agent", { description: "look", prompt: "Look around", subagent_type: "general-purpose" }),
    say("Sent."),
    say("Back."),
  ]));
  await runClient(stage, api, "Begin");
  const agents = api.asked.filter((asked) => asked.isSubagent);
  assertEquals(agents.length, 1);
  assertStringIncludes(agents[0]!.news, "Look around");
});

clientTest(
  "TERM ends the client with SessionEnd, and a resumed session keeps its id",
  async (stage) => {
    const log = `${stage.root}/end.json`;
    await addHook(stage.home, "SessionEnd", { command: `cat > '${log}'` });
    const stop = new AbortController();
    const api = stage.serve(async () => {
      stop.abort();
      await waitUntil(() => Deno.stat(log).then(() => true, () => false), () => "no SessionEnd");
      return say("Too late.");
    });
    const first = await runClient(stage, api, "Begin", { terminate: stop.signal });
    assertEquals((await readEvent(log)).reason, "other");
    const second = await runClient(stage, stage.serve(), "Again", { resume: first.sessionId });
    assertEquals([second.code, second.sessionId], [0, first.sessionId]);
  },
);

clientTest("a client that hangs is killed after its timeout", async (stage) => {
  const api = stage.serve(() => new Promise(() => {}));
  const run = await runClient(stage, api, "Begin", { timeoutMs: 2500 });
  assertEquals([run.timedOut, run.code], [true, 124]);
});
