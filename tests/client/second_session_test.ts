import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  bash,
  client,
  type ClientRun,
  inPane,
  installHooks,
  Pane,
  PLAN,
  readLoop,
  readStop,
  runClient,
  say,
  script,
  startLoop,
  tick,
  writePlan,
} from "./harness/mod.ts";

client.test("a second session of the project is not continued, and does not change the loop", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  const otherApi = stage.serve(script([bash("echo other"), say("The other's answer.")]));
  let other: ClientRun | undefined;
  const api = stage.serve(script([
    bash("echo begun"),
    say("Begun."),
    async () => {
      const before = await readLoop(stage);
      other = await runClient(stage, otherApi, "A question");
      const after = await readLoop(stage);
      assertEquals([after.owner_session, after.iteration], [sessionId, before.iteration]);
      return tick();
    },
    say("Done."),
  ]));

  const run = await runClient(stage, api, "Work", { sessionId });

  assertEquals(otherApi.main.length, 2, "the other session was not continued");
  assertEquals(other!.result.result, "The other's answer.");
  assert(!other!.shown.join("\n").includes("ralph: "), other!.shown.join("\n"));
  assertEquals(api.main.length, 4);
  assertEquals([run.code, (await readStop(stage))!.session_id], [0, sessionId]);
});

inPane.test("a session that took a loop when it began names its mode at its first prompt", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([tick(), say("Done.")]));
  const pane = await Pane.start(stage, api, { permissionMode: "default" });
  await pane.waitFor("runs in this session");
  await pane.type("go");
  await pane.waitFor(/Permission mode "manual": Claude Code asks/);
});

inPane.test("a window that was open before 'hooks install' is named", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([say("Hello.")]));
  const pane = await Pane.start(stage, api);
  await pane.type("hello");
  await pane.waitFor("Hello.");
  await installHooks(stage);
  // The time of a start is exact to two seconds only: as if the window was open for longer.
  const installed = `${stage.home}/.claude/ralph/hooks-installed.json`;
  const later = new Date(Date.now() + 60_000).toISOString();
  const text = await Deno.readTextFile(installed);
  await Deno.writeTextFile(installed, text.replace(/"\d{4}-[^"]*Z"/, `"${later}"`));
  const { stdout } = await stage.ralph(["start", "-f", PLAN]);
  assertMatch(stdout, /in the open window \(process \d+\)/);
  assertMatch(stdout, /Open since before the hooks were registered: process \d+\./);
});
