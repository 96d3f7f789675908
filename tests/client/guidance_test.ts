/** Guidance through the real client and the plugin's slash commands. */
import { assert, assertStringIncludes } from "@std/assert";
import {
  client,
  ITEMS,
  PLAN,
  REPOSITORY,
  runClient,
  say,
  script,
  type Stage,
  tick,
  writePlan,
} from "./harness/mod.ts";

const pluginDir = REPOSITORY;
const START = `/ralph:start -f ${PLAN} --until-done`;

/** Runs one loop with an action after its first item; returns the model's prompts. */
async function playLoop(stage: Stage, meanwhile: () => Promise<unknown>): Promise<string[]> {
  await writePlan(stage);
  const api = stage.serve(script([
    async () => {
      await meanwhile();
      return tick(ITEMS[0]);
    },
    say("The door is drawn."),
    tick(),
    say("Done."),
  ]));
  await runClient(stage, api, START, { pluginDir });
  return api.main.map(({ news }) => news);
}

client.test("guidance is in the next continuation, and not in the next loop", async (stage) => {
  const said = `no <b>new</b> packages & {{ 7 * 7 }}; "quotes" $(touch pwned)`;
  const first = await playLoop(stage, () => stage.ralph(["forbid", said]));
  assert(!first.slice(0, 2).join("\n").includes(said), "it is in a prompt before it was given");
  assertStringIncludes(first[2] ?? "", `- ${said}`);

  const second = await playLoop(stage, () => Promise.resolve());
  assertStringIncludes(second[2] ?? "", "Turn 1 of 99");
  assert(!second.slice(1).join("\n").includes(said), "it is in the next loop");
  assertStringIncludes(second[0] ?? "", "Cleared forbidden");
});

client.test("no shell reads the arguments of /ralph:forbid", async (stage) => {
  const words = "never run git push --force; touch pwned-1 $(touch pwned-2) `touch pwned-3`";
  const api = stage.serve(script([say("Noted.")]));
  await runClient(stage, api, `/ralph:forbid ${words}`, { pluginDir });
  const { stdout } = await stage.ralph(["forbid", "--list"]);
  assertStringIncludes(stdout, words);
  for (const name of ["pwned-1", "pwned-2", "pwned-3"]) {
    assert(await stage.read(name) === undefined, `${name} was made`);
  }
});
