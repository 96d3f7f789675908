import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  inPane,
  Pane,
  readLoop,
  readStop,
  say,
  script,
  startLoop,
  tick,
  waitForEnd,
  waitUntil,
} from "./harness/mod.ts";

/** The pane's text without line breaks: the client wraps long sentences. */
function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

async function waitForLine(pane: Pane, line: string): Promise<void> {
  const wanted = squeeze(line);
  let shown = "";
  await waitUntil(
    async () => (shown = await pane.capture(), squeeze(shown).includes(wanted)),
    () => `the pane never showed "${wanted}"; it shows:\n${shown}`,
  );
}

inPane.test("the pane shows the limit that ended the loop", async (stage) => {
  await startLoop(stage, { args: ["--max-iterations", "2"] });
  const api = stage.serve((asked) =>
    asked.index % 2 === 0 ? bash(`echo ${asked.index} >> log.txt`) : say(`Step ${asked.index}.`)
  );
  const pane = await Pane.atWork(stage, api);
  assertEquals(await waitForEnd(stage), "max-iterations");
  assertEquals(api.main.length, 6, "the prompt and exactly two continuations");
  await waitForLine(pane, "ralph: out of turns (2).");
});

inPane.test("the pane shows that the agent is blocked, and on what", async (stage) => {
  await startLoop(stage);
  const answer = "I cannot go on.\n\n<blocked>the colour of the door</blocked>";
  const pane = await Pane.atWork(stage, stage.serve(script([say(answer)])));
  await waitForEnd(stage);
  await waitForLine(pane, "ralph: blocked, it needs you: the colour of the door.");
  const stop = (await readStop(stage))!;
  assertEquals(stop.code, "blocked");
  assertStringIncludes(stop.reason, "the colour of the door");
});

inPane.test("`ralph stop` from another terminal ends the loop after the running turn", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([
    async () => {
      await stage.ralph(["stop"]);
      assertEquals((await readLoop(stage)).state, "draining");
      return bash("echo the turn is finished in peace");
    },
    say("Turn over."),
  ]));
  const pane = await Pane.atWork(stage, api);
  await waitForEnd(stage);
  const stop = (await readStop(stage))!;
  assertEquals([stop.code, stop.type], ["stopped-by-user", "hard"]);
  assertEquals(api.main.length, 2, "the tool still ran, and no continuation followed");
  await waitForLine(pane, "ralph: stopped, as you asked.");
});

inPane.test("a continuation does not look like an error in the pane, which shows why the loop ended", async (stage) => {
  await startLoop(stage);
  const api = stage.serve(script([bash("echo begun"), say("Begun."), tick(), say("Done.")]));
  const pane = await Pane.atWork(stage, api);
  await waitForEnd(stage);
  await waitForLine(pane, "ralph: done. All 3 items of");
  const shown = await pane.capture();
  assertEquals(shown.includes("reported a problem"), false, shown);
});
