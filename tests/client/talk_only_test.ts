import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  client,
  type ClientRun,
  playLoop,
  readStop,
  say,
  type ScriptedApi,
  type Stage,
} from "./harness/mod.ts";

/** What the client says where it overrides a hook. */
const CAP_WARNING = "consecutive times";

const SENTENCES = [
  "Let me think about the door and where its hinges ought to be.",
  "Walls are a matter of bricks; bricks are a matter of clay and patience.",
  "Red would suit the door, though green has a calm of its own.",
  "Gardens come later, once rain has settled the ground around it.",
  "A chimney needs a hearth below, and somebody who sits beside it.",
  "Stairs may wind, if the carpenter is paid for the trouble.",
  "Roof tiles overlap like the scales of some sleepy fish.",
  "Cellars keep apples and secrets at the same temperature.",
  "Neighbours will ask; we shall offer them tea and drawings.",
  "Foundations first, they say, and they are seldom wrong.",
];

async function talk(
  stage: Stage,
  sentence: (index: number) => string,
  env: Record<string, string> = {},
): Promise<{ run: ClientRun; api: ScriptedApi }> {
  const { api, run } = await playLoop(stage, (asked) => say(sentence(asked.index)), {
    run: { env },
  });
  return { run, api };
}

client.test("an agent that only talks is asked for a tool call from half of the cap on, and stopped before it with the reason", async (stage) => {
  const { run, api } = await talk(stage, (index) => SENTENCES[index % SENTENCES.length]!);
  const stop = (await readStop(stage))!;
  assertEquals(stop.code, "no-tools");
  assertStringIncludes(run.shown.join("\n"), "The agent used no tool in its last 7 answers");
  assert(!run.lines.some((line) => JSON.stringify(line).includes(CAP_WARNING)));
  assert(run.result.result !== "", "the last answer is kept");
  const isWarned = api.main.map((asked) => asked.news.includes("without a tool call end"));
  assertEquals(isWarned, [false, false, false, false, false, true, true, true]);
});

client.test("the cap in the user's environment applies", async (stage) => {
  const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "3" };
  const { run, api } = await talk(stage, (index) => SENTENCES[index % SENTENCES.length]!, env);
  assertEquals((await readStop(stage))!.code, "no-tools");
  assert(!run.lines.some((line) => JSON.stringify(line).includes(CAP_WARNING)));
  assert(api.main.length <= 4, `${api.main.length} requests`);
});
