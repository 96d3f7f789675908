import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  bash,
  call,
  client,
  inPane,
  Pane,
  playLoop,
  readLoop,
  readStop,
  runClient,
  say,
  script,
  startLoop,
  tick,
  waitForEnd,
  waitUntil,
} from "./harness/mod.ts";

client.test("the agent cannot remove, overwrite or edit the loop's files", async (stage) => {
  const state = stage.resolve(".claude/ralph-state.json");
  const attempts = [
    bash("rm .claude/loop-enabled"),
    bash("cd .claude && rm -f loop-*"),
    bash("rm -rf .claude ./*"),
    bash("touch .claude/STOP_LOOP"),
    bash("ralph stop"),
    call("Write", { file_path: state, content: "{}" }),
    call("Write", { file_path: stage.resolve("~/.claude/ralph/trust.json"), content: "{}" }),
  ];
  const { api, run } = await playLoop(stage, [
    ...attempts,
    bash("cat .claude/loop-enabled"),
    tick(),
    say("Done."),
  ]);

  attempts.forEach((attempt, index) => {
    const answer = api.main[index + 1]!.news;
    assertMatch(answer, /PreToolUse:\w+ hook error: .{10,}/, JSON.stringify(attempt));
  });
  assert(!api.main[attempts.length + 1]!.news.includes("hook error"), "reading passes");
  assertEquals((await readStop(stage))!.code, "complete", "the loop ran to its end");
  assertEquals(run.result.permission_denials.length, attempts.length);
});

client.test("a file tool or a command through a linked folder is refused", async (stage) => {
  const sessionId = crypto.randomUUID();
  await stage.write(".claude/ralph-templates/continue.md", "Go on.\n");
  await startLoop(stage, { sessionId });
  const template = stage.resolve("cl/ralph-templates/continue.md");
  const attempts = [
    call("Write", { file_path: stage.resolve("cl/ralph-templates/new.md"), content: "Stop.\n" }),
    call("Read", { file_path: template }),
    call("Write", { file_path: template, content: "Stop.\n" }),
    call("Edit", { file_path: template, old_string: "Go on.", new_string: "Stop." }),
  ];
  const link = bash("ln -s .claude cl");
  const strike = bash("rm cl/loop-enabled");
  const api = stage.serve(script([link, ...attempts, strike, tick(), say("Done.")]));
  const run = await runClient(stage, api, "Work", { sessionId });
  assertEquals(run.result.permission_denials.length, 4);
  assertEquals(await stage.read(".claude/ralph-templates/continue.md"), "Go on.\n");
  assertEquals(await stage.read(".claude/ralph-templates/new.md"), undefined);
  assertEquals((await readStop(stage))!.code, "complete", "the loop ran to its end");
});

client.test("another session of the project is guarded too", async (stage) => {
  await startLoop(stage, { sessionId: crypto.randomUUID() });
  const api = stage.serve(script([bash("rm .claude/loop-enabled"), say("Tried.")]));
  await runClient(stage, api, "Clean up");
  assertMatch(api.main[1]!.news, /hook error/);
  assert(await readLoop(stage) !== undefined);
  assert(await stage.read(".claude/loop-enabled") !== undefined);
});

client.test("without a loop nothing is denied", async (stage) => {
  await stage.ralph(["hooks", "install"]);
  await stage.write(".claude/loop-enabled", "left over");
  const api = stage.serve(script([bash("rm .claude/loop-enabled && echo gone"), say("Done.")]));
  await runClient(stage, api, "Clean up");
  assertEquals(api.main[1]!.news.trim(), "gone");
});

inPane.test("an unattended question is answered at once", async (stage) => {
  await startLoop(stage);
  const options = [{ label: "Red", description: "warm" }, { label: "Green", description: "calm" }];
  const questions = [{ question: "Which colour?", header: "Colour", multiSelect: false, options }];
  const api = stage.serve(
    script([call("AskUserQuestion", { questions }), tick(), say("I chose red.")]),
  );
  await Pane.atWork(stage, api);
  await waitUntil(() => api.main.length >= 2, () => "the question was left open");
  assertMatch(api.main[1]!.news, /hook error: .*decide/i);
  assertEquals(await waitForEnd(stage), "complete");
});
