/** The plugin as a newcomer has it: from a marketplace, before the program is there. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { RALPH } from "../_binary.ts";
import {
  bash,
  client,
  type ClientRun,
  inPane,
  ITEMS,
  Pane,
  PLAN,
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
import { findClientPath } from "./harness/install.ts";

/** A terminal whose PATH has no ralph. */
const WITHOUT = { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin" };

const SENTENCE = "ralph: its program was not found";

/** Installs the plugin by the two commands of README, from a copy of what a clone has. */
async function installPlugin(stage: Stage): Promise<void> {
  const clone = join(stage.root, "clone");
  for (const folder of [".claude-plugin", "hooks", "commands"]) {
    await stage.run(["mkdir", "-p", clone]);
    await stage.run(["cp", "-r", join(REPOSITORY, folder), clone]);
  }
  for (const words of [["marketplace", "add", clone], ["install", "ralph"]]) {
    const ran = await stage.run([findClientPath(), "plugin", ...words], stage.clientEnv(WITHOUT));
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
  }
}

/** Counts how often the user was told; `-p` does not show what is said at the beginning of a session. */
async function readTold({ transcript }: ClientRun): Promise<number> {
  const lines = (await Deno.readTextFile(transcript)).split("\n");
  return lines.filter((line) => line.includes('"hook_system_message"') && line.includes(SENTENCE))
    .length;
}

inPane.test("the plugin without a program: the sentence is seen in the window", async (stage) => {
  await installPlugin(stage);
  const pane = await Pane.start(stage, stage.serve(), { env: WITHOUT });
  const seen = async () => (await pane.capture()).replaceAll(/\s+/g, " ");
  await waitUntil(async () => (await seen()).includes(SENTENCE), () => "nothing was said");
});

client.test("the plugin without a program: the session works, and is told once how to get it", async (stage) => {
  await installPlugin(stage);
  const api = stage.serve(script([bash("echo work > made.txt"), say("Done.")]));
  const run = await runClient(stage, api, "Make a file", { env: WITHOUT });
  assertEquals([run.code, run.result?.subtype, await stage.read("made.txt")], [
    0,
    "success",
    "work\n",
  ]);
  assertEquals(await readTold(run), 1);
  assertEquals(api.main.length, 2, "no turn was added");
  const texts = api.main.flatMap(({ messages }) => messages.map(({ text }) => text)).join("\n");
  assert(!texts.includes(SENTENCE), "the model is not told");
  const asked = await runClient(stage, api, "/ralph:status", { env: WITHOUT });
  assertStringIncludes(String(asked.result?.result), SENTENCE);
});

for (const place of ["PATH", "plugin's data"]) {
  client.test(`the program put on the ${place} works at the next session`, async (stage) => {
    await installPlugin(stage);
    const first = await runClient(stage, stage.serve(script([say("Hello.")])), "Hi", {
      env: WITHOUT,
    });
    assertEquals(await readTold(first), 1);
    let env: Record<string, string> = {};
    if (place !== "PATH") {
      env = WITHOUT;
      const data = stage.resolve("~/.claude/plugins/data");
      const names = [...Deno.readDirSync(data)].map(({ name }) => name);
      assertEquals(names, ["ralph-ralph"]);
      await stage.run(["mkdir", "-p", join(data, "ralph-ralph", "bin")]);
      await stage.run(["ln", "-s", RALPH, join(data, "ralph-ralph", "bin", "ralph")]);
    }
    await writePlan(stage);
    const api = stage.serve(script([tick(ITEMS[0]), say("Begun."), tick(), say("Done.")]));
    const run = await runClient(stage, api, `/ralph:start -f ${PLAN} --until-done`, { env });
    assertEquals((await readStop(stage))?.code, "complete", JSON.stringify(run.result));
    assertEquals(await readTold(run), 0);
    const { stdout } = await stage.ralph(["hooks", "status", "--json"], true, env);
    const { state, sources } = JSON.parse(stdout);
    assertEquals([state, sources[0].program.endsWith("ralph")], ["installed", true], stdout);
  });
}
