/** Loops of the real client that end complete, stuck, and after exploration. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  client,
  PLAN,
  playLoop,
  readLoop,
  readStop,
  runClient,
  say,
  script,
  startLoop,
  tick,
} from "./harness/mod.ts";

/** The harness disables the phase by default. */
const VALIDATES = { RALPH_ENABLE_VALIDATION_PHASE: "true" };
const VALIDATED = "The round is done.\n\n<validated>";

client.test("a plan is completed and validated in three rounds", async (stage) => {
  const finding = '<finding severity="critical">the door does not open</finding>';
  const { api, run } = await playLoop(stage, [
    tick(),
    say("All three are ticked."),
    bash("cat PLAN.md"),
    say(`${finding}\n\n<validated>`),
    bash("echo hinge > door.txt"),
    say(`Fixed the door.\n\n${VALIDATED}`),
    bash("ls"),
    say(`Nothing is missing from the plan.\n\n${VALIDATED}`),
  ], { start: { env: VALIDATES }, prompt: `Work on ${PLAN}` });

  assertEquals(run.code, 0, run.stderr);
  assertEquals(api.main.length, 8, "three rounds, and nothing after the last");
  const rounds = [2, 4, 6].map((at) => /validation round (\d) of 3/.exec(api.main[at]!.news)?.[1]);
  assertEquals(rounds, ["1", "2", "3"]);
  assertStringIncludes(api.main[4]!.news, "the door does not open");
  const stop = (await readStop(stage))!;
  assertEquals(stop.code, "complete");
  assertEquals(await readLoop(stage), undefined);
});

client.test("after the plan the loop explores the opportunities, then it is complete", async (stage) => {
  const sessionId = crypto.randomUUID();
  await stage.write("docs/guide.md", "# Guide\n\nSee [the setup](setup.md).\n");
  await stage.run(["git", "add", "-A"]);
  await startLoop(stage, { sessionId, args: ["--min-iterations", "2"] });
  const api = stage.serve(script([
    tick(),
    say("All three are ticked."),
    bash("printf '# Setup\\n' > docs/setup.md"),
    async () => {
      // Within a minute of the last scan no Stop begins another.
      await stage.ralph(["scan", stage.project]);
      return say("The guide's link leads somewhere now.");
    },
    bash("ls docs"),
    say("Read it all once more; it is right."),
  ]));
  const run = await runClient(stage, api, `Work on ${PLAN}`, { sessionId });

  assertEquals(run.code, 0, run.stderr);
  assertStringIncludes(api.main[2]!.news, "docs/guide.md:3");
  assert(!api.main[4]!.news.includes("docs/guide.md:3"), "a fixed link is not offered again");
  assertEquals([(await readStop(stage))!.code, api.main.length], ["complete", 6]);
});
