/** What status says of a session that no hook reports on: dialogs, Esc, and windows that were closed. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  bash,
  inPane,
  Pane,
  readLoop,
  readStatus,
  readStop,
  say,
  script,
  startLoop,
  tick,
  waitForEnd,
  waitForState,
  waitUntil,
} from "./harness/mod.ts";

/** A command that auto mode wants to check, which it cannot do through the scripted API. */
const RISKY = "curl -s http://127.0.0.1:1/x; echo hello > made.txt";

/** A command that runs until somebody ends it. */
const LONG = "timeout 60 tail -f /dev/null; true";

inPane.test("a dialog of auto mode is WAITING FOR YOU, calls the user, and is not active", async (stage) => {
  await stage.write("~/.claude/ralph/config.json", "{}");
  await stage.ralph([
    "config",
    "set",
    "notify",
    '["echo \\"$RALPH_REASON\\" >> called.txt"]',
    "--global",
  ]);
  await startLoop(stage);
  const api = stage.serve(script([bash(RISKY), tick(), say("Done.")]));
  const pane = await Pane.atWork(stage, api, { permissionMode: "auto" });
  await pane.waitFor("Auto mode can't check actions");
  // At once by the client's own file, and with its sentence once it notifies.
  assertMatch((await waitForState(stage, "waiting_for_you")).what, /waits for you: /);
  await waitUntil(
    async () =>
      (await readStatus(stage)).what.includes("Auto mode can't check actions in this session"),
    () => "the client's sentence was never shown",
  );
  await waitUntil(
    async () => (await stage.read("called.txt"))?.includes("Auto mode can't check") === true,
    () => "nobody was called",
  );
  const { runtime_hours: active } = (await readStatus(stage)).loop!;
  assert(active * 3600 < 5, `${active * 3600} s count as active while the dialog is open`);

  await pane.keys("Enter");
  await pane.waitFor("needs your approval");
  const asked = await waitForState(stage, "waiting_for_you");
  assertEquals(asked.what, `Claude Code asks for permission: Bash ${RISKY}`);
  await pane.keys("Down");
  await pane.keys("Enter");
  await waitUntil(async () => await stage.read("made.txt") !== undefined, () => "it never ran");
});

inPane.test("a command that ends after Esc does not set the agent to work again", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    bash("until [ -e over ]; do sleep 0.2; done", { "run_in_background": true }),
    bash(LONG),
    say("I saw that it ended."),
    bash("echo one"),
    tick(),
    say("Done."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("timeout 60");
  await pane.pressEsc();
  await stage.write("over", "");
  await pane.waitFor("I saw that it ended.");
  await pane.waitFor(/Stop says: .*The loop is paused \(you pressed Esc\): type anything/);
  assertEquals((await readStatus(stage)).state, "paused");
  assertEquals(api.main.length, 3, "the turn of the command was not continued");
  await pane.type("go on please");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("a compaction after Esc leaves the session at rest", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    bash("echo one"),
    bash(LONG),
    say("<summary>We are building a door.</summary>"),
    tick(),
    say("Done."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("timeout 60");
  await pane.pressEsc();
  await pane.type("/compact");
  await pane.waitFor(/Compacted/);
  await waitUntil(
    async () => (await readLoop(stage)).pause?.why === "interrupted",
    () => "the loop does not rest",
  );
  await pane.type("go on please");
  assertEquals(await waitForEnd(stage), "complete");
  assertStringIncludes(api.main[3]!.messages.map(({ text }) => text).join("\n"), "PLAN.md");
});

inPane.test("Esc before the first word is PAUSED, and the next prompt goes on", async (stage) => {
  await startLoop(stage);
  let isCutOff = false;
  const api = stage.serve(async (asked) => {
    if (asked.index === 0) {
      await waitUntil(() => Promise.resolve(isCutOff), () => "Esc never came");
      return say("Too late.");
    }
    return asked.index === 1 ? tick() : say("Done.");
  });
  const pane = await Pane.start(stage, api);
  await pane.type("Work hard");
  await waitForState(stage, "working");
  await waitUntil(() => api.main.length >= 1, () => "no request came");
  await pane.keys("Escape");
  const paused = await waitForState(stage, "paused");
  isCutOff = true;
  assertEquals([paused.what, paused.how_to_continue?.slice(0, 13)], [
    "interrupted",
    "type anything",
  ]);
  await pane.keys("Enter");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("a window that was killed at a prompt is ORPHANED; continued, it asks for nothing", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([bash("echo one"), say("One."), bash("mkdir one")]));
  const pane = await Pane.atWork(stage, api, { permissionMode: "default" });
  await pane.waitFor("Do you want to proceed?");
  await waitForState(stage, "waiting_for_you");
  const { pid } = (await readLoop(stage)).session_process;
  Deno.kill(pid, "SIGKILL");
  const orphaned = await waitForState(stage, "orphaned");
  assertStringIncludes(orphaned.what, `Claude Code (pid ${pid}) is gone`);
  const { stdout } = await stage.ralph(["status"]);
  assert(stdout.startsWith("ORPHANED "), stdout);
  const again = await Pane.start(stage, stage.serve(script([tick(), say("Done.")])), {
    resume: "last",
  });
  await again.waitFor("type anything and it continues");
  const shown = await waitForState(stage, "waiting_for_you");
  assertMatch(shown.how_to_continue ?? "", /^type anything in its window \(process \d+\)$/);
  await again.type("go on");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("`start --resume` over a loop that works changes nothing", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(
    script([bash("echo one"), say("One."), bash(LONG), tick(), say("Done.")]),
  );
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("timeout 60");
  await waitForState(stage, "working");
  const before = await stage.read(".claude/ralph-state.json");
  const { code, stderr } = await stage.ralph(["start", "--resume"], true);
  assertEquals(code, 6);
  assertMatch(stderr, /The loop is working in its window \(pid \d+, .*\); nothing to resume/);
  assertEquals(await stage.read(".claude/ralph-state.json"), before);
  assertEquals(await readStop(stage), undefined);
});

inPane.test("a session that `start --session` names begins the loop", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  const before = await readStatus(stage);
  assertEquals([before.state, before.what], ["waiting", `for session ${sessionId} to begin`]);
  assertStringIncludes(before.how_to_continue ?? "", `claude --session-id ${sessionId}`);
  const pane = await Pane.start(stage, stage.serve(), { sessionId });
  await pane.waitFor("The loop begins in this session: type anything");
  assertStringIncludes((await readStatus(stage)).what, "nothing is running");
});

inPane.test("marks that vanish while no command runs end the loop with a message", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    bash("echo one"),
    async () => {
      for (const name of ["loop-enabled", "ralph-state.json"]) {
        await Deno.remove(stage.resolve(`.claude/${name}`));
      }
      return say("I only talk.");
    },
  ]));
  const pane = await Pane.atWork(stage, api);
  await pane.waitFor("ralph: stopped, since");
  assertEquals(await waitForEnd(stage), "disabled");
  assertEquals((await readStatus(stage)).state, "stopped");
});
