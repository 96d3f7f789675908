import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  call,
  client,
  ITEMS,
  PLAN,
  playLoop,
  readLoop,
  readStop,
  runClient,
  say,
  script,
  type Stage,
  type Step,
  tick,
} from "./harness/mod.ts";

/** An agent that does one item per turn, with the usual tools. */
function workThrough(stage: Stage): Step[] {
  const path = stage.resolve(PLAN);
  const [first = "", second = "", third = ""] = ITEMS;
  return [
    call("Read", { file_path: path }),
    call("Write", { file_path: stage.resolve("door.txt"), content: "a door\n" }),
    call("Edit", { file_path: path, old_string: `[ ] ${first}`, new_string: `[x] ${first}` }),
    say("The door is drawn."),
    tick(second),
    say("The walls are built."),
    tick(third),
    say("The door is painted."),
  ];
}

client.test("a loop over a checklist continues turn by turn and ends complete", async (stage) => {
  const { api, run, sessionId } = await playLoop(stage, script(workThrough(stage)), {
    prompt: `Work on ${PLAN}`,
  });

  assertEquals(run.code, 0, run.stderr);
  assertEquals(api.main.length, 8, "two continuations, none after the last item");
  assertEquals(run.result.result, "The door is painted.");
  const continued = [api.main[4]!.news, api.main[6]!.news];
  continued.forEach((news, index) => {
    assertMatch(news, new RegExp(`Turn ${index + 1} of 99`));
    assertStringIncludes(news, PLAN);
  });
  const stop = (await readStop(stage))!;
  assertEquals([stop.code, stop.decision, stop.type], ["complete", "stop", "normal"]);
  assertEquals([stop.session_id, stop.project_dir], [sessionId, stage.project]);
  assertStringIncludes(run.shown.join("\n"), "ralph: done.");
  assertEquals(await readLoop(stage), undefined);
  assertEquals(await stage.read(".claude/loop-enabled"), undefined);
});

client.test("status shows the finished loop, and the next prompt is not continued", async (stage) => {
  const { sessionId } = await playLoop(stage, [tick(), say("All done.")]);

  const { state, last_loop } = JSON.parse((await stage.ralph(["status", "--json"])).stdout);
  assertEquals([state, last_loop.items], ["done", { done: 3, total: 3 }]);
  const later = stage.serve(script([say("Just an answer.")]));
  const run = await runClient(stage, later, "A question", { resume: sessionId });
  assertEquals([later.main.length, run.result.result], [1, "Just an answer."]);
  assert(!run.shown.join("").includes("ralph"), run.shown.join("\n"));
});
