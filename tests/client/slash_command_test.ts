import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  bash,
  clientTest,
  Pane,
  PLAN,
  readLoop,
  readStop,
  REPOSITORY,
  runClient,
  say,
  script,
  tick,
  waitUntil,
  writePlan,
} from "./harness/mod.ts";

const pluginDir = REPOSITORY;

clientTest("commands are answered on the screen without a request", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([]));
  const pane = await Pane.start(stage, api, { pluginDir });
  await pane.type("/ralph:status");
  await pane.waitFor("Original prompt: /ralph:status");
  await pane.type('/ralph:encourage say "hi" first');
  await pane.waitFor('Added to encouraged list: say "hi" first');
  await pane.type("/ralph:config set max_hours 2h");
  await pane.waitFor("max_hours = 2");
  await pane.type("/ralph:audit-now 2");
  await pane.waitFor("No loop");
  await pane.type("/ralph:start -f NONE.md");
  const shown = await pane.waitFor("there is no such file");
  assert(!shown.includes("RALPH_ARGUMENTS"), shown);
  assert(!shown.includes("Shell command failed"), shown);
  assertEquals(api.main.length, 0, "a request was sent");
}, { pane: true });

clientTest("/ralph:start shows the user one line, and gives the model the task", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([tick(), say("Done.")]));
  const pane = await Pane.start(stage, api, { pluginDir });
  await pane.type(`/ralph:start -f ${PLAN} --until-done`);
  const shown = await pane.waitFor("ralph: The loop over PLAN.md begins: 3 open, 0 done");
  assertMatch(shown, /Stop:\s+\/ralph:stop/);
  assert(!shown.includes("RALPH_ARGUMENTS"), shown);
  await waitUntil(async () => await readStop(stage) !== undefined, () => "the loop did not end");
  assertEquals((await readStop(stage))!.code, "complete");
  assertStringIncludes(api.main[0]!.news, "the loop belongs to this session");
  assertStringIncludes(api.main[0]!.news, PLAN);
}, { pane: true });

clientTest("/ralph:start shows what the permission mode will ask", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([tick(), say("Done.")]));
  const pane = await Pane.start(stage, api, { pluginDir, permissionMode: "default" });
  await pane.type(`/ralph:start -f ${PLAN} --until-done`);
  await pane.waitFor(
    /Permission mode "manual": Claude Code asks before it edits files or runs commands/,
  );
  await pane.waitFor("Do you want to proceed?");
}, { pane: true });

for (const permissionMode of ["bypassPermissions", "auto"]) {
  clientTest(`the mode ${permissionMode} asks nothing`, async (stage) => {
    await writePlan(stage);
    const api = stage.serve(script([tick(), say("Done.")]));
    const pane = await Pane.start(stage, api, { pluginDir, permissionMode });
    await pane.type(`/ralph:start -f ${PLAN} --until-done`);
    const shown = await pane.waitFor("ralph: The loop over PLAN.md begins: 3 open, 0 done");
    assert(!shown.includes("Permission mode"), shown);
    await waitUntil(async () => await readStop(stage) !== undefined, () => "the loop did not end");
    assertEquals((await readStop(stage))!.code, "complete");
  }, { pane: true });
}

clientTest("no shell reads a task", async (stage) => {
  const delimiter = "RALPH_ARGUMENTS_8f27c1d05b9e43a6";
  let heard = "";
  const api = stage.serve(async () => {
    heard = (await readLoop(stage)).task;
    await stage.write(".claude/STOP_LOOP", "");
    return say("Fine.");
  });
  await runClient(stage, api, `/ralph:start a\n${delimiter}\ntouch pwned\n"b c" $(touch pwned)`, {
    pluginDir,
  });
  assertEquals(heard, `a ${delimiter} touch pwned "b c" $(touch pwned)`);
  assertEquals(await stage.read("pwned"), undefined);
});

clientTest("/ralph:stop typed while the loop works confirms the stop", async (stage) => {
  await writePlan(stage);
  const api = stage.serve((asked) =>
    asked.index % 2 === 0 ? bash(`sleep 1; echo ${asked.index}`) : say(`Step ${asked.index}.`)
  );
  const pane = await Pane.start(stage, api, { pluginDir });
  await pane.type(`/ralph:start -f ${PLAN}`);
  await waitUntil(() => api.main.length >= 3, () => "the loop did not go on");
  await pane.type("/ralph:stop");
  const shown = await pane.waitFor(/Stopped (just now|\d+ s ago), as asked/);
  assert(!shown.includes("Error"), shown);
  assertEquals((await readStop(stage))!.code, "stopped-by-user");
}, { pane: true });
