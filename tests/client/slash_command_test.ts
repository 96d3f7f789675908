import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  inPane,
  Pane,
  PLAN,
  REPOSITORY,
  say,
  script,
  tick,
  waitForEnd,
  writePlan,
} from "./harness/mod.ts";

const pluginDir = REPOSITORY;

inPane.test("commands are answered on the screen without a request", async (stage) => {
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
});

inPane.test("/ralph:start shows the user one line, and gives the model the task", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([tick(), say("Done.")]));
  const pane = await Pane.start(stage, api, { pluginDir });
  await pane.type(`/ralph:start -f ${PLAN} --until-done`);
  const shown = await pane.waitFor("ralph: The loop over PLAN.md begins: 3 open, 0 done");
  assertMatch(shown, /Stop:\s+\/ralph:stop/);
  assert(!shown.includes("RALPH_ARGUMENTS"), shown);
  assertEquals(await waitForEnd(stage), "complete");
  assertStringIncludes(api.main[0]!.news, "loop belongs to this");
  assertStringIncludes(api.main[0]!.news, PLAN);
});

inPane.test("/ralph:start shows what the permission mode will ask", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([tick(), say("Done.")]));
  const pane = await Pane.start(stage, api, { pluginDir, permissionMode: "default" });
  await pane.type(`/ralph:start -f ${PLAN} --until-done`);
  await pane.waitFor(
    /Permission mode "manual": Claude Code asks before it edits files or runs commands/,
  );
  await pane.waitFor("Do you want to proceed?");
});

for (const permissionMode of ["bypassPermissions", "auto"]) {
  inPane.test(`the mode ${permissionMode} asks nothing`, async (stage) => {
    await writePlan(stage);
    const api = stage.serve(script([tick(), say("Done.")]));
    const pane = await Pane.start(stage, api, { pluginDir, permissionMode });
    await pane.type(`/ralph:start -f ${PLAN} --until-done`);
    const shown = await pane.waitFor("ralph: The loop over PLAN.md begins: 3 open, 0 done");
    assert(!shown.includes("Permission mode"), shown);
    assertEquals(await waitForEnd(stage), "complete");
  });
}
