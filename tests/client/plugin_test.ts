import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  client,
  inPane,
  installHooks,
  ITEMS,
  type Model,
  Pane,
  PLAN,
  readLoop,
  readStop,
  REPOSITORY,
  runClient,
  say,
  script,
  type ScriptedApi,
  type Stage,
  tick,
  waitForEnd,
  waitUntil,
  writePlan,
} from "./harness/mod.ts";
import { findClientPath } from "./harness/install.ts";

const pluginDir = REPOSITORY;

/** An agent that never finishes. */
const endless: Model = (asked) =>
  asked.index % 2 === 0 ? bash(`sleep 1; echo ${asked.index}`) : say(`Step ${asked.index}.`);

/** Starts a loop with the slash command in a pane, and waits for its first continuation. */
async function startInPane(stage: Stage): Promise<{ api: ScriptedApi; pane: Pane }> {
  await writePlan(stage);
  const api = stage.serve(endless);
  const pane = await Pane.start(stage, api, { pluginDir });
  await pane.type(`/ralph:start -f ${PLAN} --until-done`);
  await waitUntil(() => api.main.length >= 3, () => "the loop did not go on");
  assertStringIncludes(api.main[2]!.news, PLAN);
  return { api, pane };
}

inPane.test("/ralph:stop typed while the loop works confirms the stop, and is not left in the queue", async (stage) => {
  const { pane } = await startInPane(stage);
  await pane.type("/ralph:stop");
  const shown = await pane.waitFor(/Stopped (just now|\d+ s ago), as asked/);
  assert(!shown.includes("Error"), shown);
  assertEquals(await waitForEnd(stage), "stopped-by-user");
});

inPane.test("a queued /ralph:stop ends the loop though a prompt follows", async (stage) => {
  const { pane } = await startInPane(stage);
  await pane.type("/ralph:stop");
  await pane.type("Thanks, enough for today");
  assertEquals(await waitForEnd(stage), "stopped-by-user");
});

client.test("a loop started by /ralph:start ends complete", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([tick(ITEMS[0]), say("Begun."), tick(), say("Done.")]));
  const run = await runClient(stage, api, `/ralph:start -f ${PLAN} --until-done`, { pluginDir });
  assertEquals((await readStop(stage))?.code, "complete", JSON.stringify(run.result));
  assertEquals(api.main.length, 4);
});

client.test("no shell reads the arguments of /ralph:start", async (stage) => {
  const task = "Add a door; touch pwned-1 && $(touch pwned-2) `touch pwned-3` | touch pwned-4";
  let heard = "";
  const api = stage.serve(async () => {
    heard = (await readLoop(stage)).task;
    await stage.write(".claude/STOP_LOOP", "");
    return say("Fine.");
  });
  await runClient(stage, api, `/ralph:start ${task}`, { pluginDir });
  assertEquals(heard, task, "the task arrives as it was typed");
  await runClient(stage, api, `/ralph:start "' EOF $(touch pwned-5)\n; touch pwned-6`, {
    pluginDir,
  });
  const listed = await stage.run(["ls", "-A"]);
  assert(!listed.stdout.includes("pwned"), listed.stdout);
});

client.test("the model cannot call the plugin's commands", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([say("Hello.")]));
  const run = await runClient(stage, api, "Hello", { pluginDir });
  const init = run.lines.find((line) => line.subtype === "init");
  assert(init.slash_commands.includes("ralph:start"), "the command is there for people");
  const text = api.main[0]!.messages.map((message) => message.text).join("\n");
  assert(!text.includes("ralph:start"), "the model is offered it");
});

client.test("hooks in plugin and settings count a turn once", async (stage) => {
  await writePlan(stage);
  await installHooks(stage);
  const api = stage.serve(script([bash("echo work"), say("Begun."), tick(), say("Done.")]));
  await runClient(stage, api, `/ralph:start -f ${PLAN} --until-done`, { pluginDir });
  const stop = (await readStop(stage))!;
  assertEquals(stop.code, "complete");
  const journal = await stage.read(`~/.claude/ralph/loops/${stop.loop_id}/journal.jsonl`) ?? "";
  const continued = journal.split("\n").filter((line) => line.includes('"kind":"continue"'));
  assertEquals(continued.length, 1, journal);
  assertEquals(await readLoop(stage), undefined);
});

for (const target of ["", "/.claude-plugin/plugin.json"]) {
  client.test(`the client's validator passes ${target || "the repository"}`, async (stage) => {
    const command = [findClientPath(), "plugin", "validate", REPOSITORY + target, "--strict"];
    const { code, stdout, stderr } = await stage.run(command, {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    });
    const said = stdout + stderr;
    assertEquals(code, 0, said);
    assertStringIncludes(said, "Validation passed");
    for (const { name } of Deno.readDirSync(`${REPOSITORY}/commands`)) {
      assertStringIncludes(said, `commands: ralph:${name.replace(/\.md$/, "")}`);
    }
  });
}
