import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  client,
  type ClientRun,
  playLoop,
  readLoop,
  readStop,
  say,
  type Stage,
} from "./harness/mod.ts";

const SWITCH = ".claude/STOP_LOOP";

async function assertKilled(stage: Stage, run: ClientRun): Promise<void> {
  const stop = (await readStop(stage))!;
  assertEquals([stop.code, stop.decision, stop.type], ["kill-switch", "hard_stop", "hard"]);
  assertEquals(stop.session_id, run.sessionId);
  assertEquals(await readLoop(stage), undefined);
  assertEquals(await stage.read(SWITCH), undefined, "the switch is consumed");
  assertStringIncludes(run.shown.join("\n"), SWITCH);
}

client.test("the kill switch between turns ends the loop at the next Stop", async (stage) => {
  const { api, run } = await playLoop(stage, [
    bash("echo work"),
    async () => {
      await stage.write(SWITCH, "");
      return say("First turn over.");
    },
  ]);
  assertEquals(api.main.length, 2);
  await assertKilled(stage, run);
});

client.test("the kill switch during a turn stops the next call", async (stage) => {
  const { api, run } = await playLoop(stage, [
    bash("echo work"),
    async () => {
      await stage.write(SWITCH, "");
      return bash("touch too-late.txt");
    },
    say("The turn went on."),
  ]);
  assertEquals(api.main.length, 2, "the turn ends with the denied call");
  assertEquals(await stage.read("too-late.txt"), undefined);
  await assertKilled(stage, run);
});

client.test("deleting loop-enabled ends the loop", async (stage) => {
  const { api, run } = await playLoop(stage, [
    bash("echo work"),
    async () => {
      await Deno.remove(stage.resolve(".claude/loop-enabled"));
      return say("First turn over.");
    },
  ]);
  assertEquals(api.main.length, 2);
  assertEquals((await readStop(stage))!.code, "disabled");
  assertStringIncludes(run.shown.join("\n"), ".claude/loop-enabled");
});
