import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  type Asked,
  bash,
  call,
  inPane,
  Pane,
  readLoop,
  readStatus,
  say,
  script,
  startLoop,
  tick,
  waitForEnd,
  waitForState,
  waitUntil,
} from "./harness/mod.ts";

/** A command that runs for some seconds; the client refuses a bare `sleep`. */
function hold(seconds: number): ReturnType<typeof bash> {
  return bash(`timeout ${seconds} tail -f /dev/null; true`);
}

function heard({ messages }: Asked): string {
  return messages.map(({ text }) => text).join("\n");
}

inPane.test("after Esc status says PAUSED, and a typed sentence resumes the loop", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    bash("echo one"),
    say("One."),
    hold(60),
    hold(15),
    tick(),
    say("Done."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("timeout 60");
  assertEquals((await waitForState(stage, "working")).how_to_continue, null);
  await pane.pressEsc();
  const paused = await waitForState(stage, "paused");
  assertStringIncludes(paused.what, "you pressed Esc");
  assertStringIncludes(paused.how_to_continue ?? "", "type anything");

  await pane.type("go on please");
  await waitForState(stage, "working");
  await pane.waitFor("After your Esc the loop continues");
  assertStringIncludes(heard(api.main[3]!), "PLAN.md");
  assertEquals(await waitForEnd(stage), "complete");
  assertEquals((await readStatus(stage)).state, "done");
});

inPane.test("a permission prompt is WAITING FOR YOU, and its answer is WORKING", async (stage) => {
  await startLoop(stage);
  const command = "mkdir one && timeout 12 tail -f /dev/null";
  const api = stage.serve(script([bash(command), say("One."), say("<blocked>it</blocked>")]));
  const pane = await Pane.atWork(stage, api, { permissionMode: "default" });
  await pane.waitFor("Do you want to proceed?");
  const waiting = await waitForState(stage, "waiting_for_you");
  assertEquals(waiting.what, `Claude Code asks for permission: Bash ${command}`);
  // Nobody answers within a second, and what began in the second of the prompt may be older than it.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await pane.keys("Enter");
  await waitForState(stage, "working");
  assertEquals(api.main.length, 1, "the command that was allowed still runs");
  await waitUntil(() => api.main.length >= 2, () => "the command did not end");
  await waitUntil(
    async () => (await readLoop(stage))?.user_wait == null,
    () => "the wait was not cleared",
  );
});

for (const [what, keys] of [["Esc", ["Escape"]], ["No", ["Up", "Enter"]]] as const) {
  inPane.test(`${what} at a permission prompt is PAUSED, no longer WAITING FOR YOU`, async (stage) => {
    await startLoop(stage);
    const api = stage.serve(script([bash("mkdir one")]));
    const pane = await Pane.atWork(stage, api, { permissionMode: "default" });
    await pane.waitFor("Do you want to proceed?");
    await waitForState(stage, "waiting_for_you");
    for (const key of keys) await pane.keys(key);
    // The client says that it rests a moment before its transcript says why.
    await waitUntil(
      async () => (await readStatus(stage)).what === "you answered a prompt with No or Esc",
      () => "status never said what was answered",
    );
    assertEquals((await readStatus(stage)).state, "paused");
  });
}

inPane.test("a question to a person is WAITING FOR YOU until it is answered", async (stage) => {
  await stage.write(".claude/ralph-config.json", '{ "unattended": false }');
  await startLoop(stage);
  const options = [{ label: "Red", description: "r" }, { label: "Blue", description: "b" }];
  const question = { question: "Which colour?", header: "Colour", multiSelect: false, options };
  const api = stage.serve(script([
    call("AskUserQuestion", { questions: [question] }),
    hold(6),
    tick(),
    say("Done."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("Which colour?");
  assertStringIncludes((await waitForState(stage, "waiting_for_you")).what, "Which colour?");
  await pane.keys("Enter");
  await waitForState(stage, "working");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("plan mode is WAITING FOR YOU, in the session and in status", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([say("I would begin with the door.")]));
  const pane = await Pane.atWork(stage, api, { permissionMode: "plan" });
  await pane.waitFor("this session is in plan mode");
  const waiting = await waitForState(stage, "waiting_for_you");
  assertStringIncludes(waiting.what, "plan mode");
  assertStringIncludes(waiting.how_to_continue ?? "", "Shift+Tab");
});

inPane.test("/exit is PAUSED with a command to resume, which works", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  const first = stage.serve(script([bash("echo one"), say("One."), hold(60)]));
  const pane = await Pane.atWork(stage, first, { sessionId });
  await pane.waitFor("timeout 60");
  await pane.pressEsc();
  await pane.type("/exit");
  await waitUntil(
    async () => (await readLoop(stage))?.pause?.closed === "exit",
    () => "the loop does not know that its session was left",
  );
  const paused = await readStatus(stage);
  assertEquals(paused.state, "paused");
  assertStringIncludes(
    paused.how_to_continue ?? "",
    `claude --resume ${sessionId}, then type anything`,
  );

  const second = stage.serve(script([tick(), say("Done.")]));
  const again = await Pane.start(stage, second, { resume: sessionId });
  await again.waitFor("type anything and it");
  assertEquals((await readStatus(stage)).state, "paused");
  await again.type("go on");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("after a window was closed, `start --resume` in a terminal gives the loop to the next session", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  const first = stage.serve(script([bash("echo one"), say("One."), hold(60)]));
  const pane = await Pane.atWork(stage, first, { sessionId });
  await pane.waitFor("timeout 60");
  // A terminal that closes hangs up.
  Deno.kill((await readLoop(stage)).session_process.pid, "SIGHUP");
  await waitForState(stage, "paused");
  const { stdout } = await stage.ralph(["start", "--resume"]);
  assertStringIncludes(stdout, `'claude --resume ${sessionId}' goes back`);
  assertStringIncludes((await readStatus(stage)).how_to_continue ?? "", "run claude here");

  const second = stage.serve(script([bash("echo two"), say("Two."), tick(), say("Done.")]));
  const next = await Pane.start(stage, second);
  await next.waitFor("runs in this session");
  await next.type("go on");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("the first prompt of a session that claims a loop gives the agent the task", async (stage) => {
  await startLoop(stage, { args: ["--no-validation"] });
  await stage.ralph(["stop"]);
  const api = stage.serve(script([say("<blocked>a colour</blocked>")]));
  const pane = await Pane.start(stage, api);
  // The session began before the loop, so its prompt claims it.
  await stage.ralph(["start", "add dark mode", "--until-done"]);
  await pane.type("hello");
  await waitUntil(() => api.main.length >= 1, () => "no request came");
  assertStringIncludes(heard(api.main[0]!), "add dark mode");
  await pane.waitFor("runs in this session");
});

inPane.test("a slash command leaves the loop paused, and the end of its turn shows it", async (stage) => {
  await stage.write(".claude/commands/look.md", "Look at the door.\n");
  await startLoop(stage);
  const api = stage.serve(script([bash("echo one"), say("One."), hold(60), say("It is built.")]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("timeout 60");
  await pane.pressEsc();
  await pane.type("/look");
  await pane.waitFor("It is built.");
  await pane.waitFor(/Stop says: .*The loop is paused \(you pressed Esc\): type anything/);
  assertEquals((await readStatus(stage)).state, "paused");
  assertEquals(api.main.length, 4, "nothing continued");
});
