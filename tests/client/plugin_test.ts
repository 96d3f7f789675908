import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  clientTest,
  installHooks,
  ITEMS,
  Pane,
  PLAN,
  readLoop,
  readStop,
  REPOSITORY,
  runClient,
  say,
  script,
  type Stage,
  tick,
  waitUntil,
  writePlan,
} from "./harness/mod.ts";

const pluginDir = REPOSITORY;

async function waitForStop(stage: Stage): Promise<void> {
  await waitUntil(async () => await readStop(stage) !== undefined, () => "the loop did not end");
}

clientTest("/ralph:start and /ralph:stop drive a loop through the plugin", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(
    script([say("The loop is started."), bash("echo work"), say("Working.")], say("More.")),
  );
  const pane = await Pane.start(stage, api, { pluginDir });
  await pane.type(`/ralph:start -f ${PLAN} --until-done`);
  await waitUntil(() => api.main.length >= 3, () => "the loop did not go on", 20_000);
  assertStringIncludes(api.main[1]!.news, PLAN);
  await pane.type("/ralph:stop");
  await waitForStop(stage);
  assertEquals((await readStop(stage))!.code, "stopped-by-user");
}, { pane: true });

clientTest("a loop started by /ralph:start ends complete", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([tick(ITEMS[0]), say("Begun."), tick(), say("Done.")]));
  const run = await runClient(stage, api, `/ralph:start -f ${PLAN} --until-done`, { pluginDir });
  assertEquals((await readStop(stage))?.code, "complete", JSON.stringify(run.result));
  assertEquals(api.main.length, 4);
});

clientTest("shell signs in the arguments of /ralph:start do not run", async (stage) => {
  await writePlan(stage);
  const signs =
    `"; touch pwned-1; $(touch pwned-2) \`touch pwned-3\` ' | touch pwned-4 & > pwned-5`;
  const api = stage.serve(script([say("Fine.")]));
  await runClient(stage, api, `/ralph:start ${signs}`, { pluginDir });
  const listed = await stage.run(["ls", "-A"]);
  assert(!listed.stdout.includes("pwned"), listed.stdout);
});

clientTest("the model cannot call the plugin's commands", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([say("Hello.")]));
  const run = await runClient(stage, api, "Hello", { pluginDir });
  const init = run.lines.find((line) => line.subtype === "init");
  assert(init.slash_commands.includes("ralph:start"), "the command is there for people");
  const told = api.main[0]!.messages.map((message) => message.text).join("\n");
  assert(!told.includes("ralph:start"), "the model is offered it");
});

clientTest("plugin and settings both registered do not drive the loop twice", async (stage) => {
  await writePlan(stage);
  await installHooks(stage);
  const api = stage.serve(script([bash("echo work"), say("Begun."), tick(), say("Done.")]));
  await runClient(stage, api, `/ralph:start -f ${PLAN} --until-done`, { pluginDir });
  const stop = (await readStop(stage))!;
  assertEquals(stop.code, "complete");
  const journal = await stage.read(`~/.claude/ralph/loops/${stop.loop_id}/loop.json`);
  assert(journal !== undefined);
  assertEquals(await readLoop(stage), undefined);
});
