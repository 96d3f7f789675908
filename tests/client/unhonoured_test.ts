import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import {
  addHook,
  bash,
  client,
  inPane,
  Pane,
  runClient,
  say,
  script,
  type Stage,
  startLoop,
  tick,
  waitForEnd,
  waitUntil,
} from "./harness/mod.ts";

/** The client ends a turn after two continuations in a row; ralph does not see the cap. */
const CAP = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "2" };

/** Shows the hook a cap of 0, which means no cap. */
async function hideCap(stage: Stage): Promise<void> {
  const path = stage.resolve("~/.claude/settings.json");
  const settings = await Deno.readTextFile(path);
  const blind = settings.replace(
    /set -- \S+ hook stop;/,
    "export CLAUDE_CODE_STOP_HOOK_BLOCK_CAP=0; $&",
  );
  assert(blind !== settings, "the registered command has another form now");
  await Deno.writeTextFile(path, blind);
}

/** The journal's notes on continuations that were not honoured. */
async function notes(stage: Stage): Promise<{ event: string; sentence: string }[]> {
  const loops = stage.resolve("~/.claude/ralph/loops");
  const entries = await Array.fromAsync(Deno.readDir(loops));
  const texts = await Promise.all(
    entries.map(({ name }) => Deno.readTextFile(join(loops, name, "journal.jsonl"))),
  );
  return texts.flatMap((text) => text.trim().split("\n")).map((line) => JSON.parse(line))
    .filter(({ code }) => code === "not-honoured");
}

inPane.test("a continuation that the client's cap overrides is shown in the pane", async (stage) => {
  await startLoop(stage);
  await hideCap(stage);
  const api = stage.serve(
    script([say("One."), say("Two."), say("Three."), bash("echo a"), say("Four."), tick()]),
  );
  const pane = await Pane.atWork(stage, api, { env: CAP });
  await pane.waitFor("consecutive times");
  // The client shows the line before it writes it to the transcript.
  let sentence = "";
  await waitUntil(async () => {
    const { loop } = JSON.parse((await stage.ralph(["status", "--json"])).stdout);
    sentence = loop.unhonoured?.sentence ?? "";
    return sentence !== "";
  }, () => "status does not know that the cap was reached");
  assertStringIncludes(sentence, "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");

  await pane.type("What is going on?");
  await pane.waitFor("Claude Code did not go on: its cap");
  assertEquals(await waitForEnd(stage), "complete", "the loop continued with that turn");
  assertEquals((await notes(stage)).map(({ event }) => event), ["UserPromptSubmit"]);
});

client.test("without a terminal the override is journalled at the end of the session", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  await hideCap(stage);
  const api = stage.serve(() => say("Words."));
  await runClient(stage, api, "Work", { sessionId, env: CAP });
  assertEquals(api.main.length, 3);
  assertEquals((await notes(stage)).map(({ event }) => event), ["SessionEnd"]);
});

inPane.test("another Stop hook that ends the turn is shown at the next prompt", async (stage) => {
  await startLoop(stage);
  const switchFile = stage.resolve("hold");
  await stage.write("hold", "");
  await addHook(stage.home, "Stop", {
    command: `[ -e '${switchFile}' ] && echo '{"continue":false,"stopReason":"held"}' || true`,
  });
  const api = stage.serve(script([say("One."), say("Two."), tick(), say("Done.")]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("held");
  await Deno.remove(switchFile);
  await pane.type("What is going on?");
  await pane.waitFor("another Stop hook of yours ended the turn");
  await waitForEnd(stage);
});

inPane.test("steering an agent that thinks adds no note", async (stage) => {
  await startLoop(stage);
  const think = async () => {
    await new Promise((resolve) => setTimeout(resolve, 4000));
    return bash("echo thought");
  };
  const api = stage.serve(script([say("One."), think, say("Two."), tick(), say("Done.")]));
  const pane = await Pane.atWork(stage, api);
  await waitUntil(() => api.main.length >= 2, () => "the loop did not go on");
  await pane.type("Make the door blue");
  await waitForEnd(stage);
  assertStringIncludes(api.main.map((asked) => asked.news).join("\n"), "Make the door blue");
  assertEquals(await notes(stage), []);
});
